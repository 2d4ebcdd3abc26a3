'use strict';

const { commandLineOf } = require('../application');

/** @typedef {import('commander').Command} Command */
/** @typedef {import('../application').Application} Application */
/** @typedef {import('../output').Output} Output */
/** @typedef {{ subscription?: string, state?: string, since?: string, until?: string }} Selection */

/** @type {(program: Command, run: import('../application').Run) => void} */
function addResend(program, run) {
  program
    .command('resend')
    .argument('[DELIVERY_ID]')
    .usage('DELIVERY_ID [--json]\n       strapi-work-tracking resend --subscription <ID> [options]')
    .summary('Have deliveries sent again')
    .description(
      'Has one delivery that has ended sent again, or all of a subscription that match: the same events with the ' +
        'same ids, as new deliveries. Of many, those that were resent before or that a resend has made are left out. ' +
        'The command only queues them; a running server sends them.',
    )
    .option('--subscription <ID>', 'the subscription whose deliveries are sent again')
    .option('--state <STATE>', 'those that are dead, delivered or cancelled (default: dead)')
    .option('--since <TIME>', 'those created at this ISO 8601 time or later')
    .option('--until <TIME>', 'those created at this time or earlier (default: now)')
    .option('--dry-run', 'count them, and write nothing')
    .action((/** @type {string | undefined} */ id, _options, /** @type {Command} */ command) => {
      checkSelection(command, id);
      return run(command, (app, output, { dryRun, ...selection }) => {
        if (id !== undefined) return resendOne(app, id, output);
        return dryRun ? countMany(app, selection, output) : resendMany(app, selection, output);
      });
    });
}

/**
 * One delivery is resent by its id, many by what they have in common.
 * @param {Command} command
 * @param {string | undefined} id
 */
function checkSelection(command, id) {
  const given = command.opts();
  if (id === undefined) {
    if (given.subscription === undefined) command.error('error: DELIVERY_ID or --subscription is missing');
    return;
  }
  const other = command.options.find((option) => option.name() !== 'json' && option.attributeName() in given);
  if (other) command.error(`error: DELIVERY_ID and '${other.flags}' cannot be used together`);
}

/** @type {(app: Application, id: string, output: Output) => Promise<void>} */
async function resendOne(app, id, output) {
  const result = await commandLineOf(app).resendOne(id);
  const { delivery } = result;
  const next =
    delivery.state === 'held'
      ? 'It is held until its subscription is active again.'
      : 'A running server sends it.';
  await output.show(result, () => `Delivery ${delivery.id} repeats ${id}. ${next}\n`);
}

/** @type {(app: Application, selection: Selection, output: Output) => Promise<void>} */
async function countMany(app, selection, output) {
  const result = await commandLineOf(app).previewBulkResend(selection);
  await output.show(result, () => `${deliveries(result.count)} would be sent again.\n`);
}

/** @type {(app: Application, selection: Selection, output: Output) => Promise<void>} */
async function resendMany(app, selection, output) {
  const result = await commandLineOf(app).startBulkResend(selection);
  const { id, count } = result.resend;
  await output.show(
    result,
    () => `Bulk resend ${id}: ${deliveries(count)}, sent again by a running server.\n`,
  );
}

/** @param {number} count */
const deliveries = (count) => `${count} ${count === 1 ? 'delivery' : 'deliveries'}`;

module.exports = { addResend };
