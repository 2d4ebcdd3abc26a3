import type { Core } from '@strapi/types';
import isEqual from 'lodash/isEqual';
import { databaseNow } from '../database/clock';
import { tableOf, type Transaction } from '../database/tables';
import { nestedValues, populateCustomFields } from '../records/custom-fields';
import { type InProject, readRecord, lockRecord } from './rows';

/**
 * A lifecycle does not see changes of relations, media and components: the document service has written components
 * before it, and relations come after it. So the rows are compared before and after the write.
 */
interface Stored {
  id: number;
  version: number;
}

/** Rows as they were before the document service began to change them. */
const remembered = new WeakMap<Transaction, Map<string, InProject<Stored>>>();

const keyOf = (uid: string, id: number) => `${uid}/${id}`;

/**
 * Locks the row of a document, and keeps it as it is now for the lifecycles of the running transaction.
 * @returns whether there is such a row
 */
export async function rememberRowBeforeWrite(
  strapi: Core.Strapi,
  uid: string,
  documentId: string,
): Promise<boolean> {
  const row = await lockRecord<Stored>(strapi, uid, { documentId });
  if (!row) return false;
  if (!populateCustomFields(strapi, uid)) return true;
  const current = await readRecord<Stored>(strapi, uid, row.id);
  await strapi.db.transaction(({ trx }) => {
    const rows = remembered.get(trx) ?? new Map<string, InProject<Stored>>();
    remembered.set(trx, rows.set(keyOf(uid, row.id), current));
    return Promise.resolve();
  });
  return true;
}

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
  const kept = await strapi.db.transaction(({ trx }) => {
    const rows = remembered.get(trx);
    const known = rows?.get(keyOf(uid, row.id));
    rows?.delete(keyOf(uid, row.id));
    return Promise.resolve(known);
  });
  return (kept as InProject<Row> | undefined) ?? readRecord<Row>(strapi, uid, row.id);
}

/**
 * Steps the version once when only the row's relations, media or components have changed: that is a change like any
 * other.
 * @param times the columns that hold the time of the last change
 * @returns the row as it is now; undefined when nothing has changed
 */
export async function stepVersionIfNestedChanged<Row extends Stored>(
  strapi: Core.Strapi,
  uid: string,
  before: InProject<Row>,
  after: InProject<Row>,
  times: readonly string[],
): Promise<InProject<Row> | undefined> {
  if (isEqual(nestedValues(strapi, uid, before), nestedValues(strapi, uid, after))) return undefined;
  const now = databaseNow();
  await strapi.db.transaction(({ trx }) =>
    tableOf(strapi, uid)
      .where({ id: before.id })
      .update({ version: after.version + 1, ...Object.fromEntries(times.map((column) => [column, now])) })
      .transacting(trx),
  );
  return readRecord<Row>(strapi, uid, before.id);
}
