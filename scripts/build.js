'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { APP_ROOT } = require('./prepare');

const PLUGIN = path.join(APP_ROOT, 'src/plugins/work-tracking');

const run = (/** @type {string} */ command, /** @type {string[]} */ args, cwd = APP_ROOT) => {
  const bin = path.join(APP_ROOT, 'node_modules/.bin', command);
  // What a build says goes to standard error: a command's own output stays clean.
  const { status, error } = spawnSync(bin, args, { cwd, stdio: ['ignore', 2, 2] });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}.`);
};

const SERVER_PRODUCTS = [
  path.join(PLUGIN, 'dist/server/index.js'),
  path.join(APP_ROOT, 'dist/config/server.js'),
];
const PANEL_PRODUCTS = [
  path.join(PLUGIN, 'dist/admin/index.mjs'),
  path.join(APP_ROOT, 'dist/build/index.html'),
];

const SOURCES = ['src', 'config', 'package.json', 'package-lock.json', 'tsconfig.json'].map((name) =>
  path.join(APP_ROOT, name),
);
/** What only the panel is made of. */
const PANEL_SOURCES = [path.join(PLUGIN, 'admin'), path.join(APP_ROOT, 'src/admin')];

/** The compilers leave alone what has not changed; its time says that it is up to date all the same. */
const touch = (/** @type {string[]} */ products) => {
  const now = new Date();
  for (const product of products) fs.utimesSync(product, now, now);
};

/**
 * The plugin, its pages included, and the application's own files: what a process needs that serves no panel, or, as
 * `strapi develop` does, puts the panel together by itself.
 */
function buildServer() {
  run('strapi-plugin', ['build'], PLUGIN);
  run('tsc', ['-p', 'domain'], PLUGIN);
  run('tsc', ['-p', 'tsconfig.json']);
  touch(SERVER_PRODUCTS);
}

/** All of it, the panel included. */
function build() {
  buildServer();
  run('strapi', ['build']);
  touch([...SERVER_PRODUCTS, ...PANEL_PRODUCTS]);
}

/** @type {(entry: string, without?: readonly string[]) => number} When anything in it was changed last. */
const newest = (entry, without = []) => {
  if (without.includes(entry) || !fs.existsSync(entry)) return 0;
  const stats = fs.statSync(entry);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const names = fs.readdirSync(entry).filter((name) => !['dist', 'node_modules'].includes(name));
  return Math.max(0, ...names.map((name) => newest(path.join(entry, name), without)));
};

/** Builds where there is no build, or one that is older than what it is made of. */
function ensureBuilt({ panel = true } = {}) {
  const changedAt = Math.max(...SOURCES.map((source) => newest(source, panel ? [] : PANEL_SOURCES)));
  const products = [...SERVER_PRODUCTS, ...(panel ? PANEL_PRODUCTS : [])];
  const builtAt = Math.min(...products.map((product) => newest(product)));
  if (builtAt > changedAt) return;
  if (panel) build();
  else buildServer();
}

module.exports = { build, buildServer, ensureBuilt };

if (require.main === module) {
  if (process.argv.includes('--server')) buildServer();
  else build();
}
