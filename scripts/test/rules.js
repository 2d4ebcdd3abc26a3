'use strict';

// `npm run test:rules [-- --seed N] [-- --series N] [-- --on postgres|mariadb]`: random series of changes against a
// model of the rules, and random values in every field of the API, many more than the other suites take. Without a seed
// it takes one that nobody has chosen, and says which.
const { randomInt } = require('node:crypto');
const { parseArgs } = require('node:util');
const { exitWith, onDatabase, runJest } = require('./on-database');

const MAX_SEED = 2 ** 31;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    series: { type: 'string' },
    on: { type: 'string', default: 'sqlite' },
  },
});
const { seed = String(randomInt(MAX_SEED)), on } = values;
const { series = on === 'sqlite' ? '2000' : '300' } = values;
for (const [name, value] of Object.entries({ seed, series })) {
  if (!/^\d{1,10}$/.test(value)) throw new Error(`--${name} must be a number, not ${value}.`);
}
if (on !== 'sqlite' && on !== 'postgres' && on !== 'mariadb') {
  throw new Error(`--on must be sqlite, postgres or mariadb, not ${on}.`);
}

/** @param {string} url empty for SQLite */
function run(url) {
  console.log(`npm run test:rules -- --seed ${seed} --on ${on}`);
  return runJest(['tests/rules'], {
    TEST_DATABASE_URL: url,
    RULES_SEED: seed,
    RULES_SERIES: series,
    RULES_PAIRS: 'true',
    RULES_VALUES: '10',
  });
}

exitWith(() => (on === 'sqlite' ? run('') : onDatabase(on, run)));
