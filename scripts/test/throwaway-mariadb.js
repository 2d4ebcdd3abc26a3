'use strict';

const { execFile, spawn } = require('node:child_process');
const events = require('node:events');
const fs = require('node:fs/promises');
const os = require('node:os');
const path = require('node:path');
const { promisify } = require('node:util');
const mysql = require('mysql2/promise');
const { freePort } = require('./free-port');

const RETRY_MS = 200;

/**
 * A MariaDB server of its own, gone when it is stopped. Its programs must be installed (Debian: mariadb-server).
 * @returns {Promise<import('./on-database').DatabaseServer>}
 */
async function startMariadb() {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'work-tracking-mariadb-'));
  const port = await freePort();
  await fs.mkdir(`${folder}/tmp`);
  const common = [
    '--no-defaults',
    `--datadir=${folder}/data`,
    // A server that begins deletes the temporary tables that it finds there, those of another one too.
    `--tmpdir=${folder}/tmp`,
    `--user=${os.userInfo().username}`,
  ];
  await promisify(execFile)('mariadb-install-db', [
    ...common,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ]);
  const server = spawn(
    'mariadbd',
    [
      ...common,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${folder}/socket`,
      `--log-error=${folder}/log`,
      // It outlives no power cut, and need not.
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-doublewrite=0',
      // Statistics of all pages in place of a random sample: a plan does not depend on chance.
      '--innodb-stats-persistent-sample-pages=1000000',
    ],
    { stdio: 'ignore' },
  );
  const exit = events.once(server, 'exit');
  const url = `mysql://root@127.0.0.1:${port}/mysql`;
  await Promise.race([
    answering(url),
    exit.then(async () => {
      throw new Error(`MariaDB ended before it was up:\n${await fs.readFile(`${folder}/log`, 'utf8')}`);
    }),
  ]);
  return {
    url,
    async stop() {
      server.kill('SIGTERM');
      await exit;
      await fs.rm(folder, { recursive: true, force: true });
    },
  };
}

async function answering(/** @type {string} */ url) {
  for (;;) {
    try {
      const connection = await mysql.createConnection(url);
      await connection.end();
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

module.exports = { startMariadb };
