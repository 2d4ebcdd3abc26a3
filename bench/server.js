'use strict';

// The application under load. The load generator is in another process.
const path = require('node:path');
const { createStrapi } = require('@strapi/strapi');
const { seed } = require('./seed');

const [, , appDir = ''] = process.argv;

const CORE_ACTIONS = ['find', 'findOne', 'create', 'update'].map(
  (name) => `api::core-ticket.core-ticket.${name}`,
);

/** @typedef {import('@strapi/strapi').Core.Strapi} Strapi */

async function main() {
  const app = createStrapi({ appDir, distDir: path.join(appDir, 'dist'), serveAdminPanel: false });
  app.log.level = 'error';
  app.config.set('server.logger.startup.enabled', false);
  await app.start();

  const tokens = {
    project: await projectToken(app, 'BENCH'),
    subscribed: await projectToken(app, 'SUBSCRIBED'),
    core: await coreToken(app),
  };
  const ids = await seed(app, 'BENCH');
  process.on('message', () => void status(app).then((answer) => process.send?.(answer)));
  const address = app.server.httpServer.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined, tokens, ids });
}

/**
 * @param {Strapi} app
 * @param {string} project
 */
async function projectToken(app, project) {
  /** @type {{ issue(request: object): Promise<{ token: string }> }} */
  const tokens = app.plugin('work-tracking').service('tokens');
  return (await tokens.issue({ project })).token;
}

/** @param {Strapi} app */
async function coreToken(app) {
  const tokens = /** @type {{ create(attributes: object): Promise<{ accessKey: string }> }} */ (
    app.service('admin::api-token-content-api')
  );
  const { accessKey } = await tokens.create({
    kind: 'content-api',
    name: 'core',
    description: '',
    type: 'custom',
    permissions: CORE_ACTIONS,
  });
  return accessKey;
}

/** @param {Strapi} app */
async function status(app) {
  const openDeliveries = await app.db
    .query('plugin::work-tracking.webhook-delivery')
    .count({ where: { state: { $in: ['pending', 'sending'] } } });
  const { user, system } = process.cpuUsage();
  return { openDeliveries, cpuMs: (user + system) / 1000 };
}

main().catch((/** @type {unknown} */ error) => {
  console.error(error);
  process.exit(1);
});
