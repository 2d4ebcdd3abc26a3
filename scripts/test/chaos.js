'use strict';

// `npm run test:chaos [-- --full] [-- --changes N]`: several processes on PostgreSQL, then one on SQLite, with whatever
// can go wrong. --full is the long run that docs/reliability.md reports.
const { parseArgs } = require('node:util');
const { exitWith, onDatabase, runJest } = require('./on-database');

const CONFIG = ['--config', 'tests/cluster/jest.config.js'];

const SHORT = { changes: '500', outageSeconds: '10', fairnessRounds: '1' };
const FULL = { changes: '20000', outageSeconds: '60', fairnessRounds: '7' };

const { values } = parseArgs({ options: { full: { type: 'boolean' }, changes: { type: 'string' } } });
const { changes, outageSeconds, fairnessRounds } = values.full ? FULL : SHORT;
const asked = values.changes ?? changes;
if (!/^[1-9]\d*$/.test(asked)) throw new Error(`--changes must be a number, not ${asked}.`);

const LENGTH = {
  CHAOS_CHANGES: asked,
  CHAOS_OUTAGE_SECONDS: outageSeconds,
  CHAOS_FAIRNESS_ROUNDS: fairnessRounds,
};

const onPostgres = () =>
  onDatabase('postgres', (url) =>
    runJest(CONFIG, { ...LENGTH, TEST_DATABASE_URL: url, CHAOS_PROCESSES: '3' }),
  );

const onSqlite = () =>
  runJest([...CONFIG, 'chaos.test'], {
    ...LENGTH,
    TEST_DATABASE_URL: '',
    CHAOS_PROCESSES: '1',
  });

exitWith(async () => {
  const codes = [await onPostgres(), await onSqlite()];
  return Math.max(...codes);
});
