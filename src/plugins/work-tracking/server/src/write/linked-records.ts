import type { Core } from '@strapi/types';
import type { WriteRequest } from '../host/entity-writes';
import { FILE } from '../uids';
import { keepRow } from './compared-rows';
import { givenRelations, linkedTypes, rowsThatLink, rowsWith } from './linking-rows';

/**
 * The types to which records of these types lead: a write of one of those may change a record from the other side of
 * a relation. Must be called once the content types are complete.
 */
export function watchedTypes(strapi: Core.Strapi, recorded: readonly string[]): ReadonlySet<string> {
  const linked = recorded.flatMap((uid) => [...linkedTypes(strapi, uid)]);
  return new Set(linked.length === 0 ? [] : [...linked, ...recorded]);
}

/**
 * Keeps the records that a write changes from the other side of their relations: a customer is deleted, or is given
 * other tickets; a file is deleted, or attached where it is uploaded; another ticket takes over what only one can have.
 * Such a write changes rows of relation tables only, so that no lifecycle of the record runs. Must be called before the
 * write, in `comparingRows`.
 * @param recorded the types whose changes are recorded
 */
export async function keepLinkedRecords(
  strapi: Core.Strapi,
  recorded: readonly string[],
  { uid, write, params }: WriteRequest,
): Promise<void> {
  const relations = givenRelations(strapi, uid, params.data ?? {});
  const isDelete = write === 'delete' || write === 'deleteMany';
  // A record shows the names and addresses of its files.
  if (!isDelete && uid !== FILE && relations.length === 0) return;
  const own = write === 'create' ? [] : await rowIds(strapi, uid, params.where);
  for (const type of recorded) {
    const ids = await rowsThatLink(strapi, type, uid, own);
    for (const { target, ids: given, isExclusive } of relations) {
      ids.push(...(await rowsWith(strapi, type, target, given)));
      if (isExclusive && uid === type) ids.push(...(await rowsThatLink(strapi, uid, target, given)));
    }
    // The row that is written counts its own changes, in its lifecycles.
    const others = new Set(ids.filter((id) => uid !== type || !own.includes(id)));
    // Always in the same order, so that two writes at once don't wait for each other.
    for (const id of [...others].sort((a, b) => a - b)) await keepRow(strapi, type, id);
  }
}

/** The same for a write of a row's relations alone, which runs no lifecycle of that row either. */
export async function keepWithLinkedRecords(
  strapi: Core.Strapi,
  recorded: readonly string[],
  request: WriteRequest,
): Promise<void> {
  const { uid, params } = request;
  await keepLinkedRecords(strapi, recorded, request);
  if (!recorded.includes(uid)) return;
  for (const id of await rowIds(strapi, uid, params.where)) await keepRow(strapi, uid, id);
}

async function rowIds(
  strapi: Core.Strapi,
  uid: string,
  where: WriteRequest['params']['where'] = {},
): Promise<number[]> {
  const rows: { id: number }[] = await strapi.db.query(uid).findMany({ select: ['id'], where });
  return rows.map(({ id }) => id);
}
