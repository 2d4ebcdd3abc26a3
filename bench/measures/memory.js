'use strict';

// The memory of a process after it has delivered events, and its queries when there is nothing to do.
const { untilDelivered } = require('../load');
const { projectToken, seedDeliveries, subscribe, withApplications, withReceiver } = require('../setup');

const FEW = 1000;
const MANY = 100_000;
const SUBSCRIPTIONS = 10;
const IDLE_SECONDS = 60;
const MIB = 2 ** 20;

/** @typedef {import('../application').Application} Application */

/** @param {import('../setup').Context} context */
const measureMemory = (context) =>
  withReceiver((receiver) =>
    withApplications(context, [{}], async (app) => {
      const token = await projectToken(app, 'BENCH');
      for (let index = 0; index < SUBSCRIPTIONS; index += 1) await subscribe(app, token, receiver.url);
      const many = context.quick ? MANY / 10 : MANY;
      const after = [await deliver(app, FEW), await deliver(app, many - FEW)];
      const [few = NaN, later = NaN] = after;

      const seconds = context.quick ? IDLE_SECONDS / 4 : IDLE_SECONDS;
      process.stderr.write(`idle for ${seconds} s\n`);
      const statements = /** @type {string[]} */ (await app.call('statements', seconds));
      const allowed = seconds / 5;
      // Strapi counts its uploads soon after the start.
      const own = statements.filter((sql) => sql.includes('work_tracking'));
      return [
        {
          measure: `resident memory after ${many} events ÷ after ${FEW}`,
          figure: (later / few).toFixed(2),
          goal: '≤ 1.2',
          isMet: later / few <= 1.2,
          beside: `${(later / MIB).toFixed(0)} : ${(few / MIB).toFixed(0)} MiB`,
        },
        {
          measure: `the plugin's queries in an idle process in ${seconds} s`,
          figure: String(own.length),
          goal: `≤ ${allowed}`,
          isMet: own.length <= allowed,
          beside: `${statements.length - own.length} more of Strapi's own`,
        },
      ];
    }),
  );

/**
 * @param {Application} app
 * @param {number} events
 * @returns {Promise<number>} the resident memory then
 */
async function deliver(app, events) {
  process.stderr.write(`${events} events\n`);
  await seedDeliveries(app, 'BENCH', events / SUBSCRIPTIONS);
  await app.call('release');
  await app.call('wake');
  await untilDelivered(app);
  return /** @type {number} */ (await app.call('memory'));
}

module.exports = { measureMemory };
