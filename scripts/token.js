'use strict';

// `npm run token -- --project KEY`: the command `token` of the plugin, after creating secrets and a build if need be.
const { spawn } = require('node:child_process');
const events = require('node:events');
const path = require('node:path');
const { ensureBuilt } = require('./build');
const { APP_ROOT, prepare } = require('./prepare');
const { sentenceOf } = require('./sentence');
const { beforeEnd, handleSignals } = require('./signals');

const BIN = path.join(APP_ROOT, 'src/plugins/work-tracking/bin/strapi-work-tracking.js');

async function token() {
  handleSignals();
  prepare();
  await ensureBuilt({ panel: false });
  const argv = [BIN, 'token', ...process.argv.slice(2)];
  const child = spawn(process.execPath, argv, { cwd: APP_ROOT, stdio: 'inherit' });
  const ended = events.once(child, 'exit');
  beforeEnd(async (signal) => {
    child.kill(signal);
    await ended;
  });
  await ended;
  process.exitCode = child.exitCode ?? 1;
}

token().catch((/** @type {unknown} */ error) => {
  console.error(sentenceOf(error));
  process.exitCode = 1;
});
