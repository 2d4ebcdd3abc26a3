'use strict';

// A real application in a process of its own. The parent reaches it over HTTP, may have it run code beside its own
// (the third door), and may kill it.
const path = require('node:path');
const vm = require('node:vm');
const { createStrapi } = require('@strapi/strapi');

const appDir = path.join(__dirname, '..', '..');
const distDir = process.env.TEST_DIST_DIR ?? path.join(appDir, 'dist');

const KEEP_ALIVE_MS = 600_000;
const A_DAY_S = 86_400;

async function main() {
  const serveAdminPanel = process.env.TEST_SERVE_PANEL === 'true';
  const strapi = createStrapi({ appDir, distDir, serveAdminPanel });
  // One administrator logs in more often than a person does.
  strapi.config.set('admin.rateLimit', { enabled: false });
  // The browser's specs start with copies of one session. Renewing its access token, which lives for half an hour,
  // replaces its refresh token: the first copy to do so would end the session of the others.
  strapi.config.set('admin.auth.sessions.accessTokenLifespan', A_DAY_S);
  await strapi.start();
  // A client that a busy machine holds up for longer than this would send its next request over a connection that has
  // just been closed.
  strapi.server.httpServer.keepAliveTimeout = KEEP_ALIVE_MS;
  const address = strapi.server.httpServer.address();

  /** @param {{ id: string, source: string, argument: unknown }} message */
  async function onMessage({ id, source, argument }) {
    try {
      const run = vm.runInThisContext(`(${source})`);
      process.send?.({ id, result: await run(strapi, argument) });
    } catch (error) {
      const { message: text, name, details } = /** @type {Error & { details?: unknown }} */ (error);
      process.send?.({ id, error: { message: text, name, details } });
    }
  }
  // Nobody is left to stop it.
  process.once('disconnect', () => process.exit());
  process.on('message', (message) => void onMessage(/** @type {never} */ (message)));
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
}

void main();
