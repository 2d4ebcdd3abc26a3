'use strict';

const os = require('node:os');

/** What asks a process to end: a process manager, Ctrl-C, and a terminal that is closed. */
const SIGNALS = /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']);

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
  isHandling = true;
  for (const signal of SIGNALS) {
    process.removeAllListeners(signal);
    process.on(signal, onReceived);
  }
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
