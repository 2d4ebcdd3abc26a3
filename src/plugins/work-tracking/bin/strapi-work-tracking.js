#!/usr/bin/env node
'use strict';

const { withApplication } = require('./application');
const { UsageError, hint } = require('./command');
const { Output, OutputClosed, takeStandardOutput } = require('./output');
const { readCommandLine } = require('./read-command-line');

/** @param {string[]} argv */
async function main(argv) {
  const write = takeStandardOutput();
  const wanted = readCommandLine(argv);
  if (wanted.help !== undefined) return write(wanted.help);
  const { command, given, json } = wanted;
  try {
    await withApplication((app) => command.run(app, given, new Output(write, json)));
  } catch (error) {
    throw isWrongUsage(error) ? new UsageError(`${error.message} ${hint(command.name)}`) : error;
  }
}

/**
 * The plugin found the value of an option wrong.
 * @param {unknown} error
 * @returns {error is Error}
 */
const isWrongUsage = (error) => error instanceof Error && 'code' in error && error.code === 'wrong_usage';

/** @param {unknown} error */
function messageOf(error) {
  if (!(error instanceof Error)) return String(error);
  // A connection that is refused at each of several addresses has a code and no message.
  return error.message || ('code' in error ? String(error.code) : error.name);
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (/** @type {unknown} */ error) => {
    if (error instanceof OutputClosed) process.exit(0);
    console.error(`error: ${messageOf(error)}`);
    process.exit(error instanceof UsageError ? 2 : 1);
  },
);
