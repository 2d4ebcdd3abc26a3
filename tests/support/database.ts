import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createConnection } from 'mysql2/promise';
import { Client as PostgresClient } from 'pg';

/** An empty database of a test's own. */
export interface TestDatabase {
  /** What tells an application to use it. */
  env: Record<string, string>;
  drop(): Promise<void>;
}

/** On the PostgreSQL, MySQL or MariaDB server that `TEST_DATABASE_URL` names, else on SQLite. */
export function createDatabase(): Promise<TestDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) return createSqlite();
  return url.startsWith('postgres') ? createPostgres(url) : createMysql(url);
}

async function createSqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'work-tracking-'));
  return {
    env: { DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: path.join(folder, 'test.db'), DATABASE_URL: '' },
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

const newName = () => `work_tracking_test_${randomBytes(6).toString('hex')}`;

function withName(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function createPostgres(serverUrl: string): Promise<TestDatabase> {
  const name = newName();
  await onPostgres(serverUrl, `create database ${name}`);
  return {
    env: { DATABASE_CLIENT: 'postgres', DATABASE_URL: withName(serverUrl, name) },
    drop: () => onPostgres(serverUrl, `drop database ${name} with (force)`),
  };
}

async function onPostgres(url: string, statement: string): Promise<void> {
  const client = new PostgresClient({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function createMysql(serverUrl: string): Promise<TestDatabase> {
  const name = newName();
  await onMysql(serverUrl, `create database ${name} character set utf8mb4`);
  return {
    env: { DATABASE_CLIENT: 'mysql', DATABASE_URL: withName(serverUrl, name) },
    drop: () => onMysql(serverUrl, `drop database ${name}`),
  };
}

async function onMysql(url: string, statement: string): Promise<void> {
  const connection = await createConnection(url);
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
}
