import { SERVER_CLIENTS, type DatabaseAddress, type ServerClient } from './database-address';
import { readText, type Env } from './variables';

export type DatabaseClient = ServerClient | 'sqlite';

const CLIENTS: DatabaseClient[] = [...SERVER_CLIENTS, 'sqlite'];

/** The variables that only a database on a server has. */
const SERVER_VARIABLES = [
  'DATABASE_HOST',
  'DATABASE_PORT',
  'DATABASE_NAME',
  'DATABASE_USERNAME',
  'DATABASE_PASSWORD',
];

/**
 * `DATABASE_CLIENT`, else by the scheme of `DATABASE_URL`, else the embedded SQLite. What can't be meant so stops the
 * start, which would otherwise serve an empty SQLite database.
 * @throws Error with a sentence; an address is not in it, as it may have a password
 */
export function databaseClient(env: Env, address: DatabaseAddress | undefined): DatabaseClient {
  const text = readText(env, 'DATABASE_CLIENT');
  const client = CLIENTS.find((name) => name === text);
  if (text !== undefined && !client) {
    throw new Error(
      `DATABASE_CLIENT is "${text}": it must be ${CLIENTS.join(', ')} (mysql is MariaDB's too).`,
    );
  }
  if (client && address && client !== address.client) {
    throw new Error(
      `DATABASE_CLIENT is "${client}", and DATABASE_URL is an address of ${address.client}: unset one of them.`,
    );
  }
  const found = client ?? address?.client;
  if (found) return found;
  const stray = SERVER_VARIABLES.find((name) => readText(env, name) !== undefined);
  if (stray) {
    throw new Error(
      `${stray} is set, but nothing says of which database: set DATABASE_CLIENT to ${CLIENTS.join(', ')}.`,
    );
  }
  return 'sqlite';
}
