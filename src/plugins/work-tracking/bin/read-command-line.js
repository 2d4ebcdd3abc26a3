'use strict';

const { parseArgs } = require('node:util');
const { PROGRAM, UsageError, hint } = require('./command');
const { COMMANDS } = require('./commands');
const { helpOf, helpOfAll, helpOfGroup } = require('./help');

/** @typedef {import('./command').Command} Command */
/** @typedef {import('./command').Given} Given */

/** @typedef {{ help: string }} HelpWanted */
/** @typedef {{ help?: undefined, command: Command, given: Given, json: boolean }} CommandWanted */

/**
 * What a command line asks for.
 * @param {string[]} argv without the program
 * @returns {HelpWanted | CommandWanted}
 * @throws {UsageError} with a sentence
 */
function readCommandLine(argv) {
  const [first, second] = argv;
  if (first === undefined) throw new UsageError(`Name a command. See '${PROGRAM} --help'.`);
  if (isHelp(first)) return { help: helpOfAll(COMMANDS) };
  const pair = COMMANDS.find(({ name }) => name === argv.slice(0, 2).join(' '));
  if (pair) return readOptions(pair, argv.slice(2));
  const single = COMMANDS.find(({ name }) => name === first);
  if (single) return readOptions(single, argv.slice(1));
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
  if (group.length === 0) throw new UsageError(`'${first}' is no command. See '${PROGRAM} --help'.`);
  if (isHelp(second)) return { help: helpOfGroup(first, group) };
  const words = group.map(({ name }) => name.slice(first.length + 1)).join(', ');
  throw new UsageError(`${first} needs one of: ${words}. ${hint(first)}`);
}

/** @param {string | undefined} word */
const isHelp = (word) => word === '--help' || word === '-h';

/**
 * @param {Command} command
 * @param {string[]} argv
 * @returns {HelpWanted | CommandWanted}
 */
function readOptions(command, argv) {
  const { values, positionals: operands } = parsed(command, argv);
  const { help, json = false, ...options } = values;
  if (help === true) return { help: helpOf(command) };
  const given = { options, operands };
  const problem = problemOf(command, given);
  if (problem !== undefined) throw new UsageError(`${problem} ${hint(command.name)}`);
  return { command, given, json: json === true };
}

/**
 * @param {Command} command
 * @param {string[]} argv
 * @returns {{ values: Record<string, unknown>, positionals: string[] }}
 */
function parsed({ name, options, operands }, argv) {
  const types = Object.entries(options).map(([option, { type }]) => [option, { type }]);
  try {
    return parseArgs({
      args: argv,
      allowPositionals: operands !== undefined,
      options: {
        ...Object.fromEntries(types),
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    // Its first sentence says it; what follows is advice of a general kind.
    const [sentence] = (error instanceof Error ? error.message : String(error)).split(/\.?(?:\s*\n|\. |$)/);
    throw new UsageError(`${sentence}. ${hint(name)}`);
  }
}

/**
 * @param {Command} command
 * @param {Given} given
 */
function problemOf({ name, required = [], operands = [], check }, given) {
  const missing = required.filter((option) => given.options[option] === undefined);
  if (missing.length > 0) return `${name} needs ${missing.map((option) => `--${option}`).join(', ')}.`;
  const unexpected = given.operands[operands.length];
  if (unexpected !== undefined) return `Unexpected argument '${unexpected}'.`;
  if (check) return check(given);
  const absent = operands[given.operands.length];
  return absent === undefined ? undefined : `${name} needs ${absent}.`;
}

module.exports = { readCommandLine };
