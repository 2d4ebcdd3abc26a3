'use strict';

// `npm run token -- --project KEY`: the command `token` of the plugin, after creating secrets and a build if need be.
const { spawnSync } = require('node:child_process');
const path = require('node:path');
const { ensureBuilt } = require('./build');
const { APP_ROOT, prepare } = require('./prepare');

const BIN = path.join(APP_ROOT, 'src/plugins/work-tracking/bin/strapi-work-tracking.js');

try {
  prepare();
  ensureBuilt({ panel: false });
  const argv = [BIN, 'token', ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, argv, { cwd: APP_ROOT, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
