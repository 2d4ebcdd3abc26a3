import type { Core } from '@strapi/types';
import type { Knex } from 'knex';

type Container = (transaction: Knex.Transaction) => unknown;

/**
 * Makes a commit that failed fail. Strapi 5.54.0 waits for knex's `commit`, which resolves also when the connection is
 * lost at that moment; only `executionPromise` tells. A change would be acknowledged that was never made.
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
        // Knex commits for whoever returns a promise, and sees to its failure itself.
        if (work instanceof Promise) transaction.commit = commit;
        return work;
      },
      ...rest,
    );
}
