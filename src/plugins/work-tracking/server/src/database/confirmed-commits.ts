import type { Core } from '@strapi/types';
import type { Knex } from 'knex';

type Container = (transaction: Knex.Transaction) => unknown;

/**
 * Rejects when a commit was lost. Strapi 5.54.0 waits for knex's `commit`, which also resolves when the connection
 * breaks at that moment; only `executionPromise` rejects. Without this a change could be acknowledged that was never
 * made.
 */
export function confirmCommits(strapi: Core.Strapi): void {
  const client = strapi.db.connection.client as {
    transaction: (container: Container, ...rest: unknown[]) => unknown;
  };
  const begin = client.transaction.bind(client);
  client.transaction = (container, ...rest) =>
    begin(
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
}
