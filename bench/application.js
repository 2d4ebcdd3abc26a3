'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { ensureBuilt } = require('../scripts/build');
const { APP_ROOT } = require('../scripts/prepare');
const { startProcess } = require('./processes');

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
 * Its answer when it is asked for its status.
 * @typedef {object} Status
 * @property {number} openDeliveries how many have not ended
 * @property {number} cpuMs the CPU time of the server since its start
 */

/**
 * @typedef {import('./processes').ChildProcess & { url: string, status: () => Promise<Status> }} Application
 */

/**
 * A copy of this application with a core content type beside the plugin: both are measured in one process, on one
 * database.
 * @param {{ panel: boolean }} options with the panel, which an application serves where its settings say `BENCH_PANEL`
 */
async function makeCopy({ panel }) {
  await ensureBuilt({ panel });
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
  for (const name of ['package.json', 'favicon.png']) fs.cpSync(from(name), to(name));
  fs.cpSync(from('dist/config'), to('dist/config'), { recursive: true });
  fs.cpSync(from('dist/src'), to('dist/src'), { recursive: true });
  fs.cpSync(path.join(__dirname, 'api'), to('dist/src/api'), { recursive: true });
  fs.writeFileSync(to(CORE_SCHEMA), JSON.stringify(coreSchema()));
  const linked = ['node_modules', PLUGIN, ...(panel ? ['dist/build'] : [])];
  for (const name of linked) fs.symlinkSync(from(name), to(name));
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
 * Starts the copy in a process of its own.
 * @param {Record<string, string>} env the database, and other settings
 * @returns {Promise<Application>}
 */
async function startCopy(env) {
  const { PATH, HOME } = process.env;
  const child = startProcess('server.js', {
    args: [BENCH_APP],
    env: { PATH, HOME, ...SETTINGS, ...env },
    execArgv: ['--expose-gc'],
  });
  const port = /** @type {number} */ (await child.call('start'));
  return {
    ...child,
    url: `http://127.0.0.1:${port}`,
    status: async () => /** @type {Status} */ (await child.call('status')),
  };
}

module.exports = { BENCH_APP, PLUGIN, makeCopy, removeCopy, startCopy };
