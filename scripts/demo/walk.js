'use strict';

const print = require('./print');

const EVENT_TYPES = ['ticket.created', 'ticket.updated', 'decision.resolved', 'audit.event'];

/**
 * A client of one project: calls /api/v1 and gets its webhooks at the receiver.
 * @typedef {object} Client
 * @property {string} url the application's
 * @property {string} token
 * @property {import('./receiver').Receiver} receiver
 * @property {AbortSignal} deadline
 */

/**
 * The parts of answers that are read here; each answer has one of them.
 * @typedef {object} Answer
 * @property {{ id: string, status: string, version: number }} ticket
 * @property {{ id: string, frontmatter: { status: string, resolution?: object } }} decision
 * @property {{ event_types: string[] }} subscription
 */

/**
 * @typedef {object} Step
 * @property {string} title
 * @property {string} method
 * @property {string} path
 * @property {object} body
 * @property {number} status what the API must answer
 * @property {(answer: Answer) => string} summarize what is printed of the answer
 * @property {string[]} causes the deliveries that must follow, by their names (`nameOf`)
 */

/**
 * From a ticket and a decision to their webhooks, step by step.
 * @param {Client} client
 * @param {{ url: string, secret: string }} webhook of the receiver
 * @throws Error when an answer or a delivery is not as expected
 */
async function walk(client, webhook) {
  /** @type {string[]} */
  const expected = [];
  const run = (/** @type {Step} */ step) => runStep(client, step, expected);

  await run({
    title: 'Subscribe to all events',
    method: 'POST',
    path: '/webhooks/subscriptions',
    body: { ...webhook, event_types: EVENT_TYPES },
    status: 201,
    summarize: ({ subscription }) => subscription.event_types.join(', '),
    causes: [],
  });

  const { ticket } = await run({
    title: 'File a ticket',
    method: 'POST',
    path: '/tickets',
    body: { title: 'Ship the first release', description: 'With notes.', priority: 'P1' },
    status: 201,
    summarize: statusOfTicket,
    causes: ['ticket.created', 'audit.event ticket.created'],
  });
  const move = { method: 'PATCH', path: `/tickets/${ticket.id}` };
  await run({
    ...move,
    title: 'Start it',
    body: { status: 'in_progress' },
    status: 200,
    summarize: statusOfTicket,
    causes: ['ticket.updated', 'audit.event ticket.updated'],
  });
  await run({
    ...move,
    title: 'Finish it',
    body: { status: 'done' },
    status: 200,
    summarize: statusOfTicket,
    causes: ['ticket.updated', 'audit.event ticket.updated'],
  });
  await run({
    ...move,
    title: 'Try a forbidden move',
    body: { status: 'blocked' },
    status: 409,
    summarize: (answer) => JSON.stringify(answer),
    causes: [],
  });

  const { decision } = await run({
    title: 'File a decision',
    method: 'POST',
    path: '/decisions',
    body: {
      slug: 'release-day',
      title: 'Which day do we release?',
      frontmatter: {
        options: [
          { id: 'monday', title: 'Monday' },
          { id: 'thursday', title: 'Thursday' },
        ],
      },
    },
    status: 201,
    summarize: ({ decision: { frontmatter } }) => `${frontmatter.status}, with two options`,
    causes: ['audit.event decision.created'],
  });
  await run({
    title: 'Resolve it',
    method: 'POST',
    path: `/decisions/${decision.id}/resolve`,
    body: { status: 'approved', option_id: 'thursday', note: 'Nobody ships on a Monday.' },
    status: 200,
    summarize: ({ decision: { frontmatter } }) => JSON.stringify(frontmatter.resolution),
    causes: ['decision.resolved', 'audit.event decision.resolved'],
  });

  assertVerified(client.receiver, expected);
  return { ticketId: ticket.id, deliveries: expected.length };
}

const statusOfTicket = (/** @type {Answer} */ { ticket }) =>
  `status ${ticket.status}, version ${ticket.version}`;

/**
 * @param {Client} client
 * @param {Step} step
 * @param {string[]} expected deliveries so far; this step's are added
 */
async function runStep(client, step, expected) {
  print.step(step.title, `${step.method} /api/v1${step.path}`);
  const answer = await send(client, step);
  if (answer.status !== step.status) {
    const text = JSON.stringify(answer.body);
    throw new Error(
      `${step.method} ${step.path} was answered with ${answer.status}, not ${step.status}: ${text}`,
    );
  }
  print.answer(answer.status, step.summarize(answer.body));

  expected.push(...step.causes);
  const { receiver, deadline } = client;
  try {
    await receiver.waitUntil(() => missing(expected, receiver).length === 0, deadline);
  } catch (error) {
    if (!deadline.aborted) throw error;
    throw new Error(`Out of time; these deliveries are missing: ${missing(expected, receiver).join(', ')}.`);
  }
  return answer.body;
}

/**
 * @param {Client} client
 * @param {Step} step
 */
async function send({ url, token, deadline }, { method, path, body }) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: deadline,
  });
  return { status: response.status, body: /** @type {Answer} */ (await response.json()) };
}

const nameOf = (/** @type {import('./receiver').Delivery} */ { event, action }) =>
  `${event} ${action}`.trimEnd();

/**
 * Expected deliveries that have not arrived. A name that is expected twice must arrive twice.
 * @param {string[]} expected
 * @param {import('./receiver').Receiver} receiver
 */
function missing(expected, receiver) {
  const arrived = [...receiver.deliveries.values()].map(nameOf);
  return expected.filter((name) => {
    const index = arrived.indexOf(name);
    if (index >= 0) arrived.splice(index, 1);
    return index < 0;
  });
}

/**
 * @param {import('./receiver').Receiver} receiver
 * @param {string[]} expected
 */
function assertVerified(receiver, expected) {
  const deliveries = [...receiver.deliveries.values()];
  const unverified = deliveries.filter(({ isVerified }) => !isVerified);
  if (unverified.length > 0) {
    throw new Error(`The signatures of these deliveries are wrong: ${unverified.map(nameOf).join(', ')}.`);
  }
  if (deliveries.length > expected.length) {
    throw new Error(`${expected.length} deliveries were expected, ${deliveries.length} arrived.`);
  }
}

module.exports = { walk };
