'use strict';

const { fork } = require('node:child_process');
const events = require('node:events');
const path = require('node:path');

/** @typedef {{ id: number, name: string, argument: never }} Call */
/** @typedef {{ id: number, result?: unknown, error?: string }} Answer */

/**
 * Another process of the benchmark, which answers calls.
 * @typedef {object} ChildProcess
 * @property {(name: string, argument?: unknown) => Promise<unknown>} call
 * @property {() => Promise<void>} stop
 */

/**
 * @param {string} file in this folder
 * @param {{ args?: string[], env?: NodeJS.ProcessEnv, execArgv?: string[] }} [options]
 * @returns {ChildProcess}
 */
function startProcess(file, { args = [], env = process.env, execArgv = [] } = {}) {
  // Its log goes to standard error: standard output is for the report alone.
  const child = fork(path.join(__dirname, file), args, { stdio: ['ignore', 2, 2, 'ipc'], env, execArgv });
  /** @type {Map<number, (answer: Answer) => void>} */
  const waiting = new Map();
  let calls = 0;
  child.on('message', (message) => {
    const answer = /** @type {Answer} */ (message);
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  child.once('exit', () => {
    const error = `${file} ended with ${child.exitCode ?? child.signalCode}.`;
    for (const [id, end] of waiting) end({ id, error });
  });
  return {
    call: (name, argument) =>
      new Promise((resolve, reject) => {
        const id = ++calls;
        waiting.set(id, ({ result, error }) =>
          error === undefined ? resolve(result) : reject(new Error(`${file}, ${name}: ${error}`)),
        );
        child.send({ id, name, argument });
      }),
    async stop() {
      if (hasEnded()) return;
      const exit = events.once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/**
 * Answers the calls of the process that started this one, and ends with it.
 * @param {Record<string, (argument: never) => unknown>} handlers
 */
function answerCalls(handlers) {
  process.once('disconnect', () => process.exit());
  process.on('message', (message) => {
    const { id, name, argument } = /** @type {Call} */ (message);
    void Promise.resolve()
      .then(() => handlers[name]?.(argument))
      .then((result) => ({ id, result }))
      .catch((/** @type {unknown} */ error) => ({
        id,
        error: error instanceof Error ? error.stack : 'failed',
      }))
      .then((answer) => process.send?.(answer));
  });
}

module.exports = { startProcess, answerCalls };
