'use strict';

/** @typedef {import('@strapi/strapi').Core.Strapi} Application */
/** @typedef {import('../server/src/command-line/service').CommandLine} CommandLine */
/** @typedef {import('./output').Output} Output */

/**
 * @typedef {object} Option
 * @property {'string' | 'boolean'} type
 * @property {string} [value] what stands for its value in the help
 * @property {string} help what it means, in lines
 */

/**
 * What was given, options by their names.
 * @typedef {object} Given
 * @property {Record<string, unknown>} options without --json and --help
 * @property {string[]} operands
 */

/**
 * @typedef {object} Command
 * @property {string} name one word, or two where the first has several commands
 * @property {string} summary its line in the list of commands
 * @property {string[]} synopsis what follows the name, one for each way to use it
 * @property {string} description
 * @property {Record<string, Option>} options besides --json and --help, which every command takes
 * @property {string[]} [required] options that must be given
 * @property {string[]} [operands] what it takes besides options; all of them must be given unless `check` says otherwise
 * @property {(given: Given) => string | undefined} [check] a sentence that says what is wrong
 * @property {string} [json] what --json does, where it is not the usual
 * @property {(app: Application, given: Given, output: Output) => Promise<void>} run
 */

const PROGRAM = 'strapi-work-tracking';

/** The command line itself is wrong. */
class UsageError extends Error {}

/**
 * The plugin's side of the commands.
 * @param {Application} app
 * @returns {CommandLine}
 */
const commandLineOf = (app) => app.plugin('work-tracking').service('commandLine');

/**
 * @param {string} name
 * @returns {string} the sentence that ends what is said of a wrong command line
 */
const hint = (name) => `See '${PROGRAM} ${name} --help'.`;

/**
 * What was given for an option that must be, and that has been checked to be there.
 * @param {Given} given
 * @param {string} name
 */
const textOf = ({ options }, name) => String(options[name]);

/** @type {Option} */
const PROJECT = { type: 'string', value: 'KEY', help: 'the project' };

module.exports = { PROGRAM, PROJECT, UsageError, commandLineOf, hint, textOf };
