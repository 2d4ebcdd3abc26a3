'use strict';

// `.ci/run`: what must hold before a change lands. A file of tests that fails is run once more, alone, after the rest:
// what passes then is told as UNSTABLE.
const path = require('node:path');
const { REPOSITORY } = require('./reporters/report');
const { runAll } = require('./run-all');

/** @typedef {import('./steps').Step} Step */

const FOLDER = path.join(REPOSITORY, '.tmp/gate');

const ALONE = { TEST_WORKERS: '1' };

/** @type {Step} */
const CORE = {
  command: 'npm test',
  isOfTests: true,
  ofFile: (file) => ({ command: `npm test -- ${file}`, isOfTests: true, env: ALONE }),
};

const SHORT = { RULES_SERIES: '30', ...ALONE };
/**
 * Beside the browser, so with one worker.
 * @param {string} suites
 * @returns {Step}
 */
const onPostgres = (suites) => ({
  command: `node scripts/test/suites.js ${suites}`,
  isOfTests: true,
  env: SHORT,
  ofFile: (file) => ({ command: `npm run test:postgres -- ${file}`, isOfTests: true, env: SHORT }),
});

const IN_BROWSER = 'npm run test:browser -- --grep @gate';
/** @type {Step} */
const BROWSER = {
  command: IN_BROWSER,
  isOfTests: true,
  ofFile: (file) => ({ command: `${IN_BROWSER} ${file}`, isOfTests: true }),
};

/** The network may be at fault, which is not ours. */
const INSTALLATION = [
  [{ command: 'npm ci', tries: 3 }],
  [{ command: 'bash scripts/test/debian-packages.sh chromium-headless-shell', tries: 3 }],
];

/** One after the other: each is a list of lanes that run beside each other, and none has more than two cores can do. */
const STAGES = [
  [[{ command: 'npm run build' }], [{ command: 'npm run lint' }]],
  [[CORE]],
  [
    [onPostgres('postgres-short'), { command: 'npm run demo -- --once' }],
    [BROWSER, { command: 'npm run typecheck' }, onPostgres('postgres-others')],
  ],
];

const PLAN = {
  foundations: [INSTALLATION],
  stages: STAGES,
  folder: FOLDER,
  showsOutput: true,
  keepsTree: true,
};
void runAll(PLAN).then((code) => (process.exitCode = code));
