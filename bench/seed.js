'use strict';

const TYPES = ['bug', 'feature', 'chore'];
const PRIORITIES = ['P0', 'P1', 'P2', 'P3'];
const STATES = ['open', 'in_progress', 'blocked', 'in_review', 'done', 'cancelled'];
/** One ticket in so many is of this type, and none of these is open. */
const RARE = { type: 'incident', every: 100 };
/** How many tickets of each list are read one by one. */
const SAMPLE = 500;

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

const NUMBERS = 'with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)';

/** @param {Strapi} app */
const isPostgres = (app) => app.db.dialect.client === 'postgres';

/**
 * @param {string[]} values
 * @param {number} divisor so that each combination of two lists comes up
 */
const inTurn = (values, divisor) =>
  `case (n / ${divisor}) % ${values.length} ` +
  `${values.map((value, index) => `when ${index} then '${value}'`).join(' ')} end`;

/** @param {Strapi} app */
const randomId = (app) =>
  isPostgres(app) ? 'left(md5(random()::text || n::text), 24)' : 'lower(hex(randomblob(12)))';

/**
 * A time as the database stores it.
 * @param {Strapi} app
 * @param {string} ms SQL for the milliseconds since 1970
 */
const time = (app, ms) => (isPostgres(app) ? `to_timestamp((${ms}) / 1000.0)` : ms);

/**
 * Fills the list of a project, or that of the core type, with tickets: straight into the table, without rules and
 * events.
 * @param {Strapi} app
 * @param {{ uid: string, project?: string, rows: number }} list
 * @returns {Promise<string[]>} document ids, spread over the list
 */
async function seedTickets(app, { uid, project, rows }) {
  const { tableName } = app.db.metadata.get(uid);
  const created = time(app, `${Date.now() - rows * 1000} + n * 1000`);
  const isRare = `n % ${RARE.every} = 0`;
  /** @type {Record<string, string>} */
  const columns = {
    document_id: randomId(app),
    title: `'${TICKET.title} (' || n || ')'`,
    state: `case when ${isRare} then 'done' else ${inTurn(STATES, 1)} end`,
    priority: inTurn(PRIORITIES, STATES.length),
    type: `case when ${isRare} then '${RARE.type}' else ${inTurn(TYPES, STATES.length * PRIORITIES.length)} end`,
    effort: `'${TICKET.effort}'`,
    body: `'${TICKET.body}'`,
    frontmatter: `'${JSON.stringify(TICKET.frontmatter)}'`,
    version: '1',
    synced_at: created,
    created_at: created,
    updated_at: created,
    published_at: created,
    ...(project !== undefined && { project_id: String(await projectId(app, project)) }),
  };
  await app.db.connection.raw(
    `insert into ${tableName} (${Object.keys(columns).join(', ')}) ` +
      `${NUMBERS} select ${Object.values(columns).join(', ')} from numbers`,
    [rows],
  );
  await analyze(app);
  /** @type {{ document_id: string }[]} */
  const sample = await app.db
    .getConnection(tableName)
    .select('document_id')
    .whereRaw('id % ? = 0', [Math.max(1, Math.floor(rows / SAMPLE))]);
  return sample.map(({ document_id: id }) => id);
}

/**
 * Stores events of a project, and a delivery of each for every subscription of it, which is not due until `release`.
 * @param {Strapi} app
 * @param {{ project: string, events: number }} backlog
 * @returns {Promise<number>} how many deliveries
 */
async function seedDeliveries(app, { project, events }) {
  const [event, delivery, subscription] = ['event', 'delivery', 'subscription'].map(
    (name) => app.db.metadata.get(`plugin::work-tracking.webhook-${name}`).tableName,
  );
  const id = await projectId(app, project);
  const now = time(app, String(Date.now()));
  const prefix = Math.random().toString(36).slice(2);
  await app.db.connection.raw(
    `insert into ${event} (document_id, project_id, type, target_id, body, created_at, updated_at, published_at) ` +
      `${NUMBERS} select '${prefix}-' || n, ${id}, 'ticket.created', 'seeded', ?, ${now}, ${now}, ${now} from numbers`,
    [events, eventBody()],
  );
  await app.db.connection.raw(
    `insert into ${delivery} (document_id, project_id, subscription_id, event_id, event_type, target_id, state, ` +
      'attempts, created_at, updated_at, published_at) ' +
      `select event.document_id || '-' || subscription.id, ${id}, subscription.document_id, event.document_id, ` +
      `event.type, event.target_id, 'pending', 0, ${now}, ${now}, ${now} ` +
      `from ${event} as event cross join ${subscription} as subscription ` +
      `where event.document_id like '${prefix}-%' and event.project_id = ${id} and subscription.project_id = ${id}`,
  );
  await analyze(app);
  return app.db
    .query('plugin::work-tracking.webhook-delivery')
    .count({ where: { eventId: { $startsWith: prefix } } });
}

/**
 * Makes the seeded deliveries due.
 * @param {Strapi} app
 */
async function release(app) {
  const { tableName } = app.db.metadata.get('plugin::work-tracking.webhook-delivery');
  await app.db
    .getConnection(tableName)
    .where({ state: 'pending', due_at: null })
    .update({ due_at: new Date() });
}

/** The body of the event of a new ticket, as long as it usually is. */
const eventBody = () =>
  JSON.stringify({
    event: 'ticket.created',
    id: '019abcde-0000-7000-8000-000000000000',
    ts: new Date().toISOString(),
    tenant_id: 'seeded',
    data: { ...TICKET, id: 'seeded', status: 'open', version: 1 },
  });

/** Otherwise PostgreSQL does it by itself, in the middle of a measurement. */
const analyze = async (/** @type {Strapi} */ app) => {
  if (isPostgres(app)) await app.db.connection.raw('vacuum analyze');
};

/**
 * @param {Strapi} app
 * @param {string} key
 */
async function projectId(app, key) {
  /** @type {unknown} */
  const project = await app.db.query('plugin::work-tracking.project').findOne({ where: { key } });
  return /** @type {{ id: number }} */ (project).id;
}

module.exports = { PRIORITIES, RARE, STATES, TICKET, eventBody, release, seedDeliveries, seedTickets };
