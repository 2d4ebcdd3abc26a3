'use strict';

// How long after a change its event arrives, at a steady rate of changes with one delivery each.
const { quantile } = require('../figures');
const { projectToken, subscribe, withApplications, withReceiver } = require('../setup');
const { fileSteadily } = require('../steady');

const USUAL = { perSecond: 50, seconds: 20 };
const P95_GOAL_MS = 25;
/** Until one is not held. */
const RATES = [80, 100, 120, 150, 200];
const RATE_GOAL = 150;
const HELD_SECONDS = 100;
const HELD_P95_MS = 50;

/** @param {import('../setup').Context} context */
const measureDelays = (context) =>
  withReceiver((receiver) =>
    withApplications(context, [{}], async (app) => {
      const token = await projectToken(app, 'BENCH');
      await subscribe(app, token, `${receiver.url}/timed`);
      const at = (/** @type {{ perSecond: number, seconds: number }} */ load) =>
        delays(app, token, receiver, load);
      await at({ perSecond: 50, seconds: 3 });

      const usual = await at({ ...USUAL, seconds: context.quick ? 5 : USUAL.seconds });
      /** @type {import('../setup').Line[]} */
      const lines = [
        {
          measure: `change to received, ${USUAL.perSecond} a second: p95`,
          figure: `${usual.p95} ms`,
          goal: `≤ ${P95_GOAL_MS} ms`,
          isMet: usual.p95 <= P95_GOAL_MS,
          beside: usual.text,
        },
      ];
      if (context.database !== 'sqlite') return lines;

      let held = 0;
      /** @type {string[]} */
      const tried = [];
      for (const perSecond of RATES) {
        const seconds = context.quick ? HELD_SECONDS / 10 : HELD_SECONDS;
        const { p95, text } = await at({ perSecond, seconds });
        tried.push(`${perSecond} a second: ${text}`);
        if (p95 > HELD_P95_MS) break;
        held = perSecond;
      }
      return [
        ...lines,
        {
          measure: `changes a second that are held for ${HELD_SECONDS} s with p95 ≤ ${HELD_P95_MS} ms to received`,
          figure: String(held),
          goal: `≥ ${RATE_GOAL}`,
          isMet: held >= RATE_GOAL,
          beside: tried.join('; '),
        },
      ];
    }),
  );

/**
 * @param {import('../application').Application} app
 * @param {string} token
 * @param {import('../setup').Receiver} receiver
 * @param {{ perSecond: number, seconds: number }} load
 */
async function delays(app, token, receiver, load) {
  process.stderr.write(`${load.perSecond} changes a second for ${load.seconds} s\n`);
  await receiver.reset();
  const { count, answerP95Ms } = await fileSteadily(app, token, load);
  await receiver.until(count);
  const delaysMs = await receiver.delaysMs();
  const [p50, p95] = [quantile(delaysMs, 0.5), quantile(delaysMs, 0.95)];
  return { p95, text: `p50 ${p50} ms, p95 ${p95} ms, answered in ${answerP95Ms.toFixed(0)} ms (p95)` };
}

module.exports = { measureDelays };
