import type { Core } from '@strapi/types';
import { insertsOf } from './batches';
import { memoizePerInstance } from './memoize-per-instance';

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
 * @param rows all with the same columns
 * @param at the time of creation; Strapi keeps it in these three columns of every type without drafts
 */
export async function insertRows(
  strapi: Core.Strapi,
  uid: string,
  rows: readonly object[],
  at: Date,
): Promise<void> {
  const stamped = rows.map((row): Record<string, unknown> => ({
    ...row,
    created_at: at,
    updated_at: at,
    published_at: at,
  }));
  await strapi.db.transaction(async ({ trx }) => {
    for (const insert of insertsOf(stamped)) {
      const columns = Object.keys(insert[0] ?? {});
      const values = insert.flatMap((row) => columns.map((column) => row[column] ?? null));
      const text =
        insertText(strapi, tableName(strapi, uid), columns) + tuples(insert.length, columns.length);
      await strapi.db.connection.raw(text, values as never).transacting(trx);
    }
  });
}

const insertTexts = memoizePerInstance((_strapi: Core.Strapi) => new Map<string, string>());

/**
 * An insert up to its values. It is made once for a table and its columns: knex takes longer to make one than SQLite
 * takes to run it.
 */
function insertText(strapi: Core.Strapi, table: string, columns: readonly string[]): string {
  const texts = insertTexts(strapi);
  const key = [table, ...columns].join();
  const known = texts.get(key);
  if (known !== undefined) return known;
  const names = columns.map(() => '??').join(', ');
  const text = strapi.db.connection.raw(`insert into ?? (${names}) values `, [table, ...columns]).toQuery();
  texts.set(key, text);
  return text;
}

/** The places of the values of some rows. */
function tuples(rows: number, columns: number): string {
  const one = `(${Array<string>(columns).fill('?').join(', ')})`;
  return Array<string>(rows).fill(one).join(', ');
}
