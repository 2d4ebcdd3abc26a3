'use strict';

/**
 * The part of autocannon's result that is read here; its duration is in seconds, its latencies are in milliseconds.
 * @typedef {{
 *   '2xx': number, non2xx: number, errors: number, duration: number, latency: { p50: number, p99: number }
 * }} Result
 */

/** @type {unknown} */
// @ts-expect-error It has no types.
const autocannon = require('autocannon');
const run = /** @type {(options: object) => Promise<Result>} */ (autocannon);

const WARM_UP_SECONDS = 2;
const POLL_MS = 20;

/**
 * What one measurement requests.
 * @typedef {object} Target
 * @property {string} name
 * @property {string} token empty for none
 * @property {'GET' | 'POST' | 'PATCH' | 'PUT'} method
 * @property {string[]} paths requested in turn; of changes, each connection has its own
 * @property {object[]} [bodies] sent in turn, each to all of a connection's paths
 */

/**
 * @typedef {object} Measurement
 * @property {number} requestsPerSecond
 * @property {number} cpuMs the server's CPU time for one request, including work after the answer
 * @property {number} p50
 * @property {number} p99
 * @property {number} openDeliveries at the end of the load
 * @property {number} drainSeconds from then until all had ended
 * @property {number} sustained requests per second, with that time counted too
 */

/**
 * @param {import('./application').Application} app
 * @param {Target} target
 * @param {{ seconds: number, connections: number }} load
 * @returns {Promise<Measurement>}
 */
async function measure(app, target, { seconds, connections }) {
  await load(app, target, WARM_UP_SECONDS, connections);
  const before = await untilDelivered(app);
  const result = await load(app, target, seconds, connections);
  const { openDeliveries } = await app.status();
  const after = await untilDelivered(app);
  const { '2xx': count, duration, latency } = result;
  return {
    requestsPerSecond: count / duration,
    cpuMs: (after.cpuMs - before.cpuMs) / count,
    p50: latency.p50,
    p99: latency.p99,
    openDeliveries,
    drainSeconds: after.waitedSeconds,
    sustained: count / (duration + after.waitedSeconds),
  };
}

/**
 * @param {import('./application').Application} app
 * @param {Target} target
 * @param {number} duration
 * @param {number} connections
 * @returns {Promise<Result>}
 */
async function load(app, { name, token, method, paths, bodies = [] }, duration, connections) {
  const requestsOf = (/** @type {string[]} */ own) =>
    (bodies.length === 0 ? [undefined] : bodies).flatMap((body) =>
      own.map((path) => ({
        method,
        path,
        ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      })),
    );
  const isShared = paths.length < connections || bodies.length < 2;
  let opened = 0;
  const result = await run({
    url: app.url,
    connections,
    duration,
    headers: token === '' ? {} : { Authorization: `Bearer ${token}` },
    requests: requestsOf(paths),
    // Otherwise all connections change one record at a time, and wait for each other.
    setupClient(/** @type {{ setRequests(requests: object[]): void }} */ client) {
      const own = opened++;
      if (isShared) return;
      client.setRequests(requestsOf(paths.filter((_, index) => index % connections === own % connections)));
    },
  });
  const { '2xx': succeeded, non2xx, errors } = result;
  if (succeeded === 0 || non2xx > 0 || errors > 0) {
    throw new Error(`${name}: ${succeeded} answers were 2xx, ${non2xx} were not, ${errors} requests failed.`);
  }
  return result;
}

/** @param {import('./application').Application} app */
async function untilDelivered(app) {
  const start = performance.now();
  let status = await app.status();
  while (status.openDeliveries > 0) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    status = await app.status();
  }
  return { ...status, waitedSeconds: (performance.now() - start) / 1000 };
}

module.exports = { measure };
