'use strict';

// `npm run test:full`: everything, with no second try; a failure ends nothing. What each step says is kept in .tmp/full.
const path = require('node:path');
const { REPOSITORY } = require('./reporters/report');
const { runAll } = require('./run-all');

const FOLDER = path.join(REPOSITORY, '.tmp/full');

/** Ends what hangs. */
const LIMIT_MINUTES = 120;

/** @param {string} command */
const step = (command) => ({ command, limitMinutes: LIMIT_MINUTES });

/** @param {string} command */
const tests = (command) => ({ ...step(command), isOfTests: true });

/**
 * The suites of jest take every core there is. The rest leaves one free for most of its time, and runs beside each other.
 * @type {import('./steps').Step[][][]}
 */
const STAGES = [
  [[step('npm run build')]],
  [[step('npm run lint')], [step('npm run typecheck')]],
  [[tests('npm run test:sqlite')]],
  [[tests('npm run test:postgres')]],
  [[tests('npm run test:mariadb')]],
  [
    [tests('npm run test:browser'), step('npm run demo -- --once')],
    [
      tests('npm run test:rules'),
      tests('npm run test:rules -- --on postgres'),
      tests('npm run test:rules -- --on mariadb'),
      step('npm run test:install'),
      step('npm run test:image'),
    ],
  ],
  [[tests('npm run test:chaos')]],
];

void runAll({ stages: STAGES, folder: FOLDER, keepsTree: true }).then((code) => (process.exitCode = code));
