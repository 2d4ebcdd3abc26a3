import type { Core } from '@strapi/types';
import { insertsOf } from './batches';

/**
 * A knex query on a type's table, in the configured database schema. Join a transaction with `.transacting()`.
 */
export const tableOf = (strapi: Core.Strapi, uid: string) =>
  strapi.db.getConnection(strapi.db.metadata.get(uid).tableName);

/** The name of a type's table for knex's `??`, with the configured database schema. */
export function tableName(strapi: Core.Strapi, uid: string): string {
  const schema = strapi.db.getSchemaName();
  const { tableName: name } = strapi.db.metadata.get(uid);
  return schema ? `${schema}.${name}` : name;
}

/** The handle of a running transaction, as `strapi.db.transaction()` gives it. */
export type Transaction = Parameters<Parameters<Core.Strapi['db']['transaction']>[0]>[0]['trx'];

/**
 * Inserts rows directly into a type's table, in the running transaction or in one of its own: the read-only types
 * refuse every write through Strapi.
 * @param at the time of creation; Strapi keeps it in these three columns of every type without drafts
 */
export async function insertRows(
  strapi: Core.Strapi,
  uid: string,
  rows: readonly object[],
  at: Date,
): Promise<void> {
  const stamped = rows.map((row) => ({ ...row, created_at: at, updated_at: at, published_at: at }));
  await strapi.db.transaction(async ({ trx }) => {
    for (const insert of insertsOf(stamped)) await tableOf(strapi, uid).insert(insert).transacting(trx);
  });
}
