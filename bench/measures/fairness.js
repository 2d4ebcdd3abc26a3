'use strict';

// A project's deliveries while the endpoints of another hang and drip.
const { quantile } = require('../figures');
const { projectToken, seedDeliveries, subscribe, withApplications, withReceiver } = require('../setup');
const { fileSteadily } = require('../steady');

const HANGING = 20;
const DRIPPING = 4;
const DUE = 3000;
const LOAD = { perSecond: 10, seconds: 30 };
const P95_GOAL_MS = 1000;

/**
 * Two receivers: the slots of a process are shared between hosts, too.
 * @template Result
 * @param {(receiver: import('../setup').Receiver, hostile: import('../setup').Receiver) => Promise<Result>} work
 */
const withReceivers = (work) =>
  withReceiver((receiver) => withReceiver((hostile) => work(receiver, hostile)));

/** @param {import('../setup').Context} context */
const measureFairness = (context) =>
  withReceivers((receiver, hostile) =>
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
      return [
        {
          measure: `change to received beside ${HANGING} hanging and ${DRIPPING} dripping endpoints of another project: p95`,
          figure: `${p95} ms`,
          goal: `≤ ${P95_GOAL_MS} ms`,
          isMet: Number(p95) <= P95_GOAL_MS,
          beside: `${DUE} deliveries due to them; p50 ${p50} ms, the longest ${most} ms`,
        },
      ];
    }),
  );

module.exports = { measureFairness };
