import { copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { Client as PostgresClient } from 'pg';
import { runFolder } from './test-run';

/** The engine that keeps the databases of a run. */
export interface DatabaseEngine {
  create(name: string): Promise<void>;
  /** Creates a database that holds what `template` holds; no application may be connected to that. */
  copy(template: string, name: string): Promise<void>;
  drop(name: string): Promise<void>;
  /** Drops the databases whose names begin like this. */
  dropAll(prefix: string): Promise<void>;
  /** Tells an application to use it. */
  env(name: string): Record<string, string>;
}

/** The PostgreSQL, MySQL or MariaDB server that `TEST_DATABASE_URL` names, else SQLite. */
export function databaseEngine(): DatabaseEngine {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) return sqlite();
  return url.startsWith('postgres') ? postgres(url) : mysql(url);
}

function sqlite(): DatabaseEngine {
  // SQLite keeps two more files beside the database.
  const folderOf = (name: string) => path.join(runFolder(), name);
  const fileOf = (name: string) => path.join(folderOf(name), 'test.db');
  return {
    async create(name) {
      await mkdir(folderOf(name));
    },
    async copy(template, name) {
      await mkdir(folderOf(name));
      await copyFile(fileOf(template), fileOf(name));
    },
    drop: (name) => rm(folderOf(name), { recursive: true, force: true }),
    // They are in the run's folder.
    dropAll: () => Promise.resolve(),
    env: (name) => ({ DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: fileOf(name), DATABASE_URL: '' }),
  };
}

function withName(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

function postgres(serverUrl: string): DatabaseEngine {
  async function connected<Result>(work: (client: PostgresClient) => Promise<Result>): Promise<Result> {
    const client = new PostgresClient({ connectionString: serverUrl });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }
  const execute = (statement: string) =>
    connected(async (client) => {
      await client.query(statement);
    });
  const drop = (name: string) => execute(`drop database ${name} with (force)`);
  return {
    create: (name) => execute(`create database ${name}`),
    copy: (template, name) => execute(`create database ${name} template ${template}`),
    drop,
    async dropAll(prefix) {
      const { rows } = await connected((client) =>
        client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [
          prefix,
        ]),
      );
      for (const { datname } of rows) await drop(datname);
    },
    env: (name) => ({ DATABASE_CLIENT: 'postgres', DATABASE_URL: withName(serverUrl, name) }),
  };
}

function mysql(serverUrl: string): DatabaseEngine {
  async function connected(work: (connection: Connection) => Promise<void>): Promise<void> {
    const connection = await createConnection({ uri: serverUrl, multipleStatements: true });
    try {
      await work(connection);
    } finally {
      await connection.end();
    }
  }
  const execute = (statement: string) =>
    connected(async (connection) => {
      await connection.query(statement);
    });
  const namesIn = async (connection: Connection, statement: string): Promise<string[]> => {
    const [rows] = await connection.query<RowDataPacket[]>(statement);
    return rows.map((row) => String(Object.values(row)[0]));
  };
  const create = (name: string) => execute(`create database ${name} character set utf8mb4`);
  return {
    create,
    async copy(template, name) {
      await create(name);
      await connected(async (connection) => {
        const tables = await namesIn(connection, `show tables from ${template}`);
        const inTemplate = (table: string) => `${template}.\`${table}\``;
        // Unlike `create table like`, this has the foreign keys too.
        const [shown] = await connection.query<RowDataPacket[][]>(
          tables.map((table) => `show create table ${inTemplate(table)}`).join(';'),
        );
        const statements = [
          `use ${name}`,
          // A table may be made before the one that it refers to.
          'set foreign_key_checks = 0',
          ...shown.map(([row]) => String(row!['Create Table'])),
          ...tables.map((table) => `insert into \`${table}\` select * from ${inTemplate(table)}`),
        ];
        await connection.query(statements.join(';'));
      });
    },
    drop: (name) => execute(`drop database ${name}`),
    dropAll: (prefix) =>
      connected(async (connection) => {
        const pattern = `${prefix.replaceAll('_', '\\_')}%`;
        for (const name of await namesIn(connection, `show databases like '${pattern}'`)) {
          await connection.query(`drop database ${name}`);
        }
      }),
    env: (name) => ({ DATABASE_CLIENT: 'mysql', DATABASE_URL: withName(serverUrl, name) }),
  };
}
