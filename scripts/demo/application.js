'use strict';

const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { ensureBuilt } = require('../build');
const { APP_ROOT, prepare } = require('../prepare');
const { serve } = require('../serve');
const { handleSignals } = require('../signals');

const DATABASE = '.tmp/demo.db';
const HOST = '127.0.0.1';

/**
 * Fixed, whatever the environment and .env say. Private networks are allowed because the receiver is on loopback.
 */
const SETTINGS = {
  NODE_ENV: 'production',
  HOST,
  PORT: '0',
  DATABASE_CLIENT: 'sqlite',
  DATABASE_URL: '',
  WORK_TRACKING_PREFIX: '/v1',
  DELIVERY_ALLOW_PRIVATE_NETWORKS: 'true',
  DELIVERY_HTTPS_ONLY: 'false',
  STRAPI_TELEMETRY_DISABLED: 'true',
};

/** @typedef {import('@strapi/strapi').Core.Strapi} Application */

/**
 * Builds what is not built, and serves on a free port and an empty database.
 * @param {{ panel?: boolean, database?: string, settings?: Record<string, string>, build?: () => string }} options with
 *   further variables, and what makes another build of the one that is there
 */
async function startApplication({ panel = true, database = DATABASE, settings = {}, build } = {}) {
  const file = path.join(APP_ROOT, database);
  for (const suffix of ['', '-wal', '-shm']) fs.rmSync(file + suffix, { force: true });
  // Whole: another build is elsewhere.
  Object.assign(process.env, SETTINGS, settings, { DATABASE_FILENAME: file });
  handleSignals();
  prepare();
  await ensureBuilt({ panel });
  const app = await serve({
    panel,
    ...(build && { distDir: build() }),
    configure(configured) {
      configured.log.level = 'warn';
      configured.config.set('server.logger.startup.enabled', false);
    },
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (app.server.httpServer.address());
  return { app, url: `http://${HOST}:${port}` };
}

/**
 * @param {Application} app
 * @param {string} project its key
 */
async function issueToken(app, project) {
  /** @type {{ issue(request: object): Promise<{ tenant_id: string, token: string }> }} */
  const tokens = app.plugin('work-tracking').service('tokens');
  return tokens.issue({ project });
}

/** @param {Application} app */
async function createAdministrator(app) {
  const login = { email: 'demo@example.com', password: randomBytes(12).toString('base64url') };
  const users = /** @type {{ createFirstAdmin(attributes: object): Promise<object> }} */ (
    app.service('admin::user')
  );
  await users.createFirstAdmin({ ...login, firstname: 'Demo', lastname: 'Administrator' });
  return login;
}

module.exports = { DATABASE, HOST, createAdministrator, issueToken, startApplication };
