import type { Core } from '@strapi/types';
import type { Transaction } from './tables';

type Task = () => Promise<void>;

interface Callbacks {
  trx: Transaction;
  commit(): Promise<void>;
}

type Begin = (work?: (callbacks: Callbacks) => unknown) => Promise<unknown>;

/** What running transactions have left to do. */
const tasksOf = new WeakMap<Transaction, Task[]>();

/** Has the tasks of `beforeCommit` run at the end of each transaction that Strapi begins with a callback. */
export function runTasksBeforeCommit(strapi: Core.Strapi): void {
  const db = strapi.db as unknown as { transaction: Begin; inTransaction(): boolean };
  const begin = db.transaction.bind(db);
  db.transaction = (work) => {
    if (work === undefined || db.inTransaction()) return begin(work);
    return begin(async (callbacks) => {
      const { trx } = callbacks;
      const commit = async (): Promise<void> => {
        await runTasks(trx);
        await callbacks.commit();
      };
      const result = await work({ ...callbacks, commit });
      await runTasks(trx);
      return result;
    });
  };
}

/**
 * Runs a task in the running transaction, after all else in it. When it fails, the transaction is rolled back. What it
 * locks is locked for as short as can be, and after the locks of all records that the transaction writes.
 */
export async function beforeCommit(strapi: Core.Strapi, task: Task): Promise<void> {
  await strapi.db.transaction(({ trx }) => {
    const tasks = tasksOf.get(trx);
    if (tasks) tasks.push(task);
    else tasksOf.set(trx, [task]);
  });
}

async function runTasks(trx: Transaction): Promise<void> {
  const tasks = tasksOf.get(trx) ?? [];
  for (let task = tasks.shift(); task; task = tasks.shift()) await task();
}
