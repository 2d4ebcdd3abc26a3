'use strict';

const { PROJECT, commandLineOf } = require('../command');
const { indented, list, table } = require('../text');

/** @typedef {import('../command').Command} Command */

const EVENT_TYPES = `only those of this type: ticket.created, ticket.updated,
decision.resolved, audit.event or ping`;

/** Of an endpoint's answer, in a table. */
const ANSWER_LENGTH = 60;

/** @type {Command} */
const deliveries = {
  name: 'deliveries',
  summary: "List a project's deliveries",
  synopsis: [
    '--project KEY [--state STATE] [--subscription ID]\n[--event-type TYPE] [--limit N] [--cursor CURSOR] [--json]',
  ],
  description: `Lists a project's deliveries, newest first: an event on its way to a subscription, and what became of it.
See 'strapi-work-tracking deliveries show' for what was sent and every attempt.`,
  options: {
    project: PROJECT,
    state: {
      type: 'string',
      value: 'STATE',
      help: 'only those that are pending, sending, delivered, dead, held or\ncancelled',
    },
    subscription: { type: 'string', value: 'ID', help: 'only those to this subscription' },
    'event-type': { type: 'string', value: 'TYPE', help: EVENT_TYPES },
    limit: { type: 'string', value: 'N', help: 'how many, 1000 at most (default: 50)' },
    cursor: { type: 'string', value: 'CURSOR', help: 'go on where a list ended: its next_cursor' },
  },
  required: ['project'],
  async run(app, { options }, output) {
    const result = await commandLineOf(app).listDeliveries(options);
    const heads = ['ID', 'STATE', 'ATTEMPTS', 'EVENT TYPE', 'CREATED', 'NEXT ATTEMPT', 'SUBSCRIPTION'];
    await output.show(result, () =>
      table(
        heads,
        result.deliveries.map((delivery) => [
          delivery.id,
          delivery.state,
          delivery.attempts,
          delivery.event_type,
          delivery.created_at,
          delivery.next_attempt_at,
          delivery.subscription_id,
        ]),
      ),
    );
    if (result.deliveries.length === 0) output.note('There are no such deliveries.');
    if (result.next_cursor !== null) output.note(`There are more: --cursor ${result.next_cursor}`);
  },
};

/** @type {Command} */
const deliveriesShow = {
  name: 'deliveries show',
  summary: 'Show a delivery with what was sent and every attempt',
  synopsis: ['ID [--json]'],
  description: `Shows a delivery, of whatever project: the event as it was sent, and every attempt with the beginning of what
the endpoint answered.`,
  options: {},
  operands: ['ID'],
  async run(app, { operands: [id = ''] }, output) {
    const result = await commandLineOf(app).showDelivery(id);
    await output.show(result, () => textOfDelivery(result.delivery));
  },
};

/** @param {Awaited<ReturnType<import('../command').CommandLine['showDelivery']>>['delivery']} delivery */
function textOfDelivery({ body, attempt_log: log, ...delivery }) {
  const fields = list({
    id: delivery.id,
    state: delivery.state,
    'event type': delivery.event_type,
    event: delivery.event_id,
    subscription: delivery.subscription_id,
    attempts: delivery.attempts,
    created: delivery.created_at,
    'next attempt': delivery.next_attempt_at,
    ended: delivery.ended_at,
    'resent from': delivery.resent_from,
  });
  const attempts = table(
    ['ATTEMPT', 'STARTED', 'MS', 'RESULT', 'STATUS', 'MESSAGE', 'ANSWER'],
    log.map((attempt) => [
      attempt.number,
      attempt.started_at,
      attempt.duration_ms,
      attempt.result,
      attempt.status,
      attempt.message,
      attempt.response_body?.slice(0, ANSWER_LENGTH) ?? null,
    ]),
  );
  return [fields, indented(body), ...(attempts === '' ? [] : [attempts])].join('\n');
}

module.exports = { deliveries, deliveriesShow };
