'use strict';

// `npm run test:chaos [-- --changes N]`: several processes on PostgreSQL, then one on SQLite, with whatever can go wrong.
const { parseArgs } = require('node:util');
const { exitWith, onDatabase, runJest } = require('./on-database');

const CONFIG = ['--config', 'tests/cluster/jest.config.js'];

const { changes } = parseArgs({
  options: { changes: { type: 'string', default: '2000' } },
}).values;
if (!/^[1-9]\d*$/.test(changes)) throw new Error(`--changes must be a number, not ${changes}.`);

const onPostgres = () =>
  onDatabase('postgres', (url) =>
    runJest(CONFIG, { TEST_DATABASE_URL: url, CHAOS_CHANGES: changes, CHAOS_PROCESSES: '3' }),
  );

const onSqlite = () =>
  runJest([...CONFIG, 'chaos.test'], {
    TEST_DATABASE_URL: '',
    CHAOS_CHANGES: changes,
    CHAOS_PROCESSES: '1',
  });

exitWith(async () => (await onPostgres()) || (await onSqlite()));
