'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { APP_ROOT } = require('./prepare');
const { sentenceOf } = require('./sentence');
const { beforeEnd, handleSignals, isHandlingSignals } = require('./signals');
const { removeStale } = require('./stale');

const PLUGIN = path.join(APP_ROOT, 'src/plugins/work-tracking');

/**
 * Runs a program of the development dependencies. A signal ends it, with everything that it has started.
 * @type {(command: string, args: string[], options?: { cwd?: string, env?: Record<string, string> }) => Promise<void>}
 */
const run = (command, args, { cwd = APP_ROOT, env = {} } = {}) =>
  new Promise((resolve, reject) => {
    const bin = path.join(APP_ROOT, 'node_modules/.bin', command);
    if (!fs.existsSync(bin)) {
      throw new Error(
        `There is no up-to-date build, and ${command}, which makes it, is not installed: build with the development ` +
          'dependencies (npm ci && npm run build), then start with npm start -- --no-build.',
      );
    }
    // The build's output goes to standard error, so that a command such as `npm run token` prints only its result.
    const child = spawn(bin, args, {
      cwd,
      stdio: ['ignore', 2, 2],
      detached: isHandlingSignals(),
      env: { ...process.env, ...env },
    });
    const ended = new Promise((end) => child.once('close', end));
    const forget = beforeEnd(async (signal) => {
      if (child.pid) process.kill(-child.pid, signal);
      await ended;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      forget();
      if (code === 0) resolve();
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code ?? signal ?? ''}.`));
    });
  });

const SERVER_OUTPUTS = [
  path.join(PLUGIN, 'dist/server/index.js'),
  path.join(PLUGIN, 'dist/viewer/viewer.js'),
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

/** The folders among sources that go into no build: built and installed files, and the pictures of documents. */
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
async function buildServer() {
  await run('strapi-plugin', ['build'], { cwd: PLUGIN });
  await run('tsc', ['-p', 'domain'], { cwd: PLUGIN });
  require(path.join(PLUGIN, 'build-viewer'));
  await run('tsc', ['-p', 'tsconfig.json']);
  removeStale(APP_ROOT);
  touch(SERVER_OUTPUTS);
}

/** Everything, the panel included. */
async function build() {
  await buildServer();
  // Strapi takes development for the environment unless it is told another, and React's code for it is far slower.
  await run('strapi', ['build'], { env: { NODE_ENV: 'production' } });
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

const outputsOf = (/** @type {boolean} */ panel) => [...SERVER_OUTPUTS, ...(panel ? PANEL_OUTPUTS : [])];

/** Builds unless there is a build that is newer than its sources. */
async function ensureBuilt({ panel = true } = {}) {
  const changedAt = Math.max(...SOURCES.map((source) => lastChange(source, panel ? [] : PANEL_SOURCES)));
  const builtAt = Math.min(...outputsOf(panel).map((output) => lastChange(output)));
  if (builtAt > changedAt) removeStale(APP_ROOT);
  else if (panel) await build();
  else await buildServer();
}

/**
 * For a start that must not build: takes the build that is there, whatever its age.
 * @throws Error with a sentence when there is none
 */
function assertBuilt() {
  const absent = outputsOf(true).filter((output) => !fs.existsSync(output));
  if (absent.length === 0) return;
  const names = absent.map((output) => path.relative(APP_ROOT, output)).join(', ');
  throw new Error(`There is no build to start (${names} missing): run npm run build first.`);
}

module.exports = { assertBuilt, build, buildServer, ensureBuilt };

if (require.main === module) {
  handleSignals();
  (process.argv.includes('--server') ? buildServer() : build()).catch((/** @type {unknown} */ error) => {
    console.error(sentenceOf(error));
    process.exitCode = 1;
  });
}
