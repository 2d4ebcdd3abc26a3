'use strict';

// `npm run test:postgres`, `npm run test:mariadb`: the suites in which a database has a part, on that database: on the
// server that DATABASE_URL names, else on a throwaway one. Arguments go to jest in place of the suites; `tests/api`, for
// example, runs all of the API's.
const { exitWith, onDatabase, runJest } = require('./on-database');

/** What each database does in a way of its own: locks, plans, migrations, texts, JSON, times. */
const ON_EACH = [
  'tests/api/(conditions|decisions|exact-input|idempotency|labels|ticket-list|ticket-refs)',
  'tests/changes/order',
  'tests/database',
  'tests/panel/(board-filters|bulk|delivery-chart|unstorable-input)',
  'tests/rules/series',
  'tests/webhooks/(claims|many-subscriptions|new-subscriptions|recording|transactions|upgrade)',
];

/** What several processes on one server do, and more of what is stored and sent. */
const ON_POSTGRES = [
  'tests/access/(column-names|upgrade|users)',
  'tests/api/(changes|comments|foreign-ids|sizes|tickets)',
  'tests/changes',
  'tests/extension/(input|linked-records)',
  'tests/panel/(inbox|json-text|open-deliveries)',
  'tests/webhooks/(fairness|held-deliveries|instances|metrics|notices-dead-letters|resend|retention)',
];

const [, , kind = '', ...args] = process.argv;

exitWith(() =>
  onDatabase(kind === 'mariadb' ? 'mariadb' : 'postgres', (url) =>
    runJest(args.length > 0 ? args : [...ON_EACH, ...(kind === 'mariadb' ? [] : ON_POSTGRES)], {
      TEST_DATABASE_URL: url,
    }),
  ),
);
