import type { Core } from '@strapi/types';

/** The parts that are used here of knex's client for SQLite, and of its connection. */
interface Client {
  acquireRawConnection(): Promise<Connection>;
}
interface Connection {
  prepare(sql: string): unknown;
}

/**
 * Makes every transaction on SQLite wait for the right to write when it begins. By SQLite's default it waits at its
 * first write, and one that has read before fails there at once, however long it could have waited, when another
 * process has written since: a command beside a busy server, or the server beside a command.
 */
export function takeWriteLocksFirst(strapi: Core.Strapi): void {
  if (strapi.db.dialect.client !== 'sqlite') return;
  const client = strapi.db.connection.client as Client;
  const connect = client.acquireRawConnection.bind(client);
  client.acquireRawConnection = async () => {
    const connection = await connect();
    const prepare = connection.prepare.bind(connection);
    connection.prepare = (sql) => prepare(sql === 'BEGIN;' ? 'BEGIN IMMEDIATE;' : sql);
    return connection;
  };
}
