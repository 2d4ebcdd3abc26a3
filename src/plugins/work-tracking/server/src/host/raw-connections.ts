import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { assertKnown, assertMethods } from './known';

/** The parts of knex's client that open and close connections beside its pool's own. */
interface Client extends Pick<Knex.Client, 'on'> {
  acquireRawConnection(): Promise<unknown>;
  destroyRawConnection(connection: unknown): Promise<unknown>;
}

function clientOf(strapi: Core.Strapi): Client {
  const client = strapi.db.connection.client as Client;
  const names = ['acquireRawConnection', 'destroyRawConnection', 'on'];
  assertMethods(strapi, "knex's client", client, names);
  return client;
}

/** Tells of every statement that fails, and of every connection that can't be opened. */
export function watchFailures(strapi: Core.Strapi, report: (error: unknown) => void): void {
  clientOf(strapi).on('query-error', report);
  changeConnecting(strapi, (connecting) =>
    connecting.catch((error: unknown) => {
      report(error);
      throw error;
    }),
  );
}

/** Gives each connection of the driver's to `change` before its first statement. */
export function onConnect(strapi: Core.Strapi, change: (connection: unknown) => void | Promise<void>): void {
  changeConnecting(strapi, async (connecting) => {
    const connection = await connecting;
    await change(connection);
    return connection;
  });
}

function changeConnecting(
  strapi: Core.Strapi,
  change: (connecting: Promise<unknown>) => Promise<unknown>,
): void {
  const client = clientOf(strapi);
  const connect = client.acquireRawConnection.bind(client);
  client.acquireRawConnection = () => change(connect());
}

/** Opens a connection of the driver's that is not in the pool. */
export const openConnection = <Connection>(strapi: Core.Strapi): Promise<Connection> =>
  clientOf(strapi).acquireRawConnection() as Promise<Connection>;

/** Closes one that `openConnection` has opened. */
export const closeConnection = (strapi: Core.Strapi, connection: unknown): Promise<unknown> =>
  clientOf(strapi).destroyRawConnection(connection);

/** Whether an error is knex's for a statement of a transaction that has ended, as one does when its connection is lost. */
export const isOfEndedTransaction = (error: Error): boolean =>
  error.message.startsWith('Transaction query already complete');

/** Must run once the database is open. @throws Error when knex's client is not as it was known */
export async function checkRawConnections(strapi: Core.Strapi): Promise<void> {
  clientOf(strapi);
  const transaction = await strapi.db.connection.transaction();
  await transaction.rollback();
  const said: unknown = await transaction.raw('select 1').catch((error: unknown) => error);
  const isKnown = said instanceof Error && isOfEndedTransaction(said);
  assertKnown(strapi, "knex's error for a statement of a transaction that has ended", isKnown);
}
