'use strict';

const { PROJECT, commandLineOf, textOf } = require('../command');
const { table } = require('../text');

/** @typedef {import('../command').Command} Command */

/** @type {Command} */
const subscriptions = {
  name: 'subscriptions',
  summary: "List a project's webhook subscriptions",
  synopsis: ['--project KEY [--json]'],
  description: `Lists a project's webhook subscriptions, newest first: what each one listens to, whether it is active, since
when its endpoint fails, and why the service gave it up. Secrets are not shown.`,
  options: { project: PROJECT },
  required: ['project'],
  async run(app, given, output) {
    const result = await commandLineOf(app).listSubscriptions(textOf(given, 'project'));
    const heads = ['ID', 'ACTIVE', 'FAILING SINCE', 'DISABLED REASON', 'EVENT TYPES', 'URL'];
    await output.show(result, () =>
      table(
        heads,
        result.subscriptions.map((subscription) => [
          subscription.id,
          subscription.active ? 'yes' : 'no',
          subscription.failing_since,
          subscription.disabled_reason,
          subscription.event_types.join(', '),
          subscription.url,
        ]),
      ),
    );
    if (result.subscriptions.length === 0) output.note('This project has no subscriptions.');
  },
};

module.exports = { subscriptions };
