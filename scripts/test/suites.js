'use strict';

// `npm test`, `npm run test:sqlite`, `npm run test:postgres`, `npm run test:mariadb`: jest's suites on a database.
// Arguments go to jest in place of the suites; `tests/api`, for example, runs all of the API's. `--list` names the files.
const { testPathIgnorePatterns } = require('../../jest.config');
const fullOnly = require('../../tests/full-only');
const { exitWith, onDatabase, runJest } = require('./on-database');

/** The suites in which a database has a part. */
const STORED = [
  'access',
  'api',
  'changes',
  'database',
  'extension',
  'panel',
  'rules',
  'sign-off',
  'webhooks',
].map((folder) => `tests/${folder}/`);

/** The tests of what PostgreSQL decides and SQLite can't show, in two parts for two lanes of the gate. */
const SHORT_ON_POSTGRES = [
  'tests/api/(conditions|exact-input|idempotency|ticket-list)',
  'tests/database/(host-transactions|host-writes|isolation|statements|time-zones|upgrade)',
  'tests/extension/linked-records',
  'tests/panel/json-text',
  'tests/rules/series',
  'tests/webhooks/(claims|ended-processes|held-deliveries|instances|resend\\.|transactions)',
];

const OTHERS_ON_POSTGRES = ['tests/changes/order', 'tests/sign-off/(digest|races)'];

const CORE = [
  '--testPathIgnorePatterns',
  ...testPathIgnorePatterns,
  ...fullOnly.map(({ file }) => `/${file.replaceAll('.', '\\.')}$`),
];

/** @type {Record<string, { database: 'sqlite' | 'postgres' | 'mariadb', args: string[] }>} */
const RUNS = {
  core: { database: 'sqlite', args: CORE },
  sqlite: { database: 'sqlite', args: [] },
  postgres: { database: 'postgres', args: STORED },
  'postgres-short': { database: 'postgres', args: SHORT_ON_POSTGRES },
  'postgres-others': { database: 'postgres', args: OTHERS_ON_POSTGRES },
  mariadb: { database: 'mariadb', args: STORED },
};

const [, , name = '', ...given] = process.argv;
const run = RUNS[name];
if (!run) throw new Error(`There are the suites ${Object.keys(RUNS).join(', ')}, and not ${name}.`);
const isListing = given[0] === '--list';
const args = isListing ? [...run.args, '--listTests'] : given.length > 0 ? given : run.args;

exitWith(() =>
  run.database === 'sqlite' || isListing
    ? runJest(args, { TEST_DATABASE_URL: '' })
    : onDatabase(run.database, (url) => runJest(args, { TEST_DATABASE_URL: url })),
);
