'use strict';

// `npm start`: serves in production mode, with no other step than `npm ci` before it. With `-- --no-build` it takes the
// build that is there, and needs no development dependencies.
process.env.NODE_ENV ||= 'production';

const { parseArgs } = require('node:util');
const { assertBuilt, ensureBuilt } = require('./build');
const { prepare } = require('./prepare');
const { sentenceOf } = require('./sentence');
const { serve } = require('./serve');
const { handleSignals } = require('./signals');

function readOptions() {
  try {
    return parseArgs({ options: { 'no-build': { type: 'boolean', default: false } } }).values;
  } catch {
    console.error('usage: npm start [-- --no-build]');
    return process.exit(2);
  }
}

async function start() {
  const { 'no-build': noBuild } = readOptions();
  handleSignals();
  prepare();
  if (noBuild) assertBuilt();
  else await ensureBuilt();
  process.env.STRAPI_TELEMETRY_DISABLED ||= 'true';
  await serve();
}

start().catch((/** @type {unknown} */ error) => {
  console.error(sentenceOf(error));
  process.exit(1);
});
