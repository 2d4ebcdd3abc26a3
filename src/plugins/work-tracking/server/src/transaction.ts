import type { Core } from '@strapi/types';
import { tableOf } from './table';
import { PROJECT } from './uids';

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
      return await writeTransaction(strapi, work);
    } catch (error) {
      if (run === MAX_RUNS || !isConflict(error)) throw error;
    }
  }
}

/**
 * Runs `work` in one transaction that may write from its start, joining the one that is running. On SQLite a
 * transaction that reads first and then wants to write is refused at once when another process has written meanwhile;
 * one that begins with a write waits for its turn.
 */
export async function writeTransaction<Result>(
  strapi: Core.Strapi,
  work: () => Promise<Result>,
): Promise<Result> {
  const mustReserve = strapi.db.dialect.client === 'sqlite' && !strapi.db.inTransaction();
  return strapi.db.transaction(async ({ trx }) => {
    if (mustReserve) await tableOf(strapi, PROJECT).whereRaw('1 = 0').update({ key: '' }).transacting(trx);
    return work();
  });
}

const isConflict = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CONFLICTS.includes(String(error.code));
