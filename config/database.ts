import path from 'node:path';
import type { Core } from '@strapi/strapi';

type Env = Core.Config.Shared.ConfigParams['env'];

/** `DATABASE_CLIENT`, else by the scheme of `DATABASE_URL`, else the embedded SQLite. */
function databaseClient(env: Env): string {
  const url = env('DATABASE_URL', '');
  const client = env('DATABASE_CLIENT', '');
  if (client) return client;
  if (/^postgres(ql)?:/.test(url)) return 'postgres';
  if (/^(mysql|mariadb):/.test(url)) return 'mysql';
  return 'sqlite';
}

const pool = (env: Env) => ({
  min: env.int('DATABASE_POOL_MIN', 2),
  max: env.int('DATABASE_POOL_MAX', 10),
});

const ssl = (env: Env) =>
  env.bool('DATABASE_SSL', false) && {
    key: env('DATABASE_SSL_KEY'),
    cert: env('DATABASE_SSL_CERT'),
    ca: env('DATABASE_SSL_CA'),
    rejectUnauthorized: env.bool('DATABASE_SSL_REJECT_UNAUTHORIZED', true),
  };

function postgres(env: Env): Core.Config.Database {
  return {
    connection: {
      client: 'postgres',
      connection: {
        connectionString: env('DATABASE_URL'),
        host: env('DATABASE_HOST', 'localhost'),
        port: env.int('DATABASE_PORT', 5432),
        database: env('DATABASE_NAME', 'strapi'),
        user: env('DATABASE_USERNAME', 'strapi'),
        password: env('DATABASE_PASSWORD', 'strapi'),
        ssl: ssl(env),
        schema: env('DATABASE_SCHEMA', 'public'),
      },
      pool: pool(env),
      acquireConnectionTimeout: env.int('DATABASE_CONNECTION_TIMEOUT', 60000),
    },
  };
}

function mysql(env: Env): Core.Config.Database {
  const address = env('DATABASE_URL', '');
  const url = address ? new URL(address) : undefined;
  return {
    connection: {
      client: 'mysql',
      connection: {
        host: url?.hostname ?? env('DATABASE_HOST', 'localhost'),
        port: Number(url?.port || env.int('DATABASE_PORT', 3306)),
        database: url?.pathname.slice(1) ?? env('DATABASE_NAME', 'strapi'),
        user: url ? decodeURIComponent(url.username) : env('DATABASE_USERNAME', 'strapi'),
        password: url ? decodeURIComponent(url.password) : env('DATABASE_PASSWORD', 'strapi'),
        ssl: ssl(env),
      },
      pool: pool(env),
      acquireConnectionTimeout: env.int('DATABASE_CONNECTION_TIMEOUT', 60000),
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
      acquireConnectionTimeout: env.int('DATABASE_CONNECTION_TIMEOUT', 60000),
    },
  };
}

const clients: Record<string, (env: Env) => Core.Config.Database> = { postgres, mysql, sqlite };

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Database => {
  const client = databaseClient(env);
  const settings = clients[client];
  if (!settings) {
    throw new Error(`DATABASE_CLIENT is "${client}"; it can be ${Object.keys(clients).join(', ')}.`);
  }
  return settings(env);
};

export default config;
