import type { Core } from '@strapi/types';
import intersection from 'lodash/intersection';
import isEqual from 'lodash/isEqual';
import pick from 'lodash/pick';
import pull from 'lodash/pull';
import remove from 'lodash/remove';
import { databaseNow } from '../database/clock';
import { lockRow } from '../database/locks';
import { tableOf } from '../database/tables';
import { listPerTransaction } from '../host/transactions';
import { nestedValues, populateCustomFields } from '../records/custom-fields';
import type { DocumentWrite } from './document-write';
import { type InProject, lockRecord, readRecord, readWritten } from './rows';

interface Stored {
  id: number;
  version: number;
}

/**
 * Relations, media and components of rows, as they were before the document service began to change them. A lifecycle
 * does not see such changes: the service writes components before it, and relations after it. So the rows are compared
 * before and after the write.
 */
const remembered = listPerTransaction<{ uid: string; row: InProject<Stored> }>();

/**
 * Locks the row of a document that is about to be updated or deleted, where its lifecycles would come too late with
 * that. What is stored beside the row is kept for them: the document service writes components before they run.
 *
 * MariaDB shows a transaction what it began with, so that Strapi's own look-up may still see what is deleted by now;
 * and there each change must lock the row by its document id first. Deleting locks the row before its entry in that
 * index, and of two changes at once that lock in two orders MariaDB ends one.
 * @returns a function that forgets what was kept, to call after the write; null when there is no such row to update
 */
export async function lockBeforeChange(
  strapi: Core.Strapi,
  { uid, action, params: { documentId = '' } }: DocumentWrite,
): Promise<(() => void) | null> {
  const isUpdate = action === 'update';
  const hasNested = isUpdate && populateCustomFields(strapi, uid) !== undefined;
  if (!hasNested && strapi.db.dialect.client !== 'mysql') return nothing;
  const row = await lockRow<Stored>(strapi, uid, { documentId });
  if (row === null) return isUpdate ? null : nothing;
  if (!hasNested) return nothing;
  const kept = { uid, row: await readRecord<Stored>(strapi, uid, row.id) };
  remembered().push(kept);
  return () => void pull(remembered(), kept);
}

const nothing = (): void => undefined;

/**
 * The first row that `where` finds as it was before the current change, locked until the transaction ends.
 * @returns null when there is no such row
 */
export async function rowBeforeUpdate<Row extends Stored>(
  strapi: Core.Strapi,
  uid: string,
  where: Record<string, unknown> | undefined,
): Promise<InProject<Row> | null> {
  const row = await lockRecord<Row>(strapi, uid, where);
  if (!row || !populateCustomFields(strapi, uid)) return row;
  const [kept] = remove(remembered(), (one) => one.uid === uid && one.row.id === row.id).slice(-1);
  return { ...(kept?.row ?? (await readRecord<Row>(strapi, uid, row.id))), ...row };
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
 * @param times the columns that hold the time of the last change
 * @returns undefined when nothing has changed
 */
export async function rowAfterChange<Row extends Stored>(
  strapi: Core.Strapi,
  uid: string,
  before: InProject<Row>,
  times: readonly string[],
  { isEffective = false, result = null }: Update = {},
): Promise<InProject<Row> | undefined> {
  const written = await readWritten<Row>(strapi, uid, before);
  if (isEffective) return written;
  if (isEqual(nestedValues(strapi, uid, before), nestedValues(strapi, uid, written))) return undefined;
  const now = databaseNow();
  await strapi.db.transaction(({ trx }) =>
    tableOf(strapi, uid)
      .where({ id: before.id })
      .update({ version: written.version + 1, ...Object.fromEntries(times.map((column) => [column, now])) })
      .transacting(trx),
  );
  const after = await readWritten<Row>(strapi, uid, before);
  if (result) Object.assign(result, pick(after, intersection(Object.keys(result), STEPPED)));
  return after;
}

/** The attributes that a step of the version changes. */
const STEPPED: readonly string[] = ['version', 'syncedAt', 'updatedAt'];
