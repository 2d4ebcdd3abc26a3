import type { Core } from '@strapi/types';
import { inBatches } from '../database/batches';
import { joinTableOf } from '../host/relation-tables';
import {
  attributesOf,
  componentFields,
  customFields,
  type Attribute,
  type Attributes,
} from '../records/custom-fields';
import { idsIn } from '../records/relation-ids';
import { FILE } from '../uids';

/** The type that an attribute refers to; undefined for one that is neither a relation nor media. */
const targetOf = ({ type, target }: Attribute): string | undefined =>
  type === 'media' ? FILE : type === 'relation' ? target : undefined;

const partsOf = ({ component, components = [] }: Attribute): readonly string[] =>
  component === undefined ? components : [component];

/**
 * The types to which attributes of a type lead, those in its components included.
 * @param own those that are looked through
 */
export function linkedTypes(
  strapi: Core.Strapi,
  uid: string,
  own: Attributes = customFields(strapi, uid),
): Set<string> {
  const found = new Set<string>();
  const add = (attributes: Attributes) => {
    for (const attribute of Object.values(attributes)) {
      const target = targetOf(attribute);
      if (target !== undefined) found.add(target);
      for (const part of partsOf(attribute)) add(componentFields(strapi, part));
    }
  };
  add(own);
  return found;
}

/**
 * Row ids of the type that refer, in an attribute or in a component, to one of these rows of `target`.
 * @param attributes those that are looked through
 */
export const rowsThatLink = (
  strapi: Core.Strapi,
  uid: string,
  target: string,
  ids: readonly number[],
  attributes: Attributes = customFields(strapi, uid),
) => linking(strapi, uid, attributes, target, ids);

async function linking(
  strapi: Core.Strapi,
  uid: string,
  attributes: Attributes,
  target: string,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const found: number[] = [];
  for (const [name, attribute] of Object.entries(attributes)) {
    if (targetOf(attribute) === target) {
      const rows: { id: number }[] = await inBatches(ids, (batch) =>
        strapi.db.query(uid).findMany({ select: ['id'], where: { [name]: { id: { $in: batch } } } }),
      );
      found.push(...rows.map(({ id }) => id));
    }
    for (const part of partsOf(attribute)) {
      const parts = await linking(strapi, part, componentFields(strapi, part), target, ids);
      found.push(...(await rowsWithParts(strapi, uid, name, part, parts)));
    }
  }
  return found;
}

/**
 * Row ids of the type that are, or hold at any depth, one of these rows of `target`: the type itself or a component.
 * @param attributes those that are looked through
 */
export const rowsWith = async (
  strapi: Core.Strapi,
  uid: string,
  target: string,
  ids: readonly number[],
  attributes = customFields(strapi, uid),
) => (target === uid ? [...ids] : holding(strapi, uid, attributes, target, ids));

async function holding(
  strapi: Core.Strapi,
  uid: string,
  attributes: Attributes,
  component: string,
  ids: readonly number[],
): Promise<number[]> {
  const found: number[] = [];
  for (const [name, attribute] of Object.entries(attributes)) {
    for (const part of partsOf(attribute)) {
      const within = await holding(strapi, part, componentFields(strapi, part), component, ids);
      const parts = part === component ? [...ids, ...within] : within;
      found.push(...(await rowsWithParts(strapi, uid, name, part, parts)));
    }
  }
  return found;
}

/** The rows that have one of these components in this attribute. */
async function rowsWithParts(
  strapi: Core.Strapi,
  uid: string,
  name: string,
  part: string,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const { name: table, ownColumn, otherColumn, typeColumn } = joinTableOf(strapi, uid, name);
  const rows: Record<string, number>[] = await strapi.db.transaction(({ trx }) =>
    inBatches(ids, async (batch): Promise<Record<string, number>[]> =>
      strapi.db
        .getConnection(table)
        .select(ownColumn)
        .where({ field: name, ...(typeColumn === undefined ? {} : { [typeColumn]: part }) })
        .whereIn(otherColumn, batch)
        .transacting(trx),
    ),
  );
  return rows.map((row) => row[ownColumn] ?? 0);
}

/** A relation in what is written, by what it leads to. */
export interface GivenRelation {
  /** A content type, or the component that a file is attached to. */
  target: string;
  /** Row ids that are named in what is written. */
  ids: number[];
  /** Whether what it leads to can belong to one row only, and leaves the row that had it. */
  isExclusive: boolean;
}

/** The relations in what is given to the database layer for a row. */
export function givenRelations(
  strapi: Core.Strapi,
  uid: string,
  data: Record<string, unknown>,
): GivenRelation[] {
  return Object.entries(attributesOf(strapi, uid)).flatMap(([name, { type, target, relation = '' }]) => {
    if (type !== 'relation' || data[name] === undefined) return [];
    // Files are `related` to rows of any type.
    if (relation.startsWith('morphTo')) return morphRelationsIn(data[name]);
    if (target === undefined) return [];
    return [{ target, ids: idsIn(data[name]), isExclusive: relation.startsWith('oneTo') }];
  });
}

/** The rows in a morph relation as the database layer takes it: `{id: 1, __type}`, alone or in what `idsIn` reads. */
function morphRelationsIn(value: unknown): GivenRelation[] {
  if (Array.isArray(value)) return value.flatMap(morphRelationsIn);
  if (typeof value !== 'object' || value === null) return [];
  const { id, __type: target, set, connect, disconnect } = value as Record<string, unknown>;
  if (typeof target === 'string') return [{ target, ids: idsIn(id), isExclusive: false }];
  return [set, connect, disconnect].flatMap(morphRelationsIn);
}
