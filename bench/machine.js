'use strict';

const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const Database = require('better-sqlite3');
const { APP_ROOT } = require('../scripts/prepare');
const { onPostgres } = require('./database');

/**
 * The machine and the software that the figures were measured on, in a sentence each.
 * @param {string} database
 */
async function describeMachine(database) {
  const [cpu] = os.cpus();
  const gib = os.totalmem() / 2 ** 30;
  const { version } = /** @type {{ version: string }} */ (require('@strapi/strapi/package.json'));
  return [
    new Date().toISOString().slice(0, 10),
    `${os.availableParallelism()} cores (${cpu?.model ?? 'unknown'}), ${gib.toFixed(0)} GiB, ${disk()}`,
    `Node ${process.versions.node}, Strapi ${version}, ${await versionOf(database)}`,
  ].join('; ');
}

/** @param {string} database */
async function versionOf(database) {
  if (database === 'postgres') {
    const rows = /** @type {{ server_version: string }[]} */ (await onPostgres('show server_version'));
    return `PostgreSQL ${rows[0]?.server_version} on the same machine`;
  }
  const memory = new Database(':memory:');
  const { version } = /** @type {{ version: string }} */ (
    memory.prepare('select sqlite_version() as version').get()
  );
  memory.close();
  return `SQLite ${version}`;
}

/** The kind of disk that the application is on, as far as Linux tells. */
function disk() {
  try {
    const lines = execFileSync('df', ['--output=source,fstype', APP_ROOT], { encoding: 'utf8' }).split('\n');
    const [source = '', filesystem = ''] = lines[1]?.split(/\s+/) ?? [];
    const name = path.basename(source).replace(/p?\d+$/, '');
    const isRotating = fs.readFileSync(`/sys/block/${name}/queue/rotational`, 'utf8').trim() === '1';
    return `${filesystem} on ${name.startsWith('vd') ? 'a virtual disk' : isRotating ? 'a hard disk' : 'an SSD'}`;
  } catch {
    return 'a disk of unknown kind';
  }
}

module.exports = { describeMachine };
