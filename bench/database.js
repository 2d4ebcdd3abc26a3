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

const server = () => process.env.DATABASE_URL || DEFAULT_SERVER;

const DATABASES = { sqlite: createSqlite, postgres: createPostgres };

/**
 * In the folder of the application's copy, and removed with it.
 * @returns {Promise<Database>}
 */
function createSqlite() {
  return Promise.resolve({
    env: { DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: `${randomBytes(4).toString('hex')}.db` },
    drop: () => Promise.resolve(),
  });
}

/**
 * On the server that `DATABASE_URL` names.
 * @returns {Promise<Database>}
 */
async function createPostgres() {
  const name = `work_tracking_bench_${randomBytes(4).toString('hex')}`;
  const url = new URL(server());
  url.pathname = `/${name}`;
  await onPostgres(`create database ${name}`);
  return {
    env: { DATABASE_CLIENT: 'postgres', DATABASE_URL: url.href },
    drop: async () => {
      await onPostgres(`drop database ${name} with (force)`);
    },
  };
}

/**
 * @param {string} statement
 * @param {string} [url]
 * @returns {Promise<unknown[]>} its rows
 */
async function onPostgres(statement, url = server()) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = /** @type {{ rows: unknown[] }} */ (await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

module.exports = { DATABASES, onPostgres };
