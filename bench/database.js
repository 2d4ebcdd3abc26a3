'use strict';

const { randomBytes } = require('node:crypto');
const { Client } = require('pg');

const DEFAULT_SERVER = 'postgres://postgres@127.0.0.1:5432/postgres';

/**
 * An empty database for the benchmark.
 * @typedef {object} Database
 * @property {Record<string, string>} env makes an application use it
 * @property {() => Promise<void>} drop
 */

const DATABASES = { sqlite: createSqlite, postgres: createPostgres };

/**
 * In the folder of the application's copy, and removed with it.
 * @returns {Promise<Database>}
 */
function createSqlite() {
  return Promise.resolve({
    env: { DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: 'bench.db' },
    drop: () => Promise.resolve(),
  });
}

/**
 * On the server that `DATABASE_URL` names.
 * @returns {Promise<Database>}
 */
async function createPostgres() {
  const server = process.env.DATABASE_URL || DEFAULT_SERVER;
  const name = `work_tracking_bench_${randomBytes(4).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await onPostgres(server, `create database ${name}`);
  return {
    env: { DATABASE_CLIENT: 'postgres', DATABASE_URL: url.href },
    drop: () => onPostgres(server, `drop database ${name} with (force)`),
  };
}

/**
 * @param {string} url
 * @param {string} statement
 */
async function onPostgres(url, statement) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

module.exports = { DATABASES };
