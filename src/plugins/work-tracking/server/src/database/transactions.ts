import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/types';
import type { Knex } from 'knex';

type Task = () => Promise<void>;

/** A list of which each transaction has its own. */
type ListOf<Item> = () => Item[];

/** The lists of a running transaction. */
class Running {
  private readonly lists = new Map<ListOf<unknown>, unknown[]>();
  /** What the lists held at each savepoint that is still there, in the order in which they were made. */
  private readonly savepoints: { name: string; lists: ReadonlyMap<ListOf<unknown>, unknown[]> }[] = [];

  list(of: ListOf<unknown>): unknown[] {
    let list = this.lists.get(of);
    if (!list) this.lists.set(of, (list = []));
    return list;
  }

  /** What is rolled back to a savepoint takes with it what the lists have got since. */
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
    // One that was returned to is still there.
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
 * Strapi 5.54 leaves the promises of what follows a commit alone, so that Node would end the process: after each write
 * its document service reads the record for its `entry.*` event, and fails when somebody has deleted it meanwhile, or
 * the database is gone.
 */
export function watchTransactions(strapi: Core.Strapi): void {
  const db = strapi.db as unknown as { transaction: Begin; inTransaction(): boolean };
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
    strapi.log.warn('What follows a commit has failed; the commit stands.', error);
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

/** The parts that are used here of knex's client. */
interface Client {
  transaction: (container: (transaction: Knex.Transaction) => unknown, ...rest: unknown[]) => Beginning;
}

/** A transaction of knex's that is about to begin. */
interface Beginning {
  begin(connection: unknown): Promise<unknown>;
  query(connection: unknown, sql: string): Promise<unknown>;
}

/**
 * Changes how knex begins and commits.
 *
 * A commit that was lost rejects. Strapi 5.54.0 waits for knex's `commit`, which also resolves when the connection
 * breaks at that moment; only `executionPromise` rejects. Without this a change could be acknowledged that was never
 * made.
 *
 * On SQLite a transaction waits for the right to write when it begins. By SQLite's default it waits at its first write,
 * and one that has read before fails there at once, however long it could have waited, when another process has written
 * since: a command beside a busy server, or the server beside a command.
 */
export function changeBeginAndCommit(strapi: Core.Strapi): void {
  const isSqlite = strapi.db.dialect.client === 'sqlite';
  const client = strapi.db.connection.client as Client;
  const begin = client.transaction.bind(client);
  client.transaction = (container, ...rest) => {
    const beginning = begin(
      (transaction) => {
        const commit = transaction.commit.bind(transaction);
        transaction.commit = (async (value: unknown) => {
          const result = await commit(value);
          await transaction.executionPromise;
          return result;
        }) as Knex.Transaction['commit'];
        const work = container(transaction);
        // When the container returns a promise, knex commits by itself and rejects if that fails.
        if (work instanceof Promise) transaction.commit = commit;
        return work;
      },
      ...rest,
    );
    // knex begins in a later turn.
    if (isSqlite) beginning.begin = (connection) => beginning.query(connection, 'BEGIN IMMEDIATE;');
    return beginning;
  };
}
