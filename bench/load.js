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

const WARM_UP_SECONDS = 1;
const ROUNDS = 7;
const POLL_MS = 20;

/**
 * @typedef {Pick<import('./application').Application, 'url' | 'status'>
 *   & Partial<Pick<import('./application').Application, 'call'>>} Loaded only some can be profiled
 */

/**
 * The requests of one measurement.
 * @typedef {object} Target
 * @property {string} name
 * @property {Loaded} app
 * @property {string | string[]} authorization empty for none; of several, each connection has its own
 * @property {'GET' | 'POST' | 'PATCH' | 'PUT'} method
 * @property {string[]} paths requested in turn; of changes, each connection has its own
 * @property {boolean} [isKeyed] with a new `Idempotency-Key` each
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
 * The targets take turns, so that a drift of the machine affects all alike.
 * @param {Target[]} targets
 * @param {{ seconds: number, connections: number, profile: boolean }} load
 * @returns {Promise<Map<string, Measurement[]>>} the rounds of each target, by its name
 */
async function measureInTurns(targets, load) {
  /** @type {Map<string, Measurement[]>} */
  const results = new Map(targets.map(({ name }) => [name, []]));
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const target of targets) {
      process.stderr.write(`${target.name}, round ${round}\n`);
      const { call } = load.profile && round === 1 ? target.app : {};
      await call?.('startProfile');
      results.get(target.name)?.push(await measure(target, load));
      if (call) console.error(/** @type {string[]} */ (await call('stopProfile')).join('\n'));
    }
  }
  return results;
}

/**
 * @param {Target} target
 * @param {{ seconds: number, connections: number }} load
 * @returns {Promise<Measurement>}
 */
async function measure(target, { seconds, connections }) {
  const { app } = target;
  await load(target, WARM_UP_SECONDS, connections);
  const before = await untilDelivered(app);
  const result = await load(target, seconds, connections);
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
 * @param {Target} target
 * @param {number} duration
 * @param {number} connections
 * @returns {Promise<Result>}
 */
async function load(
  { name, app, authorization, method, paths, isKeyed = false, bodies = [] },
  duration,
  connections,
) {
  const callers = [authorization].flat();
  const requestsOf = (/** @type {string[]} */ own, caller = callers[0] ?? '') =>
    (bodies.length === 0 ? [undefined] : bodies).flatMap((body) =>
      own.map((path) => ({
        method,
        path,
        headers: {
          ...(caller !== '' && { Authorization: caller }),
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        ...(isKeyed && { setupRequest: withKey }),
      })),
    );
  const isShared = callers.length === 1 && (paths.length < connections || bodies.length < 2);
  let opened = 0;
  const result = await run({
    url: app.url,
    connections,
    duration,
    requests: requestsOf(paths),
    // Otherwise all connections change one record at a time, and wait for each other.
    setupClient(/** @type {{ setRequests(requests: object[]): void }} */ client) {
      const own = opened++;
      if (isShared) return;
      const ofClient =
        paths.length < connections
          ? paths
          : paths.filter((_, index) => index % connections === own % connections);
      client.setRequests(requestsOf(ofClient, callers[own % callers.length]));
    },
  });
  const { '2xx': succeeded, non2xx, errors } = result;
  if (succeeded === 0 || non2xx > 0 || errors > 0) {
    throw new Error(`${name}: ${succeeded} answers were 2xx, ${non2xx} were not, ${errors} requests failed.`);
  }
  return result;
}

/** @type {(request: { headers: Record<string, string> }) => object} */
const withKey = (request) => ({
  ...request,
  headers: { ...request.headers, 'Idempotency-Key': crypto.randomUUID() },
});

/** @param {Loaded} app */
async function untilDelivered(app) {
  const start = performance.now();
  let status = await app.status();
  while (status.openDeliveries > 0) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    status = await app.status();
  }
  return { ...status, waitedSeconds: (performance.now() - start) / 1000 };
}

module.exports = { load, measureInTurns, untilDelivered };
