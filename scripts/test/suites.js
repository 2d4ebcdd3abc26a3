'use strict';

// `npm run test:postgres`, `npm run test:mariadb`: the API, access, webhook and rules suites, and of the others what a
// database decides, on that database: on the server that DATABASE_URL names, else on a throwaway one. Arguments go to
// jest in place of the suites.
const { exitWith, onDatabase, runJest } = require('./on-database');

const SUITES = [
  'tests/api',
  'tests/access',
  'tests/webhooks',
  'tests/database',
  'tests/rules',
  'tests/panel/clones',
  'tests/panel/json-text',
  'tests/panel/unstorable-input',
  'tests/extension/input',
  'tests/extension/linked-records',
];

const [, , kind = '', ...args] = process.argv;

exitWith(() =>
  onDatabase(kind === 'mariadb' ? 'mariadb' : 'postgres', (url) =>
    runJest(args.length > 0 ? args : SUITES, { TEST_DATABASE_URL: url }),
  ),
);
