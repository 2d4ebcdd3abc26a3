'use strict';

// The same requests in a project of 1,000,000 tickets and in one of 1,000, each in an application of its own.
const { compare } = require('../figures');
const { measureInTurns } = require('../load');
const { RARE, TICKET } = require('../seed');
const { projectToken, seedTickets, withApplications } = require('../setup');

const SMALL = 1000;
const LARGE = 1_000_000;
const DEEP = 10_000;
const PAGE = 100;
/** Each request is quick, and there are many kinds. */
const SECONDS = 2;

const FILTERS = {
  status: 'status=open',
  type: 'type=bug',
  priority: 'priority=P1',
  'status and type': 'status=open&type=bug',
  'status and priority': 'status=open&priority=P1',
  'type and priority': 'type=bug&priority=P1',
  'two filters that exclude each other': `status=open&type=${RARE.type}`,
};

/** @typedef {import('../application').Application} Application */
/** @typedef {import('../load').Target} Target */

/** @param {import('../setup').Context} context */
const measureSizes = (context) =>
  withApplications(context, [{}, {}], async (small, large) => {
    const largeRows = context.quick ? LARGE / 10 : LARGE;
    const [inSmall, inLarge] = [await targets(small, SMALL), await targets(large, largeRows)];
    /** @type {import('../setup').Line[]} */
    const lines = [];
    for (const [kind, one] of Object.entries(inLarge)) {
      const other = inSmall[kind];
      if (!other) continue;
      const load = { ...context, seconds: Math.min(SECONDS, context.seconds) };
      const results = await measureInTurns([one, other], load);
      const measure = `${kind}: time at ${largeRows} ÷ at ${SMALL}`;
      lines.push(compare(results, one.name, other.name, { measure, atMost: 1.3, inverse: true }));
    }
    return lines;
  });

/**
 * @param {Application} app
 * @param {number} rows
 * @returns {Promise<Record<string, Target>>} by what they do
 */
async function targets(app, rows) {
  const token = await projectToken(app, 'BENCH');
  const uid = 'plugin::work-tracking.ticket';
  const paths = (await seedTickets(app, { uid, project: 'BENCH', rows })).map(
    (id) => `/api/v1/tickets/${id}`,
  );
  const cursor = await cursorAt(app, token, Math.min(DEEP, rows / 2));
  /** @type {(kind: string, ...paths: string[]) => Target} */
  const get = (kind, ...list) => ({
    name: `${kind}, ${rows}`,
    app,
    authorization: `Bearer ${token}`,
    method: 'GET',
    paths: list,
  });
  return {
    'read one': get('read one', ...paths),
    'first page': get('first page', '/api/v1/tickets'),
    [`${DEEP} deep`]: get(`${DEEP} deep`, `/api/v1/tickets?cursor=${encodeURIComponent(cursor)}`),
    ...Object.fromEntries(
      Object.entries(FILTERS).map(([name, query]) => [name, get(name, `/api/v1/tickets?${query}`)]),
    ),
    'change one': {
      ...get('change one', ...paths),
      method: 'PATCH',
      bodies: ['one', 'another'].map((word) => ({ body: `It has ${word} text.` })),
    },
    'file one': { ...get('file one', '/api/v1/tickets'), method: 'POST', bodies: [TICKET] },
  };
}

/**
 * @param {Application} app
 * @param {string} token
 * @param {number} depth
 */
async function cursorAt(app, token, depth) {
  let cursor = '';
  for (let seen = 0; seen < depth; seen += PAGE) {
    const url = `${app.url}/api/v1/tickets?limit=${PAGE}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
    cursor = /** @type {{ next_cursor: string }} */ (await answer.json()).next_cursor;
  }
  return cursor;
}

module.exports = { measureSizes };
