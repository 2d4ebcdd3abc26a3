'use strict';

const { CommanderError } = require('commander');
const { Output, OutputClosed } = require('./output');
const { createProgram } = require('./program');

const FAILED = 1;
const USED_WRONGLY = 2;

/**
 * The parts of its process that a command uses.
 * @typedef {object} Surroundings
 * @property {import('./output').Write} write takes the result
 * @property {(text: string) => void} writeError takes remarks for people, and errors
 * @property {(work: (app: import('./application').Application) => Promise<void>) => Promise<void>} withApplication
 */

/**
 * Does what a command line asks for. What goes wrong is said in a sentence on standard error.
 * @param {readonly string[]} args without the names of Node and of the program
 * @param {Surroundings} surroundings
 * @returns {Promise<number>} the exit code
 */
async function runCommandLine(args, surroundings) {
  const { write, writeError } = surroundings;
  let help = '';
  const program = createProgram({
    run: (command, work) => run(surroundings, command, work),
    writeOut: (text) => (help += text),
    writeErr: writeError,
  });
  try {
    await program.parseAsync(args, { from: 'user' }).catch(async (/** @type {unknown} */ error) => {
      // Asking for help throws as well, with the exit code 0.
      if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
      await write(help);
    });
    return 0;
  } catch (error) {
    if (error instanceof OutputClosed) return 0;
    if (error instanceof CommanderError) return USED_WRONGLY;
    writeError(`error: ${messageOf(error)}\n`);
    return FAILED;
  }
}

/**
 * @param {Surroundings} surroundings
 * @param {import('commander').Command} command
 * @param {import('./application').Work} work
 */
async function run({ write, writeError, withApplication }, command, work) {
  const { json, ...options } = command.opts();
  const output = new Output({ write, writeError, isJson: json === true });
  try {
    await withApplication((app) => work(app, output, options));
  } catch (error) {
    if (isWrongUsage(error)) command.error(`error: ${error.message}`);
    throw error;
  }
}

/**
 * The plugin refused the value of an option.
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

module.exports = { runCommandLine };
