import path from 'node:path';
import { Database } from '@strapi/database';
import mapValues from 'lodash/mapValues';
import type { TestDatabase } from './database';

type Schema = Parameters<Database['schema']['builder']['createSchema']>[0];

/** A database as an application has left it, for any engine. */
export interface StoredDatabase {
  /** What Strapi has made of the types, as it stores that itself. */
  schema: Schema;
  /** Strapi's and the plugin's migrations that have run. */
  migrations: readonly string[];
  /** By table, as SQLite has them: times in milliseconds, numbers for booleans. */
  rows: Readonly<Record<string, readonly Record<string, unknown>[]>>;
}

/** Has the connection insert a row before the one that it refers to. */
const WITHOUT_REFERENCES: Record<string, string> = {
  sqlite: 'pragma foreign_keys = off',
  postgres: 'set session_replication_role = replica',
  mysql: 'set foreign_key_checks = 0',
};

function connectionOf({ DATABASE_CLIENT: client, DATABASE_FILENAME, DATABASE_URL }: TestDatabase['env']) {
  if (client === 'sqlite') return { client, connection: { filename: DATABASE_FILENAME } };
  return { client, connection: { [client === 'mysql' ? 'uri' : 'connectionString']: DATABASE_URL } };
}

/** As a process in UTC writes it. */
function asWritten(client: string, type: string | undefined, value: unknown): unknown {
  if (client === 'sqlite' || value === null) return value;
  if (type === 'boolean') return Boolean(value);
  if (type !== 'datetime') return value;
  return new Date(value as number).toISOString().slice(0, -1).replace('T', ' ');
}

/** Puts all of it into an empty database. */
export async function storeIn({ env }: TestDatabase, stored: StoredDatabase): Promise<void> {
  const db = new Database({
    connection: { ...connectionOf(env), useNullAsDefault: true, pool: { min: 1, max: 1 } },
    settings: { migrations: { dir: path.join(__dirname, '../../database/migrations') } },
  } as never);
  const { connection: knex } = db;
  try {
    await db.schema.builder.createSchema(stored.schema);
    await db.schema.schemaStorage.add(stored.schema);
    await knex.schema.createTable('strapi_migrations_internal', (table) => {
      table.increments('id');
      table.string('name');
      table.datetime('time', { useTz: false });
    });
    const time = new Date();
    await knex('strapi_migrations_internal').insert(stored.migrations.map((name) => ({ name, time })));
    await knex.raw(WITHOUT_REFERENCES[db.dialect.client]!);
    for (const { name, columns } of stored.schema.tables) {
      const types = new Map(columns.map((column) => [column.name, column.type]));
      const rows = (stored.rows[name] ?? []).map((row) =>
        mapValues(row, (value, column) => asWritten(db.dialect.client, types.get(column), value)),
      );
      if (rows.length === 0) continue;
      await knex.batchInsert(name, rows, 50);
      if (db.dialect.client === 'postgres') {
        await knex.raw("select setval(pg_get_serial_sequence(?, 'id'), max(id)) from ??", [name, name]);
      }
    }
  } finally {
    await db.destroy();
  }
}
