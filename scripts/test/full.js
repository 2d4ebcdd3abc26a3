'use strict';

// `npm run test:full`: everything, one after the other, with no second try; a failure ends nothing. What each step says
// is kept in .tmp/full.
const path = require('node:path');
const { REPOSITORY } = require('./reporters/report');
const { runAll } = require('./run-all');

const FOLDER = path.join(REPOSITORY, '.tmp/full');

/** Ends what hangs. */
const LIMIT_MINUTES = 120;

/** @type {import('./steps').Step[]} */
const STEPS = [
  { command: 'npm run build' },
  { command: 'npm run lint' },
  { command: 'npm run typecheck' },
  { command: 'npm run test:sqlite', isOfTests: true },
  { command: 'npm run test:rules', isOfTests: true },
  { command: 'npm run test:postgres', isOfTests: true },
  { command: 'npm run test:rules -- --on postgres', isOfTests: true },
  { command: 'npm run test:mariadb', isOfTests: true },
  { command: 'npm run test:rules -- --on mariadb', isOfTests: true },
  { command: 'npm run demo -- --once' },
  { command: 'npm run test:browser', isOfTests: true },
  { command: 'npm run test:chaos', isOfTests: true },
  { command: 'npm run test:install' },
  { command: 'npm run test:image' },
];

const stages = STEPS.map((step) => [[{ limitMinutes: LIMIT_MINUTES, ...step }]]);
void runAll({ stages, folder: FOLDER, keepsTree: true }).then((code) => (process.exitCode = code));
