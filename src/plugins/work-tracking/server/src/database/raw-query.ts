import type { Core } from '@strapi/types';
import type { Knex } from 'knex';

/**
 * The rows that a statement finds. Each driver answers them in a form of its own.
 * @param trx the transaction that it is part of, if it is part of one
 */
export async function rowsOf<Row>(
  strapi: Core.Strapi,
  sql: string,
  bindings: readonly unknown[],
  trx?: Knex.Transaction,
): Promise<Row[]> {
  const statement = strapi.db.connection.raw(sql, bindings as never);
  const answer: unknown = await (trx ? statement.transacting(trx) : statement);
  switch (strapi.db.dialect.client) {
    case 'postgres':
      return (answer as { rows: Row[] }).rows;
    case 'mysql':
      return (answer as [Row[]])[0];
    default:
      return answer as Row[];
  }
}
