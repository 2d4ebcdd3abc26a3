'use strict';

const { parseArgs } = require('node:util');
const { COMMANDS } = require('./commands');

/** @typedef {import('./commands').Command} Command */
/** @typedef {import('./commands').Options} Options */

const PROGRAM = 'strapi-work-tracking';
const PROJECT = '--project <KEY>';
const OF_EACH = { '--json': 'print one line of JSON', '-h, --help': 'say this' };

/**
 * What a command line asks for.
 * @param {string[]} args without the names of Node and of the program
 * @returns {{ help: string } | { command: Command, options: Options & { json?: true }, argument?: string }}
 * @throws {Error} `wrong_usage`, or one of parseArgs
 */
function parseCommandLine(args) {
  const isHelp = args.includes('--help') || args.includes('-h');
  const found = Object.entries(COMMANDS).find(([name]) => `${args.join(' ')} `.startsWith(`${name} `));
  if (found === undefined) {
    if (isHelp) return { help: overview() };
    throw wrongUsage(args.length === 0 ? 'a command is missing' : `unknown command '${args.join(' ')}'`);
  }
  const [name, command] = found;
  if (isHelp) return { help: helpOf(name, command) };

  const { values, positionals } = parseArgs({
    args: args.slice(name.split(' ').length),
    options: Object.fromEntries(Object.keys(optionsOf(command)).map(optionOf)),
    allowPositionals: true,
  });
  const mistake = mistakeIn(command, values, positionals);
  if (mistake) throw wrongUsage(mistake);
  const options = /** @type {Options} */ (values);
  return { command, options, argument: positionals[0] };
}

/** @type {(command: Command, options: Partial<Options>, positionals: string[]) => string | false} */
function mistakeIn(command, options, positionals) {
  const excess = positionals[command.argument === undefined ? 0 : 1];
  if (excess !== undefined) return `unexpected argument '${excess}'`;
  if (needsProject(command) && options.project === undefined) return `option '${PROJECT}' is missing`;
  if (positionals.length === 0 && command.argument?.startsWith('<')) {
    return `argument '${command.argument}' is missing`;
  }
  return command.mistake?.(options, positionals[0]) ?? false;
}

/** @param {Command} command */
const needsProject = ({ options = {} }) => PROJECT in options;

/** @param {string} message */
const wrongUsage = (message) => Object.assign(new Error(message), { code: 'wrong_usage' });

/** @param {Command} command */
const optionsOf = ({ options }) => ({ ...options, ...OF_EACH });

/**
 * @param {string} flags such as `--name <NAME>` or `-h, --help`
 * @returns {[name: string, { type: 'string' | 'boolean' }]} for parseArgs
 */
const optionOf = (flags) => {
  const name = /--([a-z-]+)/.exec(flags)?.[1] ?? '';
  return [name, { type: flags.endsWith('>') ? 'string' : 'boolean' }];
};

const overview = () => `Usage: ${PROGRAM} <command> [options]

Run it in the directory of a Strapi application that has the plugin work-tracking.
It opens the database of the application, also beside a running server, and sends
nothing itself.

Commands:
${terms(Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary]))}
It ends with 0; with 1 when it fails, and with 2 when it is used wrongly. Standard
error then says why. See '${PROGRAM} <command> --help' for a command's options.
`;

/** @type {(name: string, command: Command) => string} */
const helpOf = (name, command) =>
  `Usage: ${[PROGRAM, name, command.argument, needsProject(command) && PROJECT, '[options]']
    .filter(Boolean)
    .join(' ')}

${[command.summary, ...(command.details ?? [])].join('.\n')}.

Options:
${terms(Object.entries(optionsOf(command)))}`;

/** @param {[term: string, text: string][]} entries */
function terms(entries) {
  const width = Math.max(...entries.map(([term]) => term.length));
  return entries.map(([term, text]) => `  ${term.padEnd(width)}  ${text}\n`).join('');
}

module.exports = { parseCommandLine };
