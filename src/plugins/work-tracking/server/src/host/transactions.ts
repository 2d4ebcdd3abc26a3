import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { assertKnown, assertMethods } from './known';

type Task = () => Promise<void>;

/** A list of which each transaction has its own. */
type ListOf<Item> = () => Item[];

/** The lists of a running transaction. */
class Running {
  private readonly lists = new Map<ListOf<unknown>, unknown[]>();
  /** The content of the lists at each savepoint that is still there, oldest first. */
  private readonly savepoints: { name: string; lists: ReadonlyMap<ListOf<unknown>, unknown[]> }[] = [];

  list(of: ListOf<unknown>): unknown[] {
    let list = this.lists.get(of);
    if (!list) this.lists.set(of, (list = []));
    return list;
  }

  /** A rollback to a savepoint takes from the lists what they have got since. */
  follow(sql: string): void {
    const [, made, released, returned] = OF_SAVEPOINT.exec(sql) ?? [];
    if (made !== undefined) {
      const lists = new Map([...this.lists].map(([of, list]) => [of, [...list]]));
      this.savepoints.push({ name: nameOf(made), lists });
    }
    const name = nameOf(released ?? returned ?? '');
    const index = this.savepoints.findLastIndex((savepoint) => savepoint.name === name);
    const { lists } = this.savepoints[index] ?? {};
    if (!lists) return;
    // A savepoint that was rolled back to is still there.
    this.savepoints.length = released === undefined ? index + 1 : index;
    if (returned === undefined) return;
    for (const [of, list] of this.lists) list.splice(0, list.length, ...(lists.get(of) ?? []));
  }
}

/** A statement that makes, releases or returns to a savepoint, with its name. */
const OF_SAVEPOINT =
  /^\s*(?:savepoint\s+([^\s;]+)|release\s+(?:savepoint\s+)?([^\s;]+)|rollback\s+(?:\w+\s+)?to\s+(?:savepoint\s+)?([^\s;]+))/i;

/** Databases take a name in quotes, and in capitals, for the same. */
const nameOf = (given: string): string => given.replaceAll(/["`]/g, '').toLowerCase();

const running = new AsyncLocalStorage<Running>();

interface Callbacks {
  trx: Knex.Transaction;
  commit(): Promise<void>;
  onCommit(callback: () => unknown): void;
}

type Begin = (work?: (callbacks: Callbacks) => unknown) => Promise<unknown>;

/**
 * Changes how the transactions end that Strapi begins with a callback: the tasks of `beforeCommit` are run, and what
 * fails after the commit is logged.
 *
 * Strapi 5.54 does not handle rejections of what it runs after a commit; Node would end the process. After each write
 * its document service reads the record for its `entry.*` event, and fails when somebody has deleted it meanwhile, or
 * the database is gone.
 */
export function watchTransactions(strapi: Core.Strapi): void {
  const db = strapi.db as unknown as { transaction: Begin; inTransaction(): boolean };
  assertMethods(strapi, 'strapi.db', db, ['transaction', 'inTransaction']);
  const begin = db.transaction.bind(db);
  db.transaction = (work) => {
    if (work === undefined) return begin();
    const logging = (callbacks: Callbacks) =>
      work({ ...callbacks, onCommit: (callback) => callbacks.onCommit(logged(strapi, callback)) });
    if (db.inTransaction()) return begin(logging);
    const own = new Running();
    return running.run(own, () =>
      begin(async (callbacks) => {
        callbacks.trx.on('query', ({ sql }: { sql: string }) => own.follow(sql));
        const commit = async (): Promise<void> => {
          await runTasks();
          await callbacks.commit();
        };
        const result = await logging({ ...callbacks, commit });
        await runTasks();
        return result;
      }),
    );
  };
}

const logged = (strapi: Core.Strapi, callback: () => unknown) => async (): Promise<void> => {
  try {
    await callback();
  } catch (error) {
    strapi.log.warn('Code that runs after a commit failed; the change is committed.', error);
  }
};

/**
 * Makes a list of which each transaction has its own; what is added after a savepoint goes when the transaction is
 * rolled back to it.
 * @returns the list of the running transaction, which must be one of `strapi.db.transaction(work)`
 */
export function listPerTransaction<Item>(): ListOf<Item> {
  const listOf: ListOf<Item> = () => {
    const own = running.getStore();
    if (own === undefined) throw new Error('This must be called in strapi.db.transaction(work).');
    return own.list(listOf) as Item[];
  };
  return listOf;
}

const tasks = listPerTransaction<Task>();

async function runTasks(): Promise<void> {
  for (let task = tasks().shift(); task; task = tasks().shift()) await task();
}

/**
 * Runs a task in the running transaction, after all else in it. When it fails, the transaction is rolled back. What it
 * locks is locked for as short as can be, and after the locks of all records that the transaction writes.
 */
export const beforeCommit = (strapi: Core.Strapi, task: Task): Promise<void> =>
  strapi.db.transaction(() => {
    tasks().push(task);
  });

/** Must run once the database is open. @throws Error when knex tells of its savepoints in other words */
export async function checkTransactions(strapi: Core.Strapi): Promise<void> {
  const noted = listPerTransaction<string>();
  const left = await strapi.db.transaction(async ({ trx }: { trx: Knex.Transaction }) => {
    noted().push('before the savepoint');
    const undone = trx.transaction(async () => {
      noted().push('after it');
      await Promise.reject(new Undone());
    });
    await undone.catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
    return [...noted()];
  });
  assertKnown(strapi, 'what knex says of a savepoint', left.join() === 'before the savepoint');
}

class Undone extends Error {}
