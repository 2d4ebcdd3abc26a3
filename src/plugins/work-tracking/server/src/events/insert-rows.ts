import type { Core } from '@strapi/types';
import { tableOf, type Transaction } from '../table';

/**
 * Straight to the table: the content types of the outbox refuse every write that comes through Strapi.
 * @param at when they are created, as Strapi keeps it on every row of a type without drafts
 */
export async function insertRows(
  strapi: Core.Strapi,
  trx: Transaction,
  uid: string,
  rows: readonly object[],
  at: Date,
): Promise<void> {
  const stamped = rows.map((row) => ({ ...row, created_at: at, updated_at: at, published_at: at }));
  await tableOf(strapi, uid).insert(stamped).transacting(trx);
}
