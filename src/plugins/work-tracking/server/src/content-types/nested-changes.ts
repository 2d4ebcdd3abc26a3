import type { Core } from '@strapi/types';
import isEqual from 'lodash/isEqual';
import { databaseNow } from '../database-clock';
import { nestedValues, teamPopulate } from '../records/team-fields';
import { tableOf, type Transaction } from '../table';
import type { InProject } from './lifecycle-event';
import { currentRow, lockedRow } from './locked-row';

/**
 * A row's relations, media and components are not among what a lifecycle is about to write: the document service has
 * written components by then, and relations come after. So they are compared before and after, and count all the same.
 */
interface Stored {
  id: number;
  version: number;
}

/** Rows as they were before the document service began to change them. */
const remembered = new WeakMap<Transaction, Map<string, InProject<Stored>>>();

const keyOf = (uid: string, id: number) => `${uid}/${id}`;

/** Keeps how a document is now for the lifecycles of the running transaction. */
export async function rememberRow(strapi: Core.Strapi, uid: string, documentId: string): Promise<void> {
  if (!teamPopulate(strapi, uid)) return;
  const row = await lockedRow<Stored>(strapi, uid, { documentId });
  if (!row) return;
  const current = await currentRow<Stored>(strapi, uid, row.id);
  await strapi.db.transaction(({ trx }) => {
    const rows = remembered.get(trx) ?? new Map<string, InProject<Stored>>();
    remembered.set(trx, rows.set(keyOf(uid, row.id), current));
    return Promise.resolve();
  });
}

/**
 * The row that `where` names as it was before the change that is running, locked until the transaction ends.
 * @returns null when there is no such row
 */
export async function rowBeforeUpdate<Row extends Stored>(
  strapi: Core.Strapi,
  uid: string,
  where: Record<string, unknown> | undefined,
): Promise<InProject<Row> | null> {
  const row = await lockedRow<Row>(strapi, uid, where);
  if (!row || !teamPopulate(strapi, uid)) return row;
  const kept = await strapi.db.transaction(({ trx }) => {
    const rows = remembered.get(trx);
    const known = rows?.get(keyOf(uid, row.id));
    rows?.delete(keyOf(uid, row.id));
    return Promise.resolve(known);
  });
  return (kept as InProject<Row> | undefined) ?? currentRow<Row>(strapi, uid, row.id);
}

/**
 * Whether a change of which nothing else is effective has changed the row's relations, media or components. It is
 * then a change like any other: one step of the version.
 * @param times the columns that hold when it was
 * @returns the row as it is now; undefined when nothing has changed
 */
export async function steppedForNested<Row extends Stored>(
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
      .update({ version: before.version + 1, ...Object.fromEntries(times.map((column) => [column, now])) })
      .transacting(trx),
  );
  return currentRow<Row>(strapi, uid, before.id);
}
