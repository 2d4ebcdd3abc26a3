import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { assertKnown, assertMethods } from './known';

/** The parts that are used here of knex's client. */
interface Client {
  transaction: (container: (transaction: Knex.Transaction) => unknown, ...rest: unknown[]) => Beginning;
}

/** A transaction of knex's that is about to begin. */
interface Beginning {
  begin(connection: unknown): Promise<unknown>;
  query(connection: unknown, sql: string): Promise<unknown>;
}

const BEGIN = 'BEGIN IMMEDIATE;';

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
  assertMethods(strapi, "knex's client", client, ['transaction']);
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
    if (isSqlite) beginning.begin = (connection) => beginning.query(connection, BEGIN);
    return beginning;
  };
}

/** Must run once the database is open. @throws Error when knex begins in another way than the one that is changed */
export async function checkBeginAndCommit(strapi: Core.Strapi): Promise<void> {
  const statements: string[] = [];
  const note = ({ sql }: { sql: string }) => void statements.push(sql);
  strapi.db.connection.on('query', note);
  const confirms = await strapi.db.transaction(
    ({ trx }: { trx: Knex.Transaction }) => trx.executionPromise instanceof Promise,
  );
  strapi.db.connection.removeListener('query', note);
  assertKnown(strapi, "the executionPromise of knex's transactions", confirms);
  const isSqlite = strapi.db.dialect.client === 'sqlite';
  assertKnown(strapi, 'how knex begins a transaction', !isSqlite || statements.includes(BEGIN));
}
