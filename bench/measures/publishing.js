'use strict';

// What SIGN_OFF_TYPES cost a publication of an entry of a type that is not among them.
const { median } = require('../figures');
const { projectToken, withApplications } = require('../setup');

const PROJECT = 'SIGN';
/** @type {Record<string, string>} */
const WITHOUT = {};
const WITH = { SIGN_OFF_PROJECT: PROJECT, SIGN_OFF_TYPES: 'api::article.article=always' };

/** A process is faster or slower than another that does the same, for as long as it lives: so there are several. */
const PAIRS = 3;
const WARM_UP = 200;
const ROUNDS = 40;
/** How many publications a round takes of each side. */
const TIMES = 50;
const AT_MOST = 1.02;

/** @typedef {import('../application').Application} Application */
/** @typedef {{ ms: number, cpuMs: number }} Time of one publication */
/** @typedef {{ signed: Time, plain: Time }} Round */

/**
 * @param {import('../setup').Context} context
 * @returns {Promise<import('../setup').Line[]>}
 */
async function measurePublishing(context) {
  /** @type {Round[]} */
  const rounds = [];
  for (let pair = 1; pair <= (context.quick ? 1 : PAIRS); pair += 1) {
    process.stderr.write(`pair ${pair}\n`);
    const ofPair = await withApplications(context, [WITHOUT, WITH], (plain, signed) =>
      inTurns(/** @type {Application} */ (plain), /** @type {Application} */ (signed), context.quick),
    );
    rounds.push(...ofPair);
  }
  const figure = median(rounds.map(({ signed, plain }) => signed.ms / plain.ms));
  const both = (/** @type {keyof Time} */ of) =>
    [rounds.map(({ signed }) => signed[of]), rounds.map(({ plain }) => plain[of])]
      .map((values) => median(values).toFixed(2))
      .join(' : ');
  return [
    {
      measure: 'publishing what is not under sign-off: time with SIGN_OFF_TYPES ÷ without',
      figure: figure.toFixed(3),
      goal: `≤ ${AT_MOST}`,
      isMet: figure <= AT_MOST,
      beside: `${both('ms')} ms, ${both('cpuMs')} ms CPU; ${rounds.length} rounds`,
    },
  ];
}

/**
 * The two take turns, and so does which of them is the first.
 * @param {Application} plain
 * @param {Application} signed
 * @param {boolean} quick
 * @returns {Promise<Round[]>}
 */
async function inTurns(plain, signed, quick) {
  const [ofPlain, ofSigned] = await Promise.all([publisherOf(plain), publisherOf(signed)]);
  await ofPlain(WARM_UP);
  await ofSigned(WARM_UP);
  /** @type {Round[]} */
  const rounds = [];
  for (let round = 0; round < (quick ? ROUNDS / 10 : ROUNDS); round += 1) {
    if (round % 2 === 0) {
      const first = await ofPlain(TIMES);
      rounds.push({ plain: first, signed: await ofSigned(TIMES) });
    } else {
      const first = await ofSigned(TIMES);
      rounds.push({ signed: first, plain: await ofPlain(TIMES) });
    }
  }
  return rounds;
}

/**
 * @param {Application} app
 * @returns {Promise<(times: number) => Promise<Time>>} publishes one entry as often
 */
async function publisherOf(app) {
  await projectToken(app, PROJECT);
  const id = await app.call('newPage');
  return async (times) => {
    const { ms, cpuMs } = /** @type {Time} */ (await app.call('publish', { id, times }));
    return { ms: ms / times, cpuMs: cpuMs / times };
  };
}

module.exports = { measurePublishing };
