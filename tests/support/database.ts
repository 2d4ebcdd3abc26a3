import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';

/** An empty database of a test's own. */
export interface TestDatabase {
  /** What tells an application to use it. */
  env: Record<string, string>;
  drop(): Promise<void>;
}

/** On SQLite, or on the PostgreSQL server that `TEST_POSTGRES_URL` names. */
export function createDatabase(): Promise<TestDatabase> {
  const url = process.env.TEST_POSTGRES_URL;
  return url ? createPostgres(url) : createSqlite();
}

export const isPostgres = Boolean(process.env.TEST_POSTGRES_URL);

async function createSqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'work-tracking-'));
  return {
    env: { DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: path.join(folder, 'test.db'), DATABASE_URL: '' },
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

async function createPostgres(serverUrl: string): Promise<TestDatabase> {
  const name = `work_tracking_test_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    env: { DATABASE_CLIENT: 'postgres', DATABASE_URL: url.href },
    drop: () => onServer(serverUrl, `drop database ${name} with (force)`),
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
