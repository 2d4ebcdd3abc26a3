'use strict';

const { commandLineOf } = require('../command');
const { counted } = require('../text');

/** @typedef {import('../command').Command} Command */

/** @type {Command} */
const resend = {
  name: 'resend',
  summary: 'Have deliveries sent again',
  synopsis: [
    'DELIVERY_ID [--json]',
    '--subscription ID [--state dead|delivered|cancelled]\n[--since TIME] [--until TIME] [--dry-run] [--json]',
  ],
  description: `Has one delivery that has ended sent again, or all of a subscription that match: the same events with the same
ids, as new deliveries. The command only gives the order; a running server carries it out.`,
  options: {
    subscription: { type: 'string', value: 'ID', help: 'the subscription whose deliveries are sent again' },
    state: {
      type: 'string',
      value: 'STATE',
      help: 'those that are dead, delivered or cancelled (default: dead)',
    },
    since: { type: 'string', value: 'TIME', help: 'those created at this ISO 8601 time or later' },
    until: { type: 'string', value: 'TIME', help: 'those created at this time or earlier (default: now)' },
    'dry-run': { type: 'boolean', help: 'count them, and write nothing' },
  },
  operands: ['DELIVERY_ID'],
  check({ options, operands }) {
    if (operands.length === 0) {
      return options.subscription === undefined ? 'resend needs DELIVERY_ID or --subscription.' : undefined;
    }
    const [superfluous] = Object.keys(options);
    return superfluous === undefined ? undefined : `DELIVERY_ID and --${superfluous} don't go together.`;
  },
  async run(app, { options: { 'dry-run': isDryRun, ...order }, operands: [id] }, output) {
    if (id !== undefined) return resendOne(app, id, output);
    return isDryRun === true ? countMany(app, order, output) : orderMany(app, order, output);
  },
};

/** @type {(app: import('../command').Application, id: string, output: import('../output').Output) => Promise<void>} */
async function resendOne(app, id, output) {
  const result = await commandLineOf(app).resendOne(id);
  const { delivery } = result;
  const what =
    delivery.state === 'held'
      ? 'It is held until its subscription is active again.'
      : 'A running server sends it.';
  await output.show(result, () => `Delivery ${delivery.id} repeats ${id}. ${what}\n`);
}

/** @type {(app: import('../command').Application, order: object, output: import('../output').Output) => Promise<void>} */
async function countMany(app, order, output) {
  const result = await commandLineOf(app).countOrder(order);
  await output.show(result, () => `${deliveries(result.count)} would be sent again.\n`);
}

/** @type {(app: import('../command').Application, order: object, output: import('../output').Output) => Promise<void>} */
async function orderMany(app, order, output) {
  const result = await commandLineOf(app).orderMany(order);
  const { id, count } = result.resend;
  await output.show(result, () => `Order ${id}: ${deliveries(count)}, sent again by a running server.\n`);
}

/** @param {number} count */
const deliveries = (count) => counted(count, 'delivery', 'deliveries');

module.exports = { resend };
