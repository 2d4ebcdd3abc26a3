'use strict';

// v1 beside Strapi's own REST API for the same fields, in one process and on one database, and beside Payload's.
const { compare } = require('../figures');
const { measureInTurns } = require('../load');
const { withPayload } = require('../payload');
const { TICKET } = require('../seed');
const { projectToken, seedTickets, subscribe, withApplications, withReceiver } = require('../setup');

const ROWS = 10_000;
const PAGE = 50;

/** A ticket is moved there and back, with a text that differs each time. */
const MOVES = ['open', 'in_progress'].map((state) => ({ state, body: `It is ${state} now.` }));

/** @typedef {import('../load').Target} Target */

/**
 * @param {import('../setup').Context} context
 * @returns {Promise<import('../setup').Line[]>}
 */
const measureRequests = (context) =>
  withReceiver((receiver) =>
    withApplications(context, [{}], async (app) => {
      const own = [await targetsOfV1(app, receiver.url), await targetsOfCore(app)];
      if (!context.payload) return measureAll(context, own);
      return withPayload({ database: context.database, rows: ROWS }, (payload) =>
        measureAll(context, [...own, targetsOfPayload(payload)]),
      );
    }),
  );

/**
 * @param {import('../setup').Context} context
 * @param {Record<string, Target>[]} apis v1 first
 */
async function measureAll(context, apis) {
  /** @type {import('../setup').Line[]} */
  const lines = [];
  // Reads come before writes, which make the lists longer.
  for (const [kind, goal] of Object.entries(GOALS[context.database])) {
    const targets = apis.flatMap((api) => api[kind] ?? (kind === 'subscribed' ? (api.post ?? []) : []));
    const results = await measureInTurns(targets, context);
    const [first, ...others] = targets;
    others.forEach((other, index) =>
      lines.push(compare(results, first?.name ?? '', other.name, index === 0 ? { atLeast: goal } : {})),
    );
  }
  return lines;
}

/** At least. @type {Record<import('../setup').Context['database'], Record<string, number | undefined>>} */
const GOALS = {
  sqlite: { one: 1.9, list: 2.6, post: 0.85, subscribed: undefined, patch: 1, empty: undefined },
  postgres: { one: 1.9, list: 2.6, post: 1, subscribed: undefined, patch: 1, empty: undefined },
};

/**
 * @param {import('../application').Application} app
 * @param {string} receiverUrl
 * @returns {Promise<Record<string, Target>>}
 */
async function targetsOfV1(app, receiverUrl) {
  const authorization = `Bearer ${await projectToken(app, 'BENCH')}`;
  const token = await projectToken(app, 'SUBSCRIBED');
  await subscribe(app, token, receiverUrl, ['ticket.created', 'audit.event']);
  const list = { uid: 'plugin::work-tracking.ticket', project: 'BENCH', rows: ROWS };
  const paths = (await seedTickets(app, list)).map((id) => `/api/v1/tickets/${id}`);
  const bodies = MOVES.map(({ state, body }) => ({ status: state, body }));
  const by = { app, authorization };
  const post = { ...by, method: /** @type {const} */ ('POST'), paths: ['/api/v1/tickets'], bodies: [TICKET] };
  return {
    one: { ...by, name: 'v1 GET one', method: 'GET', paths },
    list: { ...by, name: `v1 GET list of ${PAGE}`, method: 'GET', paths: [`/api/v1/tickets?limit=${PAGE}`] },
    post: { ...post, name: 'v1 POST' },
    subscribed: { ...post, name: 'v1 POST, one subscription to two types', authorization: `Bearer ${token}` },
    patch: { ...by, name: 'v1 PATCH with a move', method: 'PATCH', paths, bodies },
    empty: { ...by, name: 'empty route, token of v1', method: 'GET', paths: ['/api/empty/v1'] },
  };
}

/**
 * @param {import('../application').Application} app
 * @returns {Promise<Record<string, Target>>}
 */
async function targetsOfCore(app) {
  const token = /** @type {string} */ (await app.call('coreToken'));
  const by = { app, authorization: `Bearer ${token}` };
  const ids = await seedTickets(app, { uid: 'api::core-ticket.core-ticket', rows: ROWS });
  const paths = ids.map((id) => `/api/core-tickets/${id}`);
  const query = `sort=createdAt:desc&pagination[pageSize]=${PAGE}`;
  const bodies = MOVES.map((data) => ({ data }));
  return {
    one: { ...by, name: 'core findOne', method: 'GET', paths },
    list: {
      ...by,
      name: 'core list, sorted and counted',
      method: 'GET',
      paths: [`/api/core-tickets?${query}`],
    },
    post: {
      ...by,
      name: 'core create',
      method: 'POST',
      paths: ['/api/core-tickets'],
      bodies: [{ data: TICKET }],
    },
    patch: { ...by, name: 'core update', method: 'PUT', paths, bodies },
    empty: { ...by, name: 'empty route, token of core', method: 'GET', paths: ['/api/empty/core'] },
  };
}

/**
 * @param {{ app: Target['app'], authorization: string, ids: number[] }} payload
 * @returns {Record<string, Target>}
 */
function targetsOfPayload({ app, authorization, ids }) {
  const by = { app, authorization };
  const paths = ids.map((id) => `/api/tickets/${id}`);
  const list = `/api/tickets?sort=-createdAt&limit=${PAGE}`;
  return {
    one: { ...by, name: 'Payload findByID', method: 'GET', paths },
    list: { ...by, name: 'Payload find, sorted and counted', method: 'GET', paths: [list] },
    post: { ...by, name: 'Payload create', method: 'POST', paths: ['/api/tickets'], bodies: [TICKET] },
    patch: { ...by, name: 'Payload update', method: 'PATCH', paths, bodies: MOVES },
  };
}

module.exports = { measureRequests, targetsOfV1 };
