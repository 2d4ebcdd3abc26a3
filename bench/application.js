'use strict';

const { fork } = require('node:child_process');
const events = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const { ensureBuilt } = require('../scripts/build');
const { APP_ROOT } = require('../scripts/prepare');

const BENCH_APP = path.join(APP_ROOT, '.tmp/bench-app');
const PLUGIN = 'src/plugins/work-tracking';
const CORE_SCHEMA = 'dist/src/api/core-ticket/content-types/core-ticket/schema.json';

const SETTINGS = {
  NODE_ENV: 'production',
  ENV_PATH: path.join(BENCH_APP, 'no.env'),
  STRAPI_TELEMETRY_DISABLED: 'true',
  HOST: '127.0.0.1',
  PORT: '0',
  APP_KEYS: 'bench-app-key-1,bench-app-key-2',
  API_TOKEN_SALT: 'bench-api-token-salt',
  ADMIN_JWT_SECRET: 'bench-admin-jwt-secret',
  TRANSFER_TOKEN_SALT: 'bench-transfer-token-salt',
  JWT_SECRET: 'bench-jwt-secret',
  ENCRYPTION_KEY: 'bench-encryption-key',
  RATE_LIMIT_READS_PER_MINUTE: '0',
  RATE_LIMIT_WRITES_PER_MINUTE: '0',
  DELIVERY_ALLOW_PRIVATE_NETWORKS: 'true',
};

/**
 * The server's message once it is up.
 * @typedef {object} Ready
 * @property {number} port
 * @property {{ project: string, subscribed: string, core: string }} tokens
 * @property {{ v1: string[], core: string[] }} ids of some of the seeded rows
 */

/**
 * Its answer when it is asked for its status.
 * @typedef {object} Status
 * @property {number} openDeliveries how many have not ended
 * @property {number} cpuMs the CPU time of the server since its start
 */

/**
 * @typedef {object} Application
 * @property {string} url
 * @property {Ready['tokens']} tokens
 * @property {Ready['ids']} ids
 * @property {() => Promise<Status>} status
 * @property {() => Promise<void>} stop
 */

/**
 * A copy of this application with a core content type beside the plugin: both are measured in one process, on one
 * database.
 */
async function makeCopy() {
  await ensureBuilt({ panel: false });
  removeCopy();
  const from = (/** @type {string} */ name) => path.join(APP_ROOT, name);
  const to = (/** @type {string} */ name) => path.join(BENCH_APP, name);
  for (const folder of [
    'public/uploads',
    'database/migrations',
    path.dirname(PLUGIN),
    path.dirname(CORE_SCHEMA),
  ]) {
    fs.mkdirSync(to(folder), { recursive: true });
  }
  fs.cpSync(from('package.json'), to('package.json'));
  fs.cpSync(from('dist/config'), to('dist/config'), { recursive: true });
  fs.cpSync(from('dist/src'), to('dist/src'), { recursive: true });
  fs.cpSync(path.join(__dirname, 'api'), to('dist/src/api'), { recursive: true });
  fs.writeFileSync(to(CORE_SCHEMA), JSON.stringify(coreSchema()));
  for (const name of ['node_modules', PLUGIN]) fs.symlinkSync(from(name), to(name));
}

const removeCopy = () => fs.rmSync(BENCH_APP, { recursive: true, force: true });

/** A content type with a ticket's fields, as the Content-Type Builder makes it, and an index for its list. */
function coreSchema() {
  const file = path.join(APP_ROOT, PLUGIN, 'server/src/content-types/ticket/schema.json');
  /** @type {unknown} */
  const schema = JSON.parse(fs.readFileSync(file, 'utf8'));
  const { project: _, ...fields } = /** @type {{ attributes: Record<string, object> }} */ (schema).attributes;
  return {
    kind: 'collectionType',
    collectionName: 'core_tickets',
    info: { singularName: 'core-ticket', pluralName: 'core-tickets', displayName: 'Core ticket' },
    options: { draftAndPublish: false },
    indexes: [{ name: 'core_tickets_created_at_id_index', columns: ['created_at', 'id'] }],
    attributes: fields,
  };
}

/**
 * Starts the copy in a process of its own, seeded.
 * @param {Record<string, string>} databaseEnv
 * @returns {Promise<Application>}
 */
async function startCopy(databaseEnv) {
  const { PATH, HOME } = process.env;
  const child = fork(path.join(__dirname, 'server.js'), [BENCH_APP], {
    // Its log goes to standard error: standard output is for the report alone.
    stdio: ['ignore', 2, 2, 'ipc'],
    env: { PATH, HOME, ...SETTINGS, ...databaseEnv },
  });
  const exited = new AbortController();
  child.once('exit', () => exited.abort());

  const answer = async () => {
    try {
      const messages = /** @type {unknown[]} */ (
        await events.once(child, 'message', { signal: exited.signal })
      );
      return messages[0];
    } catch {
      throw new Error(`The application ended with ${child.exitCode ?? child.signalCode}.`);
    }
  };

  const { port, tokens, ids } = /** @type {Ready} */ (await answer());
  return {
    url: `http://127.0.0.1:${port}`,
    tokens,
    ids,
    status() {
      const status = answer();
      child.send('status');
      return /** @type {Promise<Status>} */ (status);
    },
    async stop() {
      if (exited.signal.aborted) return;
      const exit = events.once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}

module.exports = { makeCopy, removeCopy, startCopy };
