'use strict';

// The reads of one project while clients of another wait for changes of theirs, and it writes.
const { setTimeout: sleep } = require('node:timers/promises');
const { median, quantile } = require('../figures');
const { file, projectToken, withApplications } = require('../setup');
const { fileSteadily } = require('../steady');

const WAITING = 400;
const WAIT_SECONDS = 25;

/** As many of one token may wait. */
const OF_TOKEN = 50;

const LOAD = { perSecond: 10, seconds: 10 };
const ROUNDS = 3;
const PAUSE_MS = 20;

/** Until all wait: they come at once, and each reads first. */
const SETTLE_MS = 5000;

const GOAL = 1.2;

/** @typedef {import('../application').Application} Application */

/**
 * @param {import('../setup').Context} context
 * @returns {Promise<import('../setup').Line[]>}
 */
const measureWaits = (context) =>
  withApplications(context, [{ MAX_WAITING_REQUESTS: String(WAITING) }], async (app) => {
    /** @type {string[]} */
    const tokens = [];
    while (tokens.length < WAITING / OF_TOKEN) tokens.push(await projectToken(app, 'NOISY'));
    const quiet = await projectToken(app, 'QUIET');
    await file(app, quiet, '/tickets', { title: 'Quiet' });
    const seconds = context.quick ? 2 : LOAD.seconds;
    const measure = async (/** @type {(index: number) => string} */ filterOf) => {
      const end = new AbortController();
      const all = Array.from({ length: WAITING }, (_, index) =>
        waitOn(app, tokens[index % tokens.length] ?? '', filterOf(index), end.signal),
      );
      await sleep(SETTLE_MS);
      const writing = fileSteadily(app, tokens[0] ?? '', { ...LOAD, seconds });
      const readsMs = await readUntil(app, quiet, writing);
      end.abort();
      await Promise.all(all);
      return { median: median(readsMs), longest: quantile(readsMs, 1) };
    };
    /** @type {Record<'own' | 'same', { median: number, longest: number }>[]} */
    const rounds = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      process.stderr.write(`${WAITING} clients wait, round ${round}\n`);
      rounds.push({
        own: await measure((index) => `target_id=own-${index}`),
        same: await measure(() => 'target_id=same'),
      });
    }
    const ratio = median(rounds.map(({ own, same }) => own.median / same.median));
    const ms = (/** @type {'own' | 'same'} */ kind, /** @type {'median' | 'longest'} */ figure) =>
      median(rounds.map((round) => round[kind][figure])).toFixed(0);
    return [
      {
        measure: `reads of another project beside ${WAITING} clients that wait for something of their own ÷ for the same`,
        figure: ratio.toFixed(2),
        goal: `≤ ${GOAL}`,
        isMet: ratio <= GOAL,
        beside: `medians ${ms('own', 'median')} : ${ms('same', 'median')} ms, the longest ${ms('own', 'longest')} : ${ms('same', 'longest')} ms; ${LOAD.perSecond} changes a second`,
      },
    ];
  });

/**
 * A client that waits again and again.
 * @param {Application} app
 * @param {string} token
 * @param {string} filter
 * @param {AbortSignal} end
 */
async function waitOn(app, token, filter, end) {
  const headers = { Authorization: `Bearer ${token}` };
  for (let after = 0; !end.aborted;) {
    const url = `${app.url}/api/v1/changes?after=${after}&${filter}&wait=${WAIT_SECONDS}`;
    const answer = await fetch(url, { headers, signal: end }).catch(() => undefined);
    if (!answer) return;
    if (answer.status !== 200 || answer.headers.has('Retry-After'))
      throw new Error(`GET /changes was refused: ${await answer.text()}`);
    after = /** @type {{ next_after: number }} */ (await answer.json()).next_after;
  }
}

/**
 * Reads a ticket of a project again and again, one request after the other.
 * @param {Application} app
 * @param {string} token
 * @param {Promise<unknown>} end
 * @returns {Promise<number[]>} how long each took
 */
async function readUntil(app, token, end) {
  /** @type {number[]} */
  const times = [];
  const over = new AbortController();
  const ended = end.finally(() => over.abort());
  while (!over.signal.aborted) {
    const start = performance.now();
    const answer = await fetch(`${app.url}/api/v1/tickets`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`GET /tickets was refused with ${answer.status}.`);
    times.push(performance.now() - start);
    await sleep(PAUSE_MS);
  }
  await ended;
  return times;
}

module.exports = { measureWaits };
