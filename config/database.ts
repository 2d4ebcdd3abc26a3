import path from 'node:path';
import type { Core } from '@strapi/strapi';
import { decoded, readAddress, type DatabaseAddress } from './environment/database-address';
import { databaseClient, type DatabaseClient } from './environment/database-client';
import { databaseTls } from './environment/database-tls';
import { stayInUtc } from './environment/time-zone';
import { readChoice, readNumber, readText, type Env } from './environment/variables';

const CONNECTION_TIMEOUT = { default: 60_000, min: 1 };

/** When SQLite waits for the disk: at each commit, or only before what it writes to the main file. */
const SYNCHRONOUS = ['FULL', 'NORMAL'] as const;

function pool(env: Env) {
  const min = readNumber(env, 'DATABASE_POOL_MIN', { default: 2, min: 0 });
  const max = readNumber(env, 'DATABASE_POOL_MAX', { default: Math.max(10, min), min: 1 });
  if (min > max) throw new Error(`DATABASE_POOL_MIN is ${min}: DATABASE_POOL_MAX, which is ${max}, is less.`);
  return { min, max };
}

/** The settings that take the place of an address. */
const parts = (env: Env, usualPort: number) => ({
  host: readText(env, 'DATABASE_HOST') ?? 'localhost',
  port: readNumber(env, 'DATABASE_PORT', { default: usualPort, min: 1, max: 65_535 }),
  database: readText(env, 'DATABASE_NAME') ?? 'strapi',
  user: readText(env, 'DATABASE_USERNAME') ?? 'strapi',
  // One that is empty is set: the user has none. Spaces around it are its own.
  password: env('DATABASE_PASSWORD', 'strapi'),
});

function postgres(env: Env, address?: DatabaseAddress): Core.Config.Database {
  return {
    connection: {
      client: 'postgres',
      connection: {
        ...parts(env, 5432),
        // The driver reads the name from the address, in the same way; Strapi shows this one.
        ...(address && {
          connectionString: address.text,
          database: decoded(address.url.pathname.slice(1), decodeURI),
        }),
        ssl: databaseTls(env, address),
        schema: readText(env, 'DATABASE_SCHEMA') ?? 'public',
      },
      pool: pool(env),
      acquireConnectionTimeout: readNumber(env, 'DATABASE_CONNECTION_TIMEOUT', CONNECTION_TIMEOUT),
    },
  };
}

/** The parts of an address of MySQL, whose driver would read the rest of it as options. */
const partsOf = ({ url }: DatabaseAddress) => ({
  // An IPv6 address is in brackets in a URL, and nowhere else.
  host: url.hostname.replace(/^\[(.+)\]$/, '$1'),
  ...(url.port && { port: Number(url.port) }),
  database: decoded(url.pathname.slice(1)),
  user: decoded(url.username),
  password: decoded(url.password),
});

function mysql(env: Env, address?: DatabaseAddress): Core.Config.Database {
  return {
    connection: {
      client: 'mysql',
      connection: { ...parts(env, 3306), ...(address && partsOf(address)), ssl: databaseTls(env, address) },
      pool: pool(env),
      acquireConnectionTimeout: readNumber(env, 'DATABASE_CONNECTION_TIMEOUT', CONNECTION_TIMEOUT),
    },
  };
}

/** The part of better-sqlite3's connection that is used here. */
interface SqliteConnection {
  pragma(statement: string): unknown;
}

function sqlite(env: Env): Core.Config.Database {
  const appRoot = path.join(__dirname, '..', '..');
  const synchronous = readChoice(env, 'DATABASE_SYNCHRONOUS', SYNCHRONOUS);
  return {
    connection: {
      client: 'sqlite',
      connection: { filename: path.resolve(appRoot, readText(env, 'DATABASE_FILENAME') ?? '.tmp/data.db') },
      useNullAsDefault: true,
      pool: {
        // With the write-ahead log readers don't wait for a writer, and a write needs one sync instead of three. Its
        // driver would leave that one out, too: a power cut could take back what was acknowledged and sent.
        afterCreate: (connection: unknown, done: (error?: Error, connection?: unknown) => void) => {
          const sqliteConnection = connection as SqliteConnection;
          sqliteConnection.pragma('journal_mode = WAL');
          sqliteConnection.pragma(`synchronous = ${synchronous}`);
          done(undefined, connection);
        },
      },
      acquireConnectionTimeout: readNumber(env, 'DATABASE_CONNECTION_TIMEOUT', CONNECTION_TIMEOUT),
    },
  };
}

const settingsOf = { postgres, mysql, sqlite } satisfies Record<
  DatabaseClient,
  (env: Env, address?: DatabaseAddress) => Core.Config.Database
>;

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Database => {
  stayInUtc();
  const address = readAddress(env);
  return settingsOf[databaseClient(env, address)](env, address);
};

export default config;
