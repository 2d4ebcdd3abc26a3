'use strict';

// A project's deliveries while the endpoints of another hang and drip, and those to fast endpoints beside slow ones.
const { median, quantile } = require('../figures');
const { untilDelivered } = require('../load');
const { projectToken, seedDeliveries, subscribe, withApplications, withReceiver } = require('../setup');
const { fileSteadily } = require('../steady');

const HANGING = 20;
const DRIPPING = 4;
const DUE = 3000;
const LOAD = { perSecond: 10, seconds: 30 };
const P95_GOAL_MS = 1000;

const FAST = 25;
const SLOW = 25;
const EVENTS = 60;
const ROUNDS = 3;
const KEPT_GOAL = 0.8;

/** @typedef {import('../application').Application} Application */
/** @typedef {import('../setup').Line} Line */
/** @typedef {import('../setup').Receiver} Receiver */

/**
 * @param {import('../setup').Context} context
 * @returns {Promise<Line[]>}
 */
const measureFairness = async (context) => [await besideHanging(context), await besideSlow(context)];

/**
 * Two receivers: the slots of a process are shared between hosts, too.
 * @param {import('../setup').Context} context
 * @returns {Promise<Line>}
 */
const besideHanging = (context) =>
  withReceiver((receiver) =>
    withReceiver((hostile) =>
      withApplications(context, [{}], async (app) => {
        const noisy = await projectToken(app, 'NOISY');
        for (let index = 0; index < HANGING + DRIPPING; index += 1) {
          await subscribe(app, noisy, `${hostile.url}/${index < HANGING ? 'hang' : 'drip'}/${index}`);
        }
        const quiet = await projectToken(app, 'QUIET');
        await subscribe(app, quiet, `${receiver.url}/timed`);
        await seedDeliveries(app, 'NOISY', DUE / (HANGING + DRIPPING));
        await app.call('release');
        await app.call('wake');
        await receiver.reset();
        const { count } = await fileSteadily(app, quiet, {
          ...LOAD,
          seconds: context.quick ? 10 : LOAD.seconds,
        });
        await receiver.until(count);
        const delaysMs = await receiver.delaysMs();
        const [p50, p95, most] = [0.5, 0.95, 1].map((share) => quantile(delaysMs, share));
        return {
          measure: `change to received beside ${HANGING} hanging and ${DRIPPING} dripping endpoints of another project: p95`,
          figure: `${p95} ms`,
          goal: `≤ ${P95_GOAL_MS} ms`,
          isMet: Number(p95) <= P95_GOAL_MS,
          beside: `${DUE} deliveries due to them; p50 ${p50} ms, the longest ${most} ms`,
        };
      }),
    ),
  );

/**
 * All at one host, which they share, and of one project.
 * @param {import('../setup').Context} context
 * @returns {Promise<Line>}
 */
const besideSlow = (context) =>
  withReceiver((receiver) =>
    withApplications(context, [{}], async (app) => {
      const alone = await projectToken(app, 'ALONE');
      const mixed = await projectToken(app, 'MIXED');
      for (let index = 0; index < FAST; index += 1) {
        await subscribe(app, alone, `${receiver.url}/alone/${index}`);
        await subscribe(app, mixed, `${receiver.url}/fast/${index}`);
      }
      for (let index = 0; index < SLOW; index += 1) {
        await subscribe(app, mixed, `${receiver.url}/slow/${index}`);
      }
      /** @type {{ alone: number, beside: number }[]} */
      const rounds = [];
      const events = context.quick ? EVENTS / 10 : EVENTS;
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.push({
          alone: await fastPerSecond(app, receiver, { project: 'ALONE', events }),
          beside: await fastPerSecond(app, receiver, { project: 'MIXED', events }),
        });
      }
      const kept = median(rounds.map(({ alone, beside }) => beside / alone));
      const rates = [rounds.map((round) => round.beside), rounds.map((round) => round.alone)].map(median);
      return {
        measure: `deliveries a second to ${FAST} fast endpoints, beside ${SLOW} that answer after 300 ms ÷ alone`,
        figure: kept.toFixed(2),
        goal: `≥ ${KEPT_GOAL}`,
        isMet: kept >= KEPT_GOAL,
        beside: `${rates.map((rate) => rate.toFixed(0)).join(' : ')} a second`,
      };
    }),
  );

/**
 * How many of a project's deliveries arrive at its fast endpoints each second, until all of them have.
 * @param {Application} app
 * @param {Receiver} receiver
 * @param {{ project: string, events: number }} load each event goes to all of its endpoints
 */
async function fastPerSecond(app, receiver, { project, events }) {
  await seedDeliveries(app, project, events);
  await receiver.reset();
  await app.call('release');
  const start = performance.now();
  await app.call('wake');
  await receiver.until(events * FAST);
  const seconds = (performance.now() - start) / 1000;
  await untilDelivered(app);
  return (events * FAST) / seconds;
}

module.exports = { measureFairness };
