'use strict';

// The application under load. What loads it is in other processes.
const path = require('node:path');
const { createStrapi } = require('@strapi/strapi');
const { createAdministrator } = require('../scripts/demo/application');
const { answerCalls } = require('./processes');
const { startProfile, stopProfile } = require('./profile');
const { TICKET, release, seedDeliveries, seedTickets } = require('./seed');

const [, , appDir = ''] = process.argv;

const CORE_ACTIONS = ['find', 'findOne', 'create', 'update'].map(
  (name) => `api::core-ticket.core-ticket.${name}`,
);

/** @typedef {import('@strapi/strapi').Core.Strapi} Strapi */

const app = createStrapi({
  appDir,
  distDir: path.join(appDir, 'dist'),
  serveAdminPanel: process.env.BENCH_PANEL === 'true',
});

async function start() {
  app.log.level = 'error';
  app.config.set('server.logger.startup.enabled', false);
  await app.start();
  const address = app.server.httpServer.address();
  return typeof address === 'object' ? address?.port : undefined;
}

/**
 * @param {string} project is made unless it is there
 * @returns {Promise<string>} a token of it
 */
async function projectToken(project) {
  /** @type {{ issue(request: object): Promise<{ token: string }> }} */
  const tokens = app.plugin('work-tracking').service('tokens');
  return (await tokens.issue({ project })).token;
}

async function coreToken() {
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

async function status() {
  const openDeliveries = await app.db
    .query('plugin::work-tracking.webhook-delivery')
    .count({ where: { state: { $in: ['pending', 'sending'] } } });
  return { openDeliveries, cpuMs: cpuMs() };
}

function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function wake() {
  /** @type {{ wake(): void }} */
  const dispatcher = app.plugin('work-tracking').service('dispatcher');
  dispatcher.wake();
}

/** Resident memory in bytes, without what nobody refers to any more. */
function memory() {
  for (let round = 0; round < 3; round += 1) global.gc?.();
  return process.memoryUsage.rss();
}

/**
 * @param {number} seconds
 * @returns {Promise<string[]>} the statements of that time
 */
async function statements(seconds) {
  /** @type {string[]} */
  const seen = [];
  const note = (/** @type {{ sql: string }} */ query) => seen.push(query.sql);
  app.db.connection.on('query', note);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  app.db.connection.off('query', note);
  return seen;
}

async function sqliteSynchronous() {
  const rows = /** @type {{ synchronous: number }[]} */ (await app.db.connection.raw('pragma synchronous'));
  return rows[0]?.synchronous;
}

const pages = () => app.documents(/** @type {never} */ ('api::page.page'));

/** @returns the document id of a draft of a type that has drafts */
async function newPage() {
  const { title, body } = TICKET;
  return (await pages().create({ data: /** @type {never} */ ({ title, body }) })).documentId;
}

/**
 * Publishes a draft so many times, one after the other.
 * @param {{ id: string, times: number }} what
 */
async function publish({ id, times }) {
  const [start, cpuStart] = [performance.now(), cpuMs()];
  for (let time = 0; time < times; time += 1) await pages().publish({ documentId: id });
  return { ms: performance.now() - start, cpuMs: cpuMs() - cpuStart };
}

answerCalls({
  start,
  projectToken,
  coreToken,
  administrator: () => createAdministrator(app),
  seedTickets: (/** @type {Parameters<typeof seedTickets>[1]} */ list) => seedTickets(app, list),
  seedDeliveries: (/** @type {Parameters<typeof seedDeliveries>[1]} */ backlog) =>
    seedDeliveries(app, backlog),
  release: () => release(app),
  newPage,
  publish,
  wake,
  status,
  cpuMs,
  memory,
  statements,
  sqliteSynchronous,
  startProfile,
  stopProfile,
});
