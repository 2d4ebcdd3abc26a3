import type { Core } from '@strapi/types';
import isEqual from 'lodash/isEqual';
import remove from 'lodash/remove';
import { databaseNow } from '../database/clock';
import { lockRow } from '../database/locks';
import { tableOf } from '../database/tables';
import { listPerTransaction } from '../database/transactions';
import { nestedValues, populateCustomFields } from '../records/custom-fields';
import { type InProject, lockRecord, readRecord, readWritten } from './rows';

/**
 * A lifecycle does not see changes of relations, media and components: the document service has written components
 * before it, and relations come after it. So the rows are compared before and after the write.
 */
interface Stored {
  id: number;
  version: number;
}

/** Relations, media and components of rows, as they were before the document service began to change them. */
const remembered = listPerTransaction<{ uid: string; row: InProject<Stored> }>();

/**
 * Locks the row of a document, and keeps what is stored beside it as it is now for the row's lifecycles.
 * @returns whether there is such a row
 */
export async function lockBeforeUpdate(
  strapi: Core.Strapi,
  uid: string,
  documentId: string,
): Promise<boolean> {
  const row = await lockRow<Stored>(strapi, uid, { documentId });
  if (row && populateCustomFields(strapi, uid))
    remembered().push({ uid, row: await readRecord(strapi, uid, row.id) });
  return row !== null;
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
  const [kept] = remove(remembered(), (one) => one.uid === uid && one.row.id === row.id).slice(-1);
  return { ...(kept?.row ?? (await readRecord<Row>(strapi, uid, row.id))), ...row };
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
  return readWritten<Row>(strapi, uid, before);
}
