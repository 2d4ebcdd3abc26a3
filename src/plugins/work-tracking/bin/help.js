'use strict';

const { PROGRAM } = require('./command');

/** @typedef {import('./command').Command} Command */
/** @typedef {import('./command').Option} Option */

/** Where what an option means begins. */
const INDENT = 26;

const JSON_HELP = 'print one line of JSON';

/**
 * The help of one command.
 * @param {Command} command
 */
function helpOf(command) {
  const options = Object.entries(command.options).map(([name, option]) => optionLine(`--${name}`, option));
  return [
    usage([command]),
    '',
    command.description,
    '',
    ...options,
    optionLine('--json', { type: 'boolean', help: command.json ?? JSON_HELP }),
    optionLine('-h, --help', { type: 'boolean', help: 'show this' }),
    '',
  ].join('\n');
}

/**
 * The help of a word that several commands begin with.
 * @param {string} word
 * @param {Command[]} commands
 */
const helpOfGroup = (word, commands) => `${usage(commands)}

${listOf(commands)}
See '${PROGRAM} ${word} <command> --help' for the options of a command.
`;

/**
 * The help of the whole.
 * @param {Command[]} commands
 */
const helpOfAll = (commands) => `usage: ${PROGRAM} <command> [<options>]

Run it in the directory of a Strapi application that has the plugin work-tracking. It opens the database of the
application, also beside a running server, and sends nothing itself.

${listOf(commands)}
Every command takes --json. It ends with 0; with 1 when it fails, and 2 when it is used wrongly, which standard error
then says in a sentence.

See '${PROGRAM} <command> --help' for the options of a command.
`;

/** @param {Command[]} commands */
const listOf = (commands) =>
  commands.map(({ name, summary }) => `    ${name.padEnd(20)}  ${summary}\n`).join('');

/** @param {Command[]} commands */
function usage(commands) {
  const ways = commands.flatMap(({ name, synopsis }) => synopsis.map((way) => ({ name, way })));
  return ways
    .map(({ name, way }, index) => {
      const start = `${index === 0 ? 'usage:' : '   or:'} ${PROGRAM} ${name} `;
      return `${start}${way.replaceAll('\n', `\n${' '.repeat(start.length)}`)}`.trimEnd();
    })
    .join('\n');
}

/**
 * @param {string} name
 * @param {Option} option
 */
function optionLine(name, { value, help }) {
  const start = `    ${name}${value === undefined ? '' : ` ${value}`}`;
  const indent = ' '.repeat(INDENT);
  const gap = start.length + 2 > INDENT ? `\n${indent}` : indent.slice(start.length);
  return `${start}${gap}${help.replaceAll('\n', `\n${indent}`)}`;
}

module.exports = { helpOf, helpOfAll, helpOfGroup };
