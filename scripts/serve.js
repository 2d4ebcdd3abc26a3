'use strict';

const path = require('node:path');
const { preflight } = require('./preflight');
const { APP_ROOT } = require('./prepare');
const { beforeEnd, handleSignals } = require('./signals');

/** @typedef {import('@strapi/strapi').Core.Strapi} Application */
/** @typedef {import('node:http').ServerResponse} Response */

/** How long open requests may go on; the deliveries in flight have 20 s after that. */
const REQUESTS_GRACE_MS = 8000;

/**
 * Serves until a signal comes. Then open requests are answered, deliveries in flight are finished, and the process ends
 * with 0.
 * @param {{ panel?: boolean, distDir?: string, configure?: (app: Application) => void }} options
 * @returns {Promise<Application>} resolves when it listens
 * @throws Error with the sentence of a setting that is refused
 */
async function serve({ panel = true, distDir = path.join(APP_ROOT, 'dist'), configure } = {}) {
  // Required only now: it reads the environment while it loads.
  const { createStrapi } = require('@strapi/strapi');
  const app = createStrapi({ appDir: APP_ROOT, distDir, serveAdminPanel: panel });
  configure?.(app);
  // Strapi's own handlers, which it has just set, cut open requests off.
  handleSignals();
  await preflight(app);
  await app.load();
  const openRequests = watchRequests(app);
  // Strapi only logs that it can't listen, and goes on without.
  const failed = new Promise((_resolve, reject) => app.server.httpServer.once('error', reject));
  await Promise.race([app.listen(), failed]);
  beforeEnd(async () => {
    app.log.info(`Stopping; open requests: ${openRequests.size}.`);
    app.server.httpServer.close();
    /** @type {{ endWaits: () => void }} */
    const changes = app.plugin('work-tracking').service('changes');
    changes.endWaits();
    await untilAnswered(openRequests);
    await app.destroy();
    process.exit(0);
  });
  return app;
}

/** @param {Application} app @returns {Set<Response>} the requests that have no whole answer yet */
function watchRequests(app) {
  /** @type {Set<Response>} */
  const open = new Set();
  app.server.httpServer.on('request', (_request, /** @type {Response} */ response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return open;
}

/** @param {Set<Response>} open */
async function untilAnswered(open) {
  const answered = Promise.all(
    [...open].map((response) => new Promise((resolve) => response.once('close', resolve))),
  );
  /** @type {NodeJS.Timeout | undefined} */
  let limit;
  const late = new Promise((resolve) => (limit = setTimeout(resolve, REQUESTS_GRACE_MS)));
  await Promise.race([answered, late]);
  clearTimeout(limit);
}

module.exports = { serve };
