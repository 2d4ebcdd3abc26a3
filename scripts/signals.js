'use strict';

const os = require('node:os');

/** The signals that ask a process to end: from a process manager, Ctrl-C, and a terminal that is closed. */
const SIGNALS = /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']);

/** How often a command of npm looks whether npm is still there. */
const PARENT_POLL_MS = 1000;

/** @typedef {(signal: NodeJS.Signals) => Promise<void>} Ending */

/** @type {Ending | undefined} */
let ending;
let isHandling = false;
let isEnding = false;

/** @param {NodeJS.Signals} signal */
async function end(signal) {
  // npm sends on what a terminal has sent to everybody.
  if (isEnding) return;
  isEnding = true;
  try {
    await ending?.(signal);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
  process.exit(128 + os.constants.signals[signal]);
}

const onReceived = (/** @type {NodeJS.Signals} */ signal) => void end(signal);

/**
 * Decides what this process does on a signal that asks it to end, in the place of whoever else has. It ends at once
 * unless `beforeEnd` has said what comes before: also as the first process of a container, which ignores a signal that
 * it has no handler for.
 */
function handleSignals() {
  if (!isHandling) endWithNpm();
  isHandling = true;
  for (const signal of SIGNALS) {
    process.removeAllListeners(signal);
    process.on(signal, onReceived);
  }
}

/**
 * Ends this process like SIGHUP when npm, which has started it, is gone: npm sends on SIGTERM and SIGINT, and of
 * anything else it dies alone. Whatever else has started this process may leave it to run on.
 */
function endWithNpm() {
  // A shell would be the parent in place of npm, but for exec.
  if (!process.env.npm_lifecycle_script?.startsWith('exec node scripts/')) return;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    onReceived('SIGHUP');
  }, PARENT_POLL_MS);
  timer.unref();
}

/**
 * @param {Ending} run what has to end before the process does; it may end the process itself, with a code of its own
 * @returns {() => void} forgets it
 */
function beforeEnd(run) {
  ending = run;
  return () => {
    if (ending === run) ending = undefined;
  };
}

module.exports = { beforeEnd, handleSignals, isHandlingSignals: () => isHandling };
