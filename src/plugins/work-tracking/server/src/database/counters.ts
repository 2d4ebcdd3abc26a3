import type { Core } from '@strapi/types';
import { v7 as uuidv7 } from 'uuid';
import { COUNTER } from '../uids';
import { databaseNow } from './clock';
import { memoizePerInstance } from './memoize-per-instance';
import { tableName } from './tables';

/** The counters of each project. */
export type CounterName = 'tickets' | 'changes';

const COLUMNS = ['document_id', 'project_id', 'name', 'value', 'created_at', 'updated_at', 'published_at'];

/** Counts one further. @returns 1, 2, 3, …, each once */
export const nextNumber = (strapi: Core.Strapi, projectId: number, name: CounterName): Promise<number> =>
  nextNumbers(strapi, projectId, name, 1);

/**
 * Counts further in the running transaction, which must take the numbers with it: one that is rolled back gives them
 * free again. Until it ends, others who count the same wait.
 * @param projectId row id
 * @param count how many numbers are taken
 * @returns the first of them
 */
export async function nextNumbers(
  strapi: Core.Strapi,
  projectId: number,
  name: CounterName,
  count: number,
): Promise<number> {
  const now = databaseNow();
  const values = [uuidv7(), projectId, name, count, now, now, now, count, now];
  return strapi.db.transaction(async ({ trx }) => {
    const answer: unknown = await strapi.db.connection
      .raw(countingText(strapi), values as never)
      .transacting(trx);
    return countedTo(strapi, answer, count) - count + 1;
  });
}

/** The statement that counts, made once: knex takes longer to make it than SQLite takes to run it. */
const countingText = memoizePerInstance((strapi: Core.Strapi): string => {
  const isMysql = strapi.db.dialect.client === 'mysql';
  const stored = isMysql ? 'value' : `${strapi.db.metadata.get(COUNTER).tableName}.value`;
  const quoted = (text: string, names: readonly string[]) =>
    strapi.db.connection.raw(text, names as never).toQuery();
  const insert = quoted(`insert into ?? (${COLUMNS.map(() => '??').join()})`, [
    tableName(strapi, COUNTER),
    ...COLUMNS,
  ]);
  const next = isMysql
    ? `on duplicate key update ${quoted('?? = last_insert_id(??', ['value', stored])} + ?), updated_at = ?`
    : `on conflict (project_id, name) do update set ${quoted('?? = ??', ['value', stored])} + ?, updated_at = ? returning ${quoted('??', ['value'])}`;
  return `${insert} values (?, ?, ?, ?, ?, ?, ?) ${next}`;
});

/** Each driver answers in a form of its own. MySQL tells of two rows where one was updated. */
function countedTo(strapi: Core.Strapi, answer: unknown, count: number): number {
  switch (strapi.db.dialect.client) {
    case 'postgres':
      return (answer as { rows: [{ value: number }] }).rows[0].value;
    case 'mysql': {
      const [{ affectedRows, insertId }] = answer as [{ affectedRows: number; insertId: number }];
      return affectedRows === 1 ? count : insertId;
    }
    default:
      return (answer as [{ value: number }])[0].value;
  }
}
