'use strict';

// `npm run bench`: v1 beside Strapi's own REST API for the same content, in one process and on one database.
const events = require('node:events');
const http = require('node:http');
const { parseArgs } = require('node:util');
const { makeCopy, removeCopy, startCopy } = require('./application');
const { DATABASES } = require('./database');
const { measure } = require('./load');
const { print } = require('./report');
const { TICKET } = require('./seed');

const USAGE = 'usage: npm run bench [-- --seconds N --connections N --database sqlite|postgres]';
const ROUNDS = 2;
const PAGE = 50;

/**
 * @typedef {object} Options
 * @property {number} seconds of each measurement
 * @property {number} connections
 * @property {keyof typeof DATABASES} database
 */

/** @typedef {import('./application').Application} Application */
/** @typedef {import('./load').Target} Target */
/** @typedef {import('./load').Measurement} Measurement */

/** @param {Options} options */
async function bench({ database, ...load }) {
  await makeCopy();
  const { env, drop } = await DATABASES[database]();
  try {
    const results = await withApplication(env, (app) => measureAll(app, load));
    print({ database, ...load }, results);
  } finally {
    await drop();
    removeCopy();
  }
}

/**
 * @template Result
 * @param {Record<string, string>} databaseEnv
 * @param {(app: Application) => Promise<Result>} work
 */
async function withApplication(databaseEnv, work) {
  const app = await startCopy(databaseEnv);
  const receiver = await startReceiver();
  try {
    await subscribe(app, receiver.url);
    return await work(app);
  } finally {
    await app.stop();
    receiver.close();
  }
}

/**
 * The targets of a group take turns, so that a drift of the machine affects all alike. Reads come before writes, which
 * make the lists longer.
 * @param {Application} app
 * @param {{ seconds: number, connections: number }} load
 */
async function measureAll(app, load) {
  /** @type {Map<string, Measurement[]>} */
  const results = new Map();
  for (const group of groups(app)) {
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const target of group) {
        process.stderr.write(`${target.name}, round ${round}\n`);
        results.set(target.name, [...(results.get(target.name) ?? []), await measure(app, target, load)]);
      }
    }
  }
  return results;
}

/**
 * @param {Application} app
 * @returns {Target[][]}
 */
function groups({ tokens, ids }) {
  const v1Ids = ids.v1.map((id) => `/api/v1/tickets/${id}`);
  const coreIds = ids.core.map((id) => `/api/core-tickets/${id}`);
  /** @type {(name: string, token: string, ...paths: string[]) => Target} */
  const get = (name, token, ...paths) => ({ name, token, method: 'GET', paths });
  /** @type {(name: string, token: string, path: string, body: object) => Target} */
  const post = (name, token, path, body) => ({ name, token, method: 'POST', paths: [path], bodies: [body] });
  return [
    [get('v1 GET one', tokens.project, ...v1Ids), get('core GET one', tokens.core, ...coreIds)],
    [
      get('v1 GET list', tokens.project, `/api/v1/tickets?limit=${PAGE}`),
      get('core GET list', tokens.core, `/api/core-tickets?sort=createdAt:desc&pagination[pageSize]=${PAGE}`),
      get(
        'core GET list, unsorted and uncounted',
        tokens.core,
        `/api/core-tickets?pagination[pageSize]=${PAGE}&pagination[withCount]=false`,
      ),
    ],
    [
      get('empty route, no token', '', '/api/empty/open'),
      get('empty route, token of v1', tokens.project, '/api/empty/v1'),
      get('empty route, token of core', tokens.core, '/api/empty/core'),
    ],
    [
      post('v1 POST', tokens.project, '/api/v1/tickets', TICKET),
      post('core POST', tokens.core, '/api/core-tickets', { data: TICKET }),
      post('v1 POST, one subscription', tokens.subscribed, '/api/v1/tickets', TICKET),
    ],
    [
      { name: 'v1 PATCH', token: tokens.project, method: 'PATCH', paths: v1Ids, bodies: MOVES.v1 },
      { name: 'core PUT', token: tokens.core, method: 'PUT', paths: coreIds, bodies: MOVES.core },
    ],
  ];
}

/** A ticket is moved there and back, with a text that differs each time. */
const MOVES = {
  v1: ['open', 'in_progress'].map((status) => ({ status, body: `It is ${status} now.` })),
  core: ['open', 'in_progress'].map((state) => ({ data: { state, body: `It is ${state} now.` } })),
};

/** A receiver that answers at once. */
async function startReceiver() {
  const server = http.createServer((request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await events.once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * @param {Application} app
 * @param {string} url
 */
async function subscribe(app, url) {
  const answer = await fetch(`${app.url}/api/v1/webhooks/subscriptions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${app.tokens.subscribed}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      url,
      secret: 'bench-secret',
      event_types: ['ticket.created', 'audit.event'],
    }),
  });
  if (answer.status !== 201) throw new Error(`The subscription was refused: ${await answer.text()}`);
}

/** @type {(name: string) => name is keyof typeof DATABASES} */
const isDatabase = (name) => Object.hasOwn(DATABASES, name);

/** @returns {Options} */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        seconds: { type: 'string', default: '8' },
        connections: { type: 'string', default: '10' },
        database: { type: 'string', default: 'sqlite' },
      },
    });
    const [seconds, connections] = [Number(values.seconds), Number(values.connections)];
    const areValid = [seconds, connections].every((count) => Number.isInteger(count) && count > 0);
    if (areValid && isDatabase(values.database)) return { database: values.database, seconds, connections };
  } catch {
    // An unknown option, answered below.
  }
  console.error(USAGE);
  return process.exit(2);
}

// Ctrl-C also reaches the application, whose end fails the benchmark, which then removes its database and its copy.
process.once('SIGINT', () => undefined);

bench(readOptions()).catch((/** @type {unknown} */ error) => {
  console.error(error);
  process.exitCode = 1;
});
