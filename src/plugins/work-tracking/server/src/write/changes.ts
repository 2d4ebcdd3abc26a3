import type { Core, Schema } from '@strapi/types';
import isEqual from 'lodash/isEqual';
import type { Changes } from '../../../domain/events';
import { NESTED_TYPES } from '../records/custom-fields';
import { idsIn } from '../records/relation-ids';
import { timeOfDay } from '../records/times';

/** Attributes that the service sets itself; a difference in them is not a change. */
const BOOKKEEPING = [
  'id',
  'documentId',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'publishedAt',
  'locale',
  'number',
  'version',
  'syncedAt',
];

const TIME_TYPES = ['datetime', 'timestamp'];

/** A relation that is a column of the row itself. */
const isColumn = (attribute: object): boolean => 'useJoinTable' in attribute && !attribute.useJoinTable;

const relatedId = (relation: unknown): number | undefined => idsIn(relation).at(-1);

/** The plain attributes and the relations to one row of `data` whose value differs from the stored one. */
export function changedAttributes(
  strapi: Core.Strapi,
  uid: string,
  before: object,
  data: Record<string, unknown>,
): string[] {
  const { attributes } = strapi.getModel(uid as Parameters<Core.Strapi['getModel']>[0]);
  const stored = before as Record<string, unknown>;
  return Object.keys(data).filter((name) => {
    const attribute: Schema.Attribute.AnyAttribute | undefined = attributes[name];
    if (!attribute || BOOKKEEPING.includes(name)) return false;
    if (isColumn(attribute)) return relatedId(data[name]) !== relatedId(stored[name]);
    if (NESTED_TYPES.includes(attribute.type)) return false;
    return !isEqual(comparable(attribute.type, stored[name]), comparable(attribute.type, data[name]));
  });
}

function comparable(type: string, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (type === 'time' && typeof value === 'string') return timeOfDay(value);
  if (TIME_TYPES.includes(type)) return new Date(value as string | Date).getTime();
  return value;
}

/** Removes every plain attribute from `data`, so that nothing is written, not even the time of the update. */
export function dropPlainAttributes(strapi: Core.Strapi, uid: string, data: Record<string, unknown>): void {
  const { attributes } = strapi.getModel(uid as Parameters<Core.Strapi['getModel']>[0]);
  for (const name of Object.keys(data)) {
    const type = attributes[name]?.type;
    if (name === 'updatedBy' || !type || !NESTED_TYPES.includes(type)) delete data[name];
  }
}

/** The fields in which two public records of the same row differ. */
export function recordChanges(before: Record<string, unknown>, after: Record<string, unknown>): Changes {
  const changes: Changes = {};
  for (const [field, to] of Object.entries(after)) {
    const from = before[field];
    if (!isEqual(from, to)) changes[field] = { from, to };
  }
  return changes;
}
