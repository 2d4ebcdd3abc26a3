'use strict';

const { createRequire } = require('node:module');
const path = require('node:path');
const { APP_ROOT } = require('../scripts/prepare');
const { quantile } = require('./figures');
const { TICKET } = require('./seed');

/** @type {unknown} */
const ofPlugin = createRequire(path.join(APP_ROOT, 'src/plugins/work-tracking/package.json'))('undici');
const { Pool } = /** @type {typeof import('undici')} */ (ofPlugin);

/** As many clients wait for an answer at a time, at most. */
const CONNECTIONS = 64;

/**
 * Files tickets at a fixed rate, whether or not the earlier ones were answered.
 * @param {import('./application').Application} app
 * @param {string} token
 * @param {{ perSecond: number, seconds: number }} load
 * @returns {Promise<{ count: number, answerP95Ms: number }>}
 */
async function fileSteadily(app, token, { perSecond, seconds }) {
  const pool = new Pool(app.url, { connections: CONNECTIONS });
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const request = { method: 'POST', path: '/api/v1/tickets', headers, body: JSON.stringify(TICKET) };
  /** @type {number[]} */
  const answersMs = [];
  const file = async () => {
    const start = performance.now();
    const { statusCode, body } = await pool.request(
      /** @type {import('undici').Dispatcher.RequestOptions} */ (request),
    );
    await body.dump();
    if (statusCode !== 201) throw new Error(`A ticket was refused with ${statusCode}.`);
    answersMs.push(performance.now() - start);
  };
  const all = [];
  const start = performance.now();
  for (let count = 0; count < perSecond * seconds; count += 1) {
    const waitMs = start + (count * 1000) / perSecond - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    all.push(file());
  }
  await Promise.all(all);
  await pool.close();
  return { count: all.length, answerP95Ms: quantile(answersMs, 0.95) };
}

module.exports = { fileSteadily };
