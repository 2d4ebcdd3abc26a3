import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { insertsOf } from './batches';
import { memoizePerInstance } from './memoize-per-instance';
import { rowsOf } from './raw-query';

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

/** Rows for one table, all with the same columns. */
export interface NewRows {
  /** Their type. */
  uid: string;
  rows: readonly object[];
}

/**
 * Inserts rows directly into a type's table, in the running transaction or in one of its own: the read-only types
 * refuse every write through Strapi.
 * @param at the time of creation; Strapi keeps it in these three columns of every type without drafts
 */
export const insertRows = (
  strapi: Core.Strapi,
  uid: string,
  rows: readonly object[],
  at: Date,
): Promise<void> => insertAll(strapi, [{ uid, rows }], at);

/**
 * The same for several tables that do not refer to each other. PostgreSQL, which is reached over the network, gets as
 * much in one statement as that can take.
 */
export async function insertAll(strapi: Core.Strapi, tables: readonly NewRows[], at: Date): Promise<void> {
  await carryOut(strapi, insertsInto(strapi, tables, at, []));
}

/**
 * The same, and reads other rows after it.
 * @param read does not depend on what is inserted
 */
export async function insertAndRead<Row>(
  strapi: Core.Strapi,
  tables: readonly NewRows[],
  at: Date,
  read: Knex.QueryBuilder,
): Promise<Row[]> {
  const { sql, bindings } = read.toSQL();
  return carryOut(strapi, insertsInto(strapi, tables, at, [{ sql, bindings: [...bindings] }]));
}

/**
 * One insert for each table that has rows, and more where they are too many for one.
 * @param last what follows them
 */
function insertsInto(
  strapi: Core.Strapi,
  tables: readonly NewRows[],
  at: Date,
  last: readonly Statement[],
): Statement[] {
  const stamps = { created_at: at, updated_at: at, published_at: at };
  const inserts = tables.map(({ uid, rows }) =>
    insertsOf(rows.map((row) => ({ ...row, ...stamps }))).map((part) => insertOf(strapi, uid, part)),
  );
  const statements = [...inserts.flat(), ...last];
  const isOneStatement =
    strapi.db.dialect.client === 'postgres' &&
    statements.length > 1 &&
    inserts.every(({ length }) => length <= 1);
  return isOneStatement ? [inAStatement(statements)] : statements;
}

/** @returns the rows that the last statement finds */
async function carryOut<Row>(strapi: Core.Strapi, statements: readonly Statement[]): Promise<Row[]> {
  if (statements.length === 0) return [];
  return strapi.db.transaction(async ({ trx }) => {
    let found: Row[] = [];
    for (const { sql, bindings } of statements) found = await rowsOf(strapi, sql, bindings, trx);
    return found;
  });
}

interface Statement {
  sql: string;
  bindings: unknown[];
}

function insertOf(strapi: Core.Strapi, uid: string, rows: readonly Record<string, unknown>[]): Statement {
  const columns = Object.keys(rows[0] ?? {});
  return {
    sql: insertText(strapi, tableName(strapi, uid), columns) + tuples(rows.length, columns.length),
    bindings: rows.flatMap((row) => columns.map((column) => row[column] ?? null)),
  };
}

/** PostgreSQL carries out all parts of a `with`, whether or not anything reads them. */
function inAStatement(statements: readonly Statement[]): Statement {
  const parts = statements.slice(0, -1).map(({ sql }, index) => `part${index} as (${sql})`);
  return {
    sql: `with ${parts.join()} ${statements.at(-1)?.sql ?? ''}`,
    bindings: statements.flatMap(({ bindings }) => bindings),
  };
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
