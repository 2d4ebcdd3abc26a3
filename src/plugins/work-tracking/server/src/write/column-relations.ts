import type { Core } from '@strapi/types';
import isEqual from 'lodash/isEqual';
import omit from 'lodash/omit';
import { invalidField } from '../../../domain/errors';
import { MAX_INTEGER } from '../../../domain/integers';
import { isStorable } from '../../../domain/storable';
import { columnRelations } from '../host/relation-tables';
import { attributesOf } from '../records/custom-fields';
import { ADMIN_USER, isOwnType, PROJECT } from '../uids';
import { toStrapiError } from './refusals';
import { NO_PROJECT } from './rows';
import type { DocumentWrite } from './strapi-writes';

type Values = Record<string, unknown>;

/**
 * Reads the relations that are columns, of our types and of other types to ours. Strapi's document service translates
 * `{connect, disconnect}`, `{set}` and document ids only for relations with a join table; for one that is a column the
 * database layer takes nothing but the row id. And it takes the column's name too, which no permission, validation or
 * translation of Strapi knows: `project_id` would be a way around all of them, and is refused.
 * @throws ValidationError that names the attribute
 */
export async function readColumnRelations(
  strapi: Core.Strapi,
  { uid, params }: DocumentWrite,
): Promise<void> {
  const given = params.data;
  if (!given) return;
  const own = columnRelations(strapi, uid).filter(({ target }) => [uid, target].some(isOwnType));
  for (const { column, attribute } of own) {
    if (!Object.hasOwn(given, column)) continue;
    throw toStrapiError(invalidField(attribute, `${column} is the name of a column: give ${attribute}.`));
  }
  for (const { attribute: name, target } of own) {
    if (given[name] === undefined || !(target in NOUNS)) continue;
    const id = await relatedRowId(strapi, uid, name, given[name]);
    params.data = id === undefined ? omit(params.data, name) : { ...params.data, [name]: id };
  }
}

/**
 * Row id of the project that a new record is given. The database layer takes it by its column's name, too.
 * @throws WorkTrackingError `validation_failed` when it is given none
 */
export async function givenProjectId(strapi: Core.Strapi, uid: string, data: Values): Promise<number> {
  const id = await relatedRowId(strapi, uid, 'project', data.project ?? data.project_id ?? null);
  if (typeof id !== 'number') throw invalidField('project', NO_PROJECT);
  return id;
}

/**
 * The target of a relation, given in any form that the panel and Strapi's APIs take: `null`, a row id, a document id,
 * `{id}`, `{documentId}`, `{set}`, `{connect, disconnect}`, or a list, of which the last counts.
 * @param uid the type that has the relation
 * @param name of its attribute
 * @returns the row's id, null for nothing, undefined for no change
 * @throws ValidationError for anything else, and for an id that is not there
 */
export async function relatedRowId(
  strapi: Core.Strapi,
  uid: string,
  name: string,
  relation: unknown,
): Promise<number | null | undefined> {
  const { target = '' } = attributesOf(strapi, uid)[name] ?? {};
  const notThere = (given: unknown) =>
    toStrapiError(invalidField(name, `There is no ${NOUNS[target]} with the id "${String(given)}".`));

  /** Whether there is such a row is for the foreign key to say. */
  function existing(id: number): number {
    if (!Number.isInteger(id) || id < 1 || id > MAX_INTEGER) throw notThere(id);
    return id;
  }

  async function idOf(documentId: string): Promise<number> {
    const row: { id: number } | null = isStorable(documentId)
      ? await strapi.db.query(target).findOne({ where: { documentId } })
      : null;
    if (!row) throw notThere(documentId);
    return row.id;
  }

  async function rowId(given: unknown): Promise<number | null | undefined> {
    if (given === null) return null;
    if (typeof given === 'number') return existing(given);
    if (typeof given === 'string') return idOf(given);
    if (Array.isArray(given)) return rowId(given.at(-1) ?? null);
    if (typeof given !== 'object') throw notThere(given);
    const { documentId, id, set, connect, disconnect } = given as Record<string, unknown>;
    if (documentId !== undefined) return rowId(documentId);
    if (id !== undefined) return existing(Number(id));
    if (set !== undefined) return rowId(set);
    if (isFilled(connect)) return rowId(connect);
    return isFilled(disconnect) ? null : undefined;
  }

  return rowId(relation);
}

const isFilled = (list: unknown) => list !== undefined && list !== null && !isEqual(list, []);

/** What our relations that are columns lead to, in sentences. */
const NOUNS: Readonly<Record<string, string>> = { [PROJECT]: 'project', [ADMIN_USER]: 'person' };
