import type { Core } from '@strapi/types';

/** Two transactions got in each other's way and the database gave one up: run again, it succeeds. */
const CONFLICTS = [
  '40001', // PostgreSQL: serialization failure
  '40P01', // PostgreSQL: deadlock
  'ER_LOCK_DEADLOCK',
  'ER_CHECKREAD', // MariaDB: the row has changed since it was read
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
];
const MAX_RUNS = 5;

/**
 * Runs `work` in one transaction, and again from the start when the database gave it up for another's sake.
 * @param work must have no effect outside of the database
 */
export async function transact<Result>(strapi: Core.Strapi, work: () => Promise<Result>): Promise<Result> {
  for (let run = 1; ; run += 1) {
    try {
      return await strapi.db.transaction(work);
    } catch (error) {
      if (run === MAX_RUNS || !isConflict(error)) throw error;
    }
  }
}

const isConflict = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CONFLICTS.includes(String(error.code));
