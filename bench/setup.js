'use strict';

const { makeCopy, removeCopy, startCopy } = require('./application');
const { DATABASES } = require('./database');
const { startProcess } = require('./processes');

/** @typedef {import('./application').Application} Application */

/**
 * The settings that a measurement is given.
 * @typedef {object} Context
 * @property {keyof typeof DATABASES} database
 * @property {number} seconds of each round
 * @property {number} connections
 * @property {boolean} quick a tenth of the rows and of the time, to try the benchmark itself
 * @property {boolean} payload measure Payload beside it
 * @property {boolean} profile print where the processor's time goes
 */

/**
 * The answer of a measurement: a line of the report.
 * @typedef {object} Line
 * @property {string} measure
 * @property {string} figure
 * @property {string} [goal]
 * @property {boolean} [isMet]
 * @property {string} beside what the figure was made of
 */

/**
 * Runs the work with applications of its own, on an empty database each.
 * @template Result
 * @param {Context} context
 * @param {Record<string, string>[]} settings of each application
 * @param {(...apps: Application[]) => Promise<Result>} work
 */
async function withApplications({ database }, settings, work) {
  const databases = await Promise.all(settings.map(() => DATABASES[database]()));
  /** @type {Application[]} */
  const apps = [];
  try {
    for (const [index, { env }] of databases.entries()) {
      apps.push(await startCopy({ ...env, ...settings[index] }));
    }
    return await work(...apps);
  } finally {
    await Promise.all(apps.map((app) => app.stop()));
    await Promise.all(databases.map(({ drop }) => drop()));
  }
}

/**
 * @template Result
 * @param {{ panel: boolean }} options
 * @param {() => Promise<Result>} work
 */
async function withCopy(options, work) {
  await makeCopy(options);
  try {
    return await work();
  } finally {
    removeCopy();
  }
}

/**
 * @typedef {object} Receiver
 * @property {string} url
 * @property {() => Promise<string>} another the address of one more host where it receives
 * @property {() => Promise<unknown>} reset
 * @property {(count: number) => Promise<unknown>} until so many have come since the reset
 * @property {() => Promise<number[]>} delaysMs of what came to /timed since the reset
 */

/**
 * @template Result
 * @param {(receiver: Receiver) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
async function withReceiver(work) {
  const child = startProcess('receiver.js');
  try {
    const another = async () => {
      const port = /** @type {number} */ (await child.call('start'));
      return `http://127.0.0.1:${port}`;
    };
    return await work({
      url: await another(),
      another,
      reset: () => child.call('reset'),
      until: (count) => child.call('until', count),
      delaysMs: async () => /** @type {number[]} */ (await child.call('delays')),
    });
  } finally {
    await child.stop();
  }
}

/** @type {(app: Application, project: string) => Promise<string>} */
const projectToken = async (app, project) => /** @type {string} */ (await app.call('projectToken', project));

/** @type {(app: Application, list: object) => Promise<string[]>} */
const seedTickets = async (app, list) => /** @type {string[]} */ (await app.call('seedTickets', list));

/** @type {(app: Application, project: string, events: number) => Promise<number>} */
const seedDeliveries = async (app, project, events) =>
  /** @type {number} */ (await app.call('seedDeliveries', { project, events }));

/**
 * Makes a record by the API.
 * @param {Application} app
 * @param {string} token
 * @param {string} path of its list, such as `/tickets`
 * @param {object} record
 */
async function file(app, token, path, record) {
  const answer = await fetch(`${app.url}/api/v1${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(record),
  });
  if (answer.status !== 201) throw new Error(`POST ${path} was refused: ${await answer.text()}`);
}

/** @type {(app: Application, token: string, url: string, eventTypes?: string[]) => Promise<void>} */
const subscribe = (app, token, url, eventTypes = ['ticket.created']) =>
  file(app, token, '/webhooks/subscriptions', { url, secret: 'bench-secret', event_types: eventTypes });

module.exports = {
  file,
  projectToken,
  seedDeliveries,
  seedTickets,
  subscribe,
  withApplications,
  withCopy,
  withReceiver,
};
