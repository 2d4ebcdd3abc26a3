'use strict';

const { commandLineOf } = require('../application');
const { indented, list, table } = require('../text');

/** @typedef {import('commander').Command} Command */
/** @typedef {import('../application').CommandLine} CommandLine */

/** How much of a receiver's answer a table shows. */
const ANSWER_LENGTH = 60;

/** @type {(program: Command, run: import('../application').Run) => void} */
function addDeliveries(program, run) {
  const deliveries = program
    .command('deliveries')
    .usage('--project <KEY> [options]')
    .summary("List a project's deliveries")
    .description(
      "Lists a project's deliveries, newest first: an event on its way to a subscription, and its outcome. See " +
        "'strapi-work-tracking deliveries show' for what was sent and every attempt.",
    )
    .option('--project <KEY>', 'the project')
    .option(
      '--state <STATE>',
      'only those that are pending, sending, delivered, dead (and not resent), held or cancelled',
    )
    .option('--subscription <ID>', 'only those to this subscription')
    .option(
      '--event-type <TYPE>',
      'only those of this type: ticket.created, ticket.updated, decision.resolved, audit.event or ping',
    )
    .option('--limit <N>', 'how many, 1000 at most (default: 50)')
    .option('--cursor <CURSOR>', 'where to continue: the next_cursor of the page before')
    .action((/** @type {{ project?: string }} */ { project }, /** @type {Command} */ command) => {
      // Not a required option of commander's: those are required of `deliveries show` as well.
      if (project === undefined) command.error("error: required option '--project <KEY>' not specified");
      return run(command, async (app, output, { eventType, ...options }) => {
        const result = await commandLineOf(app).listDeliveries({ ...options, 'event-type': eventType });
        await output.show(result, () => tableOf(result.deliveries));
        if (result.deliveries.length === 0) output.note('There are no such deliveries.');
        if (result.next_cursor !== null) output.note(`There are more: --cursor ${result.next_cursor}`);
      });
    });

  deliveries
    .command('show')
    .argument('<ID>')
    .summary('Show a delivery with what was sent and every attempt')
    .description(
      'Shows a delivery of any project: the event as it was sent, and every attempt with the beginning of what the ' +
        'receiver answered.',
    )
    .action((/** @type {string} */ id, _options, command) =>
      run(command, async (app, output) => {
        const result = await commandLineOf(app).showDelivery(id);
        await output.show(result, () => textOf(result.delivery));
      }),
    );
}

/** @param {{ state: string, resent_at: string | null }} delivery */
const stateOf = ({ state, resent_at: resentAt }) => (resentAt === null ? state : `${state}, resent`);

/** @param {Awaited<ReturnType<CommandLine['listDeliveries']>>['deliveries']} deliveries */
const tableOf = (deliveries) =>
  table(
    ['ID', 'STATE', 'ATTEMPTS', 'EVENT TYPE', 'CREATED', 'NEXT ATTEMPT', 'SUBSCRIPTION'],
    deliveries.map((delivery) => [
      delivery.id,
      stateOf(delivery),
      delivery.attempts,
      delivery.event_type,
      delivery.created_at,
      delivery.next_attempt_at,
      delivery.subscription_id,
    ]),
  );

/** @param {Awaited<ReturnType<CommandLine['showDelivery']>>['delivery']} delivery */
function textOf({ body, attempt_log: log, ...delivery }) {
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
    resent: delivery.resent_at,
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

module.exports = { addDeliveries };
