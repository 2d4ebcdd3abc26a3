import type { Core } from '@strapi/types';

/** Whether an error is one of the database's drivers with one of these codes. */
export const hasCode = (error: unknown, codes: readonly string[]): error is Error =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

const CONFLICTS = [
  '40001', // PostgreSQL: serialization failure
  '40P01', // PostgreSQL: deadlock
  'ER_LOCK_DEADLOCK',
  'ER_CHECKREAD', // MariaDB: the row has changed since it was read
  'SQLITE_BUSY',
];
const MAX_RUNS = 5;

/** Whether the database has rolled back a transaction in favour of another one: run again, it succeeds. */
export const isConflict = (error: unknown): boolean => hasCode(error, CONFLICTS);

/**
 * Runs `work` in a transaction, or in the one that is running, and again from the start when the database rolled it back in favour of another one.
 * @param work must have no effect outside of the database
 * @param isRepeatable says no once it may have had one
 */
export async function transact<Result>(
  strapi: Core.Strapi,
  work: () => Promise<Result>,
  isRepeatable = () => true,
): Promise<Result> {
  // The database has rolled back the outer transaction: the caller that began it runs it again.
  if (strapi.db.inTransaction()) return work();
  for (let run = 1; ; run += 1) {
    try {
      return await strapi.db.transaction(() => work());
    } catch (error) {
      if (run === MAX_RUNS || !isConflict(error) || !isRepeatable()) throw error;
    }
  }
}
