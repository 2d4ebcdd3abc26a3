'use strict';

const { randomBytes } = require('node:crypto');

const ROWS = 10_000;
/** SQLite limits the values of one statement. */
const BATCH = 100;
const SECOND_MS = 1000;
/** How many tickets of each list are read one by one. */
const SAMPLE = 500;

const STATES = ['open', 'in_progress', 'blocked', 'in_review', 'done', 'cancelled'];
const PRIORITIES = ['P0', 'P1', 'P2', 'P3'];
const TYPES = ['bug', 'feature', 'chore'];

/** The ticket that is filed, whichever API it goes through. */
const TICKET = {
  title: 'The export stops at the first empty page',
  priority: 'P1',
  type: 'bug',
  effort: '2d',
  body: 'Seen on two installations since the last release. '.repeat(5),
  frontmatter: { component: 'export', labels: ['customer', 'regression'], estimate: { low: 1, high: 3 } },
};

/** @typedef {import('@strapi/strapi').Core.Strapi} Strapi */

/**
 * Fills both lists with the same rows, straight into the tables: without rules and events.
 * @param {Strapi} app
 * @param {string} projectKey
 */
async function seed(app, projectKey) {
  /** @type {unknown} */
  const project = await app.db.query('plugin::work-tracking.project').findOne({ where: { key: projectKey } });
  const { id: projectId } = /** @type {{ id: number }} */ (project);
  const ids = {
    v1: await fill(app, 'plugin::work-tracking.ticket', { project_id: projectId }),
    core: await fill(app, 'api::core-ticket.core-ticket', {}),
  };
  // Otherwise PostgreSQL does it by itself, in the middle of a measurement.
  if (app.db.dialect.client === 'postgres') await app.db.connection.raw('vacuum analyze');
  return ids;
}

/**
 * @param {Strapi} app
 * @param {string} uid
 * @param {object} ownColumns
 * @returns {Promise<string[]>} document ids, spread over the list
 */
async function fill(app, uid, ownColumns) {
  const { tableName } = app.db.metadata.get(uid);
  const start = Date.now() - ROWS * SECOND_MS;
  /** @type {string[]} */
  const ids = [];
  for (let first = 0; first < ROWS; first += BATCH) {
    const rows = Array.from({ length: BATCH }, (_, offset) => ({
      ...ticketRow(first + offset, start),
      ...ownColumns,
    }));
    await app.db.getConnection(tableName).insert(rows);
    ids.push(...rows.map(({ document_id: id }) => id));
  }
  return ids.filter((_, index) => index % (ROWS / SAMPLE) === 0);
}

/**
 * @param {number} number
 * @param {number} start
 */
function ticketRow(number, start) {
  const at = new Date(start + number * SECOND_MS);
  return {
    ...TICKET,
    document_id: randomBytes(12).toString('hex'),
    title: `${TICKET.title} (${number})`,
    state: STATES[number % STATES.length],
    priority: PRIORITIES[number % PRIORITIES.length],
    type: TYPES[number % TYPES.length],
    frontmatter: JSON.stringify(TICKET.frontmatter),
    version: 1,
    synced_at: at,
    created_at: at,
    updated_at: at,
    published_at: at,
  };
}

module.exports = { ROWS, TICKET, seed };
