'use strict';

const { randomBytes } = require('node:crypto');
const { HOST, issueToken } = require('./application');
const { giveThemAPast } = require('./past');
const { Receiver } = require('./receiver');
const { DECISIONS, inDays, PEOPLE, TICKETS } = require('./shop-data');

/** @typedef {import('./application').Application} Application */
/** @typedef {(method: string, path: string, body: object) => Promise<Record<string, { id: string }>>} Send */

const EVENT_TYPES = ['ticket.created', 'ticket.updated', 'decision.resolved', 'audit.event'];
const DEADLINE_MS = 30_000;
const POLL_MS = 50;

/**
 * A project with all that the panel shows: tickets, comments, decisions, and two subscriptions, one of which fails.
 * @param {Application} app with an administrator
 * @param {string} url the application's
 * @returns {Promise<{ tenantId: string, receiver: Receiver }>} the receiver listens until it is closed
 */
async function fillShop(app, url) {
  const { token, tenant_id: tenantId } = await issueToken(app, 'SHOP');
  const send = sender(url, token);
  const secret = randomBytes(24).toString('base64url');
  const receiver = new Receiver(secret);
  const hook = await receiver.listen(HOST);
  await send('POST', '/webhooks/subscriptions', { url: `${hook}/shop`, secret, event_types: EVENT_TYPES });
  // Nobody listens on this port.
  const failing = { url: `http://${HOST}:9/warehouse`, secret, event_types: ['ticket.created'] };
  await send('POST', '/webhooks/subscriptions', failing);

  const people = await addPeople(app);
  /** @type {Map<string, number>} the days since its last change, by the public id of a record */
  const ages = new Map();
  for (const ticket of TICKETS) ages.set(await fileTicket(send, ticket, people), ticket.daysAgo);
  for (const decision of DECISIONS) ages.set(await fileDecision(send, decision), decision.daysAgo);
  await untilAttempted(app);
  await giveThemAPast(app, ages);
  return { tenantId, receiver };
}

/**
 * @param {Send} send
 * @param {import('./shop-data').SampleTicket} sample
 * @param {string[]} people
 */
async function fileTicket(send, sample, people) {
  const { daysAgo: _daysAgo, moves = [], comments = [], person, dueInDays, ...fields } = sample;
  const { ticket } = await send('POST', '/tickets', {
    ...fields,
    ...(person === undefined ? {} : { assignee: people[person] }),
    ...(dueInDays === undefined ? {} : { due_at: inDays(dueInDays) }),
  });
  const id = idOf(ticket);
  for (const status of moves) await send('PATCH', `/tickets/${id}`, { status });
  for (const body of comments) await send('POST', `/tickets/${id}/comments`, { body });
  return id;
}

/**
 * @param {Send} send
 * @param {import('./shop-data').SampleDecision} sample
 */
async function fileDecision(send, { slug, title, body, options, resolution }) {
  const { decision } = await send('POST', '/decisions', {
    slug,
    title,
    ...(body === undefined ? {} : { body_markdown: body }),
    ...(options === undefined ? {} : { frontmatter: { options } }),
  });
  const id = idOf(decision);
  if (resolution) await send('POST', `/decisions/${id}/resolve`, resolution);
  return id;
}

const idOf = (/** @type {{ id: string } | undefined} */ record) => {
  if (!record) throw new Error('The answer has no record.');
  return record.id;
};

/**
 * Two colleagues of the administrator.
 * @param {Application} app
 * @returns {Promise<string[]>} the ids of all three, the administrator's first
 */
async function addPeople(app) {
  const roles = /** @type {{ getSuperAdmin(): Promise<{ id: number }> }} */ (app.service('admin::role'));
  const users = /** @type {{ create(attributes: object): Promise<{ id: number }> }} */ (
    app.service('admin::user')
  );
  /** @type {unknown} */
  const found = await app.db.query('admin::user').findOne({});
  const first = /** @type {{ id: number } | null} */ (found);
  const { id: role } = await roles.getSuperAdmin();
  const ids = [String(first?.id)];
  for (const person of PEOPLE) {
    const password = randomBytes(12).toString('base64url');
    const { id } = await users.create({ ...person, password, isActive: true, roles: [role] });
    ids.push(String(id));
  }
  return ids;
}

/**
 * @param {string} url
 * @param {string} token
 * @returns {Send}
 */
const sender = (url, token) => async (method, path, body) => {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`);
  /** @type {unknown} */
  const answer = JSON.parse(text);
  return /** @type {Record<string, { id: string }>} */ (answer);
};

/**
 * Waits until every delivery has had its first attempt.
 * @param {Application} app
 */
async function untilAttempted(app) {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const deliveries = app.db.query('plugin::work-tracking.webhook-delivery');
  while (
    (await deliveries.count({ where: { $or: [{ state: 'sending' }, { state: 'pending', attempts: 0 }] } })) >
    0
  ) {
    deadline.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

module.exports = { fillShop };
