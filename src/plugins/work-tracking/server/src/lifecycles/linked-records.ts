import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/types';
import once from 'lodash/once';
import type { WriteRequest } from '../host/entity-writes';
import { FILE } from '../uids';
import type { DocumentWrite } from './document-write';
import { givenRelations } from './given-relations';
import { linkedTypes, rowsThatLink, rowsWith } from './linking-rows';
import { lockRecord, readRecord, type InProject } from './rows';
import { asStrapiError } from './strapi-errors';

/** A record as it was before the write of another one. */
type Before = InProject<{ id: number; version: number }>;

/** Counts the difference between a record as it was and as it is now, if there is one, as a change of that record. */
export type CountChange = (before: never) => Promise<void>;

/** The types whose changes are recorded. */
type RecordedTypes = Readonly<Record<string, CountChange>>;

type Remembered = Map<string, { uid: string; before: Before }>;

/** The records that the running write may change from the other side of a relation. */
const remembered = new AsyncLocalStorage<Remembered>();

/**
 * Counts changes of a record that are made from the other side of its relations: a customer is deleted, or is given
 * other tickets; a file is deleted, or attached where it is uploaded; another ticket takes over what only one can have.
 * Such a write changes rows of relation tables only, so no lifecycle of the record runs. Its links are compared before
 * and after, in one transaction.
 * @returns what runs a write by each of the ways that there are
 */
export function countChangesOfLinkedRecords(strapi: Core.Strapi, types: RecordedTypes): LinkedWrites {
  // Once the content types are complete.
  const linked = once(() => new Set(Object.keys(types).flatMap((uid) => [...linkedTypes(strapi, uid)])));
  const isWatched = (uid: string) => linked().has(uid) || (uid in types && linked().size > 0);

  return {
    async document({ uid }, next) {
      return isWatched(uid) ? counting(strapi, types, next) : next();
    },

    async entity(request, next) {
      if (request.write === 'createMany' || !isWatched(request.uid)) return next();
      return counting(strapi, types, async (rows) => {
        await rememberLinkedRecords(strapi, types, rows, request);
        return next();
      });
    },

    async relations(request, next) {
      if (!isWatched(request.uid)) return next();
      return counting(strapi, types, async (rows) => {
        await rememberLinkedRecords(strapi, types, rows, request);
        if (request.uid in types) {
          const own = await rowIds(strapi, request.uid, request.params.where);
          for (const id of own) await remember(strapi, rows, request.uid, id);
        }
        return next();
      });
    },
  };
}

/** Runs a write of the document service, of a row with its relations, or of relations alone. */
interface LinkedWrites {
  document(write: DocumentWrite, next: () => Promise<unknown>): Promise<unknown>;
  entity<Result>(write: WriteRequest, next: () => Promise<Result>): Promise<Result>;
  relations<Result>(write: WriteRequest, next: () => Promise<Result>): Promise<Result>;
}

/** Runs a write; the outermost one compares what it and those within it have remembered. */
async function counting<Result>(
  strapi: Core.Strapi,
  types: RecordedTypes,
  work: (rows: Remembered) => Promise<Result>,
): Promise<Result> {
  const outer = remembered.getStore();
  if (outer) return work(outer);
  const rows: Remembered = new Map();
  try {
    return await strapi.db.transaction(() =>
      remembered.run(rows, async () => {
        const result = await work(rows);
        for (const { uid, before } of rows.values()) await types[uid]?.(before as never);
        return result;
      }),
    );
  } catch (error) {
    throw asStrapiError(error);
  }
}

async function rememberLinkedRecords(
  strapi: Core.Strapi,
  types: RecordedTypes,
  rows: Remembered,
  { uid, write, params }: WriteRequest,
): Promise<void> {
  const relations = givenRelations(strapi, uid, params.data ?? {});
  const isDelete = write === 'delete' || write === 'deleteMany';
  // A record shows the names and addresses of its files.
  if (!isDelete && uid !== FILE && relations.length === 0) return;
  const own = write === 'create' ? [] : await rowIds(strapi, uid, params.where);
  for (const recorded of Object.keys(types)) {
    const ids = await rowsThatLink(strapi, recorded, uid, own);
    for (const { target, ids: given, isExclusive } of relations) {
      ids.push(...(await rowsWith(strapi, recorded, target, given)));
      if (isExclusive && uid === recorded) ids.push(...(await rowsThatLink(strapi, uid, target, given)));
    }
    // The row that is written counts its own changes, in its lifecycles.
    const others = new Set(ids.filter((id) => uid !== recorded || !own.includes(id)));
    // Always in the same order, so that two writes at once don't wait for each other.
    for (const id of [...others].sort((a, b) => a - b)) await remember(strapi, rows, recorded, id);
  }
}

async function remember(strapi: Core.Strapi, rows: Remembered, uid: string, id: number): Promise<void> {
  const key = `${uid}/${id}`;
  if (rows.has(key) || !(await lockRecord(strapi, uid, { id }))) return;
  rows.set(key, { uid, before: await readRecord(strapi, uid, id) });
}

async function rowIds(
  strapi: Core.Strapi,
  uid: string,
  where: WriteRequest['params']['where'] = {},
): Promise<number[]> {
  const rows: { id: number }[] = await strapi.db.query(uid).findMany({ select: ['id'], where });
  return rows.map(({ id }) => id);
}
