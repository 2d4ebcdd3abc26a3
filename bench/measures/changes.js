'use strict';

// The cost of numbering a project's changes in the order of their commits, of keeping POSTs by their keys,
// and of clients that wait for changes.
const { compare } = require('../figures');
const { measureInTurns } = require('../load');
const { TICKET } = require('../seed');
const { projectToken, withApplications } = require('../setup');

const WAITING = 200;
const WAIT_SECONDS = 25;

/** As many of one token may wait. */
const OF_TOKEN = 50;

/** The share of a core that clients may cost which wait and are told nothing. */
const MAX_SHARE = 0.05;

/**
 * @param {import('../setup').Context} context
 * @returns {Promise<import('../setup').Line[]>}
 */
const measureChanges = (context) =>
  withApplications(context, [{}], async (app) => {
    const projects = Array.from({ length: context.connections }, (_, index) => `BENCH${index}`);
    /** @type {string[]} */
    const tokens = [];
    for (const project of projects) tokens.push(`Bearer ${await projectToken(app, project)}`);
    const [one = ''] = tokens;
    const post = { app, method: /** @type {const} */ ('POST'), paths: ['/api/v1/tickets'], bodies: [TICKET] };
    const targets = [
      { ...post, name: `POST, ${tokens.length} writers of one project`, authorization: one },
      { ...post, name: 'POST, each writer of a project of its own', authorization: tokens },
      { ...post, name: 'POST with a new Idempotency-Key', authorization: one, isKeyed: true },
    ];
    const results = await measureInTurns(targets, context);
    const [together = '', apart = '', keyed = ''] = targets.map(({ name }) => name);
    return [
      compare(results, together, apart, {}),
      compare(results, keyed, together, {}),
      await measureWaiting(app),
    ];
  });

/**
 * The processor's time of a server for clients that wait until their time is up.
 * @param {import('../application').Application} app
 * @returns {Promise<import('../setup').Line>}
 */
async function measureWaiting(app) {
  /** @type {string[]} */
  const tokens = [];
  while (tokens.length < WAITING / OF_TOKEN) tokens.push(await projectToken(app, 'WAITING'));
  process.stderr.write(`${WAITING} clients wait for ${WAIT_SECONDS} s\n`);
  const cpuMs = async () => (await app.status()).cpuMs;
  const wait = async (/** @type {number} */ seconds) => {
    const before = await cpuMs();
    const start = performance.now();
    await Promise.all(
      Array.from({ length: WAITING }, (_, index) =>
        waitFor(app, tokens[index % tokens.length] ?? '', seconds),
      ),
    );
    return { cpuMs: (await cpuMs()) - before, ms: performance.now() - start };
  };
  // The first requests of a process cost more than all later ones.
  await wait(1);
  const waited = await wait(WAIT_SECONDS);
  const share = waited.cpuMs / waited.ms;
  return {
    measure: `${WAITING} clients that wait for changes: share of a core`,
    figure: `${(share * 100).toFixed(1)} %`,
    goal: `≤ ${MAX_SHARE * 100} %`,
    isMet: share <= MAX_SHARE,
    beside: `${waited.cpuMs.toFixed(0)} ms CPU in ${(waited.ms / 1000).toFixed(0)} s, requests and answers included`,
  };
}

/**
 * @param {import('../application').Application} app
 * @param {string} token
 * @param {number} seconds
 */
async function waitFor(app, token, seconds) {
  const url = `${app.url}/api/v1/changes?after=999999999&wait=${seconds}`;
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  if (answer.status !== 200 || answer.headers.has('Retry-After'))
    throw new Error(`GET /changes was refused: ${await answer.text()}`);
  await answer.arrayBuffer();
}

module.exports = { measureChanges };
