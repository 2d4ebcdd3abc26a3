'use strict';

// A real application in a process of its own. The parent reaches it over HTTP, may have it run code beside its own
// (the third door), and may kill it.
const path = require('node:path');
const vm = require('node:vm');
const { createStrapi } = require('@strapi/strapi');

const appDir = path.join(__dirname, '..', '..');
const distDir = process.env.TEST_DIST_DIR ?? path.join(appDir, 'dist');

async function main() {
  const serveAdminPanel = process.env.TEST_SERVE_PANEL === 'true';
  const strapi = createStrapi({ appDir, distDir, serveAdminPanel });
  // One administrator logs in more often than a person does.
  strapi.config.set('admin.rateLimit', { enabled: false });
  await strapi.start();
  const address = strapi.server.httpServer.address();

  /** @param {{ id: number, source: string, argument: unknown }} message */
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
