import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { assertMethods } from './known';

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
  const client = clientOf(strapi);
  client.on('query-error', report);
  const connect = client.acquireRawConnection.bind(client);
  client.acquireRawConnection = async () => {
    try {
      return await connect();
    } catch (error) {
      report(error);
      throw error;
    }
  };
}

/** Opens a connection of the driver's that is not in the pool. */
export const openConnection = <Connection>(strapi: Core.Strapi): Promise<Connection> =>
  clientOf(strapi).acquireRawConnection() as Promise<Connection>;

/** Closes one that `openConnection` has opened. */
export const closeConnection = (strapi: Core.Strapi, connection: unknown): Promise<unknown> =>
  clientOf(strapi).destroyRawConnection(connection);
