import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/types';
import intersection from 'lodash/intersection';
import isEqual from 'lodash/isEqual';
import pick from 'lodash/pick';
import { databaseNow } from '../database/clock';
import { lockRow } from '../database/locks';
import { tableOf } from '../database/tables';
import { nestedValues, populateCustomFields } from '../records/custom-fields';
import { asStrapiError } from './refusals';
import { type InProject, lockRecord, readRecord, readWritten } from './rows';
import type { DocumentWrite } from './strapi-writes';

/** The part of a row of a type that counts versions. */
interface Versioned {
  id: number;
  version: number;
}

type RowBefore = InProject<Versioned>;

/** Records a change of a row's relations, media and components, when there is one. */
export type CountChange = (uid: string, before: RowBefore) => Promise<void>;

type Kept = Map<string, { uid: string; before: RowBefore }>;

/**
 * Rows with their relations, media and components, as they were before the running write. A lifecycle comes too late for
 * that: Strapi writes components before it and relations after it, and the other side of a relation without it. Strapi
 * hands nothing from its document service to its lifecycles.
 */
const running = new AsyncLocalStorage<Kept>();

/**
 * Runs a write in a transaction; the outermost one compares the rows that were kept in it and that no lifecycle took.
 * @param count is given each of them as it was before
 */
export async function comparingRows<Result>(
  strapi: Core.Strapi,
  count: CountChange,
  work: () => Promise<Result>,
): Promise<Result> {
  if (running.getStore()) return work();
  const kept: Kept = new Map();
  try {
    return await strapi.db.transaction(() =>
      running.run(kept, async () => {
        const result = await work();
        for (const { uid, before } of kept.values()) await count(uid, before);
        return result;
      }),
    );
  } catch (error) {
    throw asStrapiError(error);
  }
}

/** Keeps a row as it is now, with its lock, when it is there. Must be called in `comparingRows`. */
export async function keepRow(strapi: Core.Strapi, uid: string, id: number): Promise<void> {
  const kept = running.getStore();
  const key = `${uid}/${id}`;
  if (!kept || kept.has(key) || !(await lockRecord(strapi, uid, { id }))) return;
  kept.set(key, { uid, before: await readRecord(strapi, uid, id) });
}

/** Whether a write by the document service changes what is stored beside the row of its own record. */
export const changesBeside = (strapi: Core.Strapi, { uid, action }: DocumentWrite): boolean =>
  action === 'update' && populateCustomFields(strapi, uid) !== undefined;

/**
 * Locks the row of a document that is about to be updated or deleted, where its lifecycles would come too late with
 * that, and keeps what is stored beside it. Must be called in `comparingRows` when `changesBeside`.
 *
 * MariaDB shows a transaction what it began with, so that Strapi's own look-up may still see what is deleted by now;
 * and there each change must lock the row by its document id first. Deleting locks the row before its entry in that
 * index, and of two changes at once that lock in two orders MariaDB ends one.
 * @returns whether there may be such a row to update
 */
export async function lockBeforeChange(strapi: Core.Strapi, write: DocumentWrite): Promise<boolean> {
  const { uid, action, params } = write;
  const isBeside = changesBeside(strapi, write);
  if (!isBeside && strapi.db.dialect.client !== 'mysql') return true;
  const row = await lockRow<Versioned>(strapi, uid, { documentId: params.documentId ?? '' });
  if (row === null) return action !== 'update';
  if (isBeside) await keepRow(strapi, uid, row.id);
  return true;
}

/**
 * The first row that `where` finds as it was before the current change, locked until the transaction ends. Its
 * lifecycles compare it.
 * @returns null when there is no such row
 */
export async function rowBeforeUpdate<Row extends { id: number }>(
  strapi: Core.Strapi,
  uid: string,
  where: Record<string, unknown> | undefined,
): Promise<InProject<Row> | null> {
  const row = await lockRecord<Row>(strapi, uid, where);
  if (!row || !populateCustomFields(strapi, uid)) return row;
  const kept = running.getStore();
  const key = `${uid}/${row.id}`;
  const { before = await readRecord<Row>(strapi, uid, row.id) } = kept?.get(key) ?? {};
  kept?.delete(key);
  return { ...before, ...row };
}

/** The result of an update: whether it has changed the row itself, and what Strapi answers with. */
interface Update {
  isEffective?: boolean | undefined;
  result?: WriteResult | null;
}

/** Strapi lets lifecycles change what it answers with. */
interface WriteResult {
  id: number;
}

/**
 * The row after a change that began with `before`. When only its relations, media or components have changed, that is a
 * change like any other: the version is stepped once, and Strapi's answer brought up to date.
 * @param times the columns that hold the time of the last change; none of a type that counts no versions
 * @returns undefined when nothing has changed
 */
export async function rowAfterChange<Row extends { id: number }>(
  strapi: Core.Strapi,
  uid: string,
  before: InProject<Row>,
  times: readonly string[] = [],
  { isEffective = false, result = null }: Update = {},
): Promise<InProject<Row> | undefined> {
  const written = await readWritten<Row>(strapi, uid, before);
  if (isEffective) return written;
  const isCounted = times.length > 0;
  if (!isCounted || isEqual(nestedValues(strapi, uid, before), nestedValues(strapi, uid, written)))
    return undefined;
  const now = databaseNow();
  await strapi.db.transaction(({ trx }) =>
    tableOf(strapi, uid)
      .where({ id: before.id })
      .update(Object.fromEntries(times.map((column) => [column, now])))
      .increment('version')
      .transacting(trx),
  );
  const after = await readWritten<Row>(strapi, uid, before);
  if (result) Object.assign(result, pick(after, intersection(Object.keys(result), STEPPED)));
  return after;
}

/** The attributes that a step of the version changes. */
const STEPPED: readonly string[] = ['version', 'syncedAt', 'updatedAt'];
