'use strict';

const { spawn } = require('node:child_process');
const events = require('node:events');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { readReport, REPOSITORY } = require('./reporters/report');

/**
 * A command that has to succeed.
 * @typedef {object} Step
 * @property {string} command as somebody would type it; `sh` runs it
 * @property {Record<string, string>} [env] beside this process's own
 * @property {boolean} [isOfTests] whether it writes a report, into the file that TEST_REPORT names
 * @property {(file: string) => Step} [ofFile] the same for one file of tests
 * @property {number} [tries] how often it is run until it succeeds, for what the network decides: 1, unless given
 * @property {number} [limitMinutes] after which it is ended: 20, unless given. Nothing that works takes as long
 */

/**
 * The result of a step.
 * @typedef {object} Result
 * @property {Step} step
 * @property {number} seconds
 * @property {number} passed how many tests
 * @property {import('./reporters/report').Failure[]} failures none when it has succeeded; what is no file's has the
 *   command in its place
 * @property {string} log the file with all that it has said
 */

const LIMIT_MINUTES = 20;

/** How much of what a command has said last may hold the reason for its failure, in lines. */
const LAST_LINES = 40;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Ends a command with all that it has started.
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function endGroup({ pid }, signal) {
  try {
    if (pid) process.kill(-pid, signal);
  } catch (error) {
    // All of them have ended.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}

for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
  process.once(signal, () => {
    for (const child of running) endGroup(child, 'SIGKILL');
    process.exit(128 + os.constants.signals[signal]);
  });
}

/**
 * @param {Step} step
 * @param {string} log the file that gets what it says
 * @param {string} report the file that gets what its tests have come to
 * @returns {Promise<string>} why it has failed; empty when it has not
 */
async function runOnce({ command, env, isOfTests, limitMinutes = LIMIT_MINUTES }, log, report) {
  const output = fs.openSync(log, 'w');
  // A process group of its own, so that what it has started ends with it.
  const child = spawn('sh', ['-c', command], {
    cwd: REPOSITORY,
    stdio: ['ignore', output, output],
    detached: true,
    env: { ...process.env, ...(isOfTests && { TEST_REPORT: report }), ...env },
  });
  running.add(child);
  const late = AbortSignal.timeout(limitMinutes * 60_000);
  const end = () => endGroup(child, 'SIGKILL');
  late.addEventListener('abort', end);
  await events.once(child, 'exit');
  late.removeEventListener('abort', end);
  end();
  running.delete(child);
  fs.closeSync(output);
  if (late.aborted) return `It was not over after ${limitMinutes} minutes, and was ended.`;
  if (child.exitCode === 0) return '';
  const said = fs.readFileSync(log, 'utf8').trimEnd().split('\n').slice(-LAST_LINES);
  const reason = [/error:/i, /error|fail|warn/i, /./]
    .map((pattern) => said.find((line) => pattern.test(line)))
    .find((line) => line !== undefined);
  return `It ended with ${child.exitCode ?? child.signalCode ?? ''}: ${reason?.trim() ?? ''}`;
}

/**
 * Runs a step to its end.
 * @param {Step} step
 * @param {string} folder for what it says
 * @returns {Promise<Result>}
 */
async function runStep(step, folder) {
  const startedAt = Date.now();
  fs.mkdirSync(folder, { recursive: true });
  const name = step.command.replace(/[^\w.]+/g, '-');
  const [log, file] = [path.join(folder, `${name}.log`), path.join(folder, `${name}.json`)];
  let reason = '';
  for (let left = step.tries ?? 1; left > 0; left -= 1) {
    fs.rmSync(file, { force: true });
    reason = await runOnce(step, log, file);
    if (reason === '') break;
  }
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const { passed = 0, failures = [] } = (step.isOfTests && readReport(file)) || {};
  if (reason === '' && step.isOfTests && passed === 0) reason = 'It ran no test.';
  if (reason !== '' && failures.length === 0) failures.push({ file: '', title: '', message: reason });
  const named = failures.map((failure) => ({ ...failure, file: failure.file || step.command }));
  return { step, seconds, passed, failures: named, log };
}

module.exports = { runStep };
