'use strict';

const { commandLineOf } = require('../application');
const { table } = require('../text');

/** @type {(program: import('commander').Command, run: import('../application').Run) => void} */
function addSubscriptions(program, run) {
  program
    .command('subscriptions')
    .usage('--project <KEY> [options]')
    .summary("List a project's webhook subscriptions")
    .description(
      "Lists a project's webhook subscriptions, newest first: the event types of each, whether it is active, since " +
        'when its deliveries fail, and why the service disabled it. Secrets are not shown.',
    )
    .requiredOption('--project <KEY>', 'the project')
    .action((/** @type {{ project: string }} */ { project }, command) =>
      run(command, async (app, output) => {
        const result = await commandLineOf(app).listSubscriptions(project);
        await output.show(result, () => tableOf(result.subscriptions));
        if (result.subscriptions.length === 0) output.note('This project has no subscriptions.');
      }),
    );
}

/** @typedef {import('../application').CommandLine} CommandLine */

/** @param {Awaited<ReturnType<CommandLine['listSubscriptions']>>['subscriptions']} subscriptions */
const tableOf = (subscriptions) =>
  table(
    ['ID', 'ACTIVE', 'FAILING SINCE', 'DISABLED REASON', 'EVENT TYPES', 'URL'],
    subscriptions.map((subscription) => [
      subscription.id,
      subscription.active ? 'yes' : 'no',
      subscription.failing_since,
      subscription.disabled_reason,
      subscription.event_types.join(', '),
      subscription.url,
    ]),
  );

module.exports = { addSubscriptions };
