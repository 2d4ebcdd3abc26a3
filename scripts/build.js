'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { APP_ROOT } = require('./prepare');

const PLUGIN = path.join(APP_ROOT, 'src/plugins/work-tracking');

const run = (/** @type {string} */ command, /** @type {string[]} */ args, cwd = APP_ROOT) => {
  const bin = path.join(APP_ROOT, 'node_modules/.bin', command);
  // The build's output goes to standard error, so that a command such as `npm run token` prints only its result.
  const { status, error } = spawnSync(bin, args, { cwd, stdio: ['ignore', 2, 2] });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}.`);
};

const SERVER_OUTPUTS = [
  path.join(PLUGIN, 'dist/server/index.js'),
  path.join(APP_ROOT, 'dist/config/server.js'),
];
const PANEL_OUTPUTS = [
  path.join(PLUGIN, 'dist/admin/index.mjs'),
  path.join(APP_ROOT, 'dist/build/index.html'),
];

const SOURCES = ['src', 'config', 'package.json', 'package-lock.json', 'tsconfig.json'].map((name) =>
  path.join(APP_ROOT, name),
);
/** Sources of the panel alone. */
const PANEL_SOURCES = [path.join(PLUGIN, 'admin'), path.join(APP_ROOT, 'src/admin')];

/** What is in a folder of sources and in no build: what was built, and what documents show. */
const NOT_BUILT = new Set(['dist', 'node_modules', 'images']);

/** A compiler leaves a file alone whose content would stay the same; its time must show that it is up to date. */
const touch = (/** @type {string[]} */ files) => {
  const now = new Date();
  for (const file of files) fs.utimesSync(file, now, now);
};

/**
 * The plugin with its pages, and the application's own files: enough to serve without the panel, and for
 * `strapi develop`, which builds the panel itself.
 */
function buildServer() {
  run('strapi-plugin', ['build'], PLUGIN);
  run('tsc', ['-p', 'domain'], PLUGIN);
  run('tsc', ['-p', 'tsconfig.json']);
  touch(SERVER_OUTPUTS);
}

/** Everything, the panel included. */
function build() {
  buildServer();
  run('strapi', ['build']);
  touch([...SERVER_OUTPUTS, ...PANEL_OUTPUTS]);
}

/** @type {(entry: string, without?: readonly string[]) => number} The time of the last change in a file or folder. */
const lastChange = (entry, without = []) => {
  if (without.includes(entry) || !fs.existsSync(entry)) return 0;
  const stats = fs.statSync(entry);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const names = fs.readdirSync(entry).filter((name) => !NOT_BUILT.has(name) && !name.endsWith('.md'));
  return Math.max(0, ...names.map((name) => lastChange(path.join(entry, name), without)));
};

/** Builds unless there is a build that is newer than its sources. */
function ensureBuilt({ panel = true } = {}) {
  const changedAt = Math.max(...SOURCES.map((source) => lastChange(source, panel ? [] : PANEL_SOURCES)));
  const outputs = [...SERVER_OUTPUTS, ...(panel ? PANEL_OUTPUTS : [])];
  const builtAt = Math.min(...outputs.map((output) => lastChange(output)));
  if (builtAt > changedAt) return;
  if (panel) build();
  else buildServer();
}

module.exports = { build, buildServer, ensureBuilt };

if (require.main === module) {
  if (process.argv.includes('--server')) buildServer();
  else build();
}
