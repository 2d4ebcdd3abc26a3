import path from 'node:path';
import type { Core } from '@strapi/strapi';
import { databaseClient, type DatabaseClient } from './environment/database-client';
import { readFlag, readNumber, readText, type Env } from './environment/variables';

const CONNECTION_TIMEOUT = { default: 60_000, min: 1 };

function pool(env: Env) {
  const min = readNumber(env, 'DATABASE_POOL_MIN', { default: 2, min: 0 });
  const max = readNumber(env, 'DATABASE_POOL_MAX', { default: Math.max(10, min), min: 1 });
  if (min > max) throw new Error(`DATABASE_POOL_MIN is ${min}: DATABASE_POOL_MAX, which is ${max}, is less.`);
  return { min, max };
}

const ssl = (env: Env) =>
  readFlag(env, 'DATABASE_SSL', false) && {
    key: env('DATABASE_SSL_KEY'),
    cert: env('DATABASE_SSL_CERT'),
    ca: env('DATABASE_SSL_CA'),
    rejectUnauthorized: readFlag(env, 'DATABASE_SSL_REJECT_UNAUTHORIZED', true),
  };

const port = (env: Env, usual: number) =>
  readNumber(env, 'DATABASE_PORT', { default: usual, min: 1, max: 65_535 });

function postgres(env: Env): Core.Config.Database {
  return {
    connection: {
      client: 'postgres',
      connection: {
        connectionString: env('DATABASE_URL'),
        host: env('DATABASE_HOST', 'localhost'),
        port: port(env, 5432),
        database: env('DATABASE_NAME', 'strapi'),
        user: env('DATABASE_USERNAME', 'strapi'),
        password: env('DATABASE_PASSWORD', 'strapi'),
        ssl: ssl(env),
        schema: env('DATABASE_SCHEMA', 'public'),
      },
      pool: pool(env),
      acquireConnectionTimeout: readNumber(env, 'DATABASE_CONNECTION_TIMEOUT', CONNECTION_TIMEOUT),
    },
  };
}

/** A part of an address. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error('DATABASE_URL has a % that is no percent-encoding: write %25 for it.');
  }
}

function mysql(env: Env): Core.Config.Database {
  const address = readText(env, 'DATABASE_URL');
  const url = address ? new URL(address) : undefined;
  return {
    connection: {
      client: 'mysql',
      connection: {
        host: url?.hostname ?? env('DATABASE_HOST', 'localhost'),
        port: Number(url?.port || port(env, 3306)),
        database: url ? decoded(url.pathname.slice(1)) : env('DATABASE_NAME', 'strapi'),
        user: url ? decoded(url.username) : env('DATABASE_USERNAME', 'strapi'),
        password: url ? decoded(url.password) : env('DATABASE_PASSWORD', 'strapi'),
        ssl: ssl(env),
      },
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
  return {
    connection: {
      client: 'sqlite',
      connection: { filename: path.resolve(appRoot, env('DATABASE_FILENAME', '') || '.tmp/data.db') },
      useNullAsDefault: true,
      pool: {
        // With the write-ahead log readers don't wait for a writer, and a write needs one sync instead of three.
        afterCreate: (connection: unknown, done: (error?: Error, connection?: unknown) => void) => {
          const sqliteConnection = connection as SqliteConnection;
          sqliteConnection.pragma('journal_mode = WAL');
          sqliteConnection.pragma('synchronous = NORMAL');
          done(undefined, connection);
        },
      },
      acquireConnectionTimeout: readNumber(env, 'DATABASE_CONNECTION_TIMEOUT', CONNECTION_TIMEOUT),
    },
  };
}

const settingsOf: Record<DatabaseClient, (env: Env) => Core.Config.Database> = { postgres, mysql, sqlite };

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Database =>
  settingsOf[databaseClient(env)](env);

export default config;
