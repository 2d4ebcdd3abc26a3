'use strict';

const { Command } = require('commander');
const { addDeliveries } = require('./commands/deliveries');
const { addExport } = require('./commands/export');
const { addProject } = require('./commands/project');
const { addResend } = require('./commands/resend');
const { addSubscriptions } = require('./commands/subscriptions');
const { addToken } = require('./commands/token');
const { addUninstall } = require('./commands/uninstall');

/**
 * The command line: its commands, their options and their help. Whatever is wrong with it is said on standard error
 * and thrown as a CommanderError, which asking for help throws as well, with the exit code 0.
 * @param {{ run: import('./application').Run, writeOut: (help: string) => void, writeErr: (error: string) => void }} to
 */
function createProgram({ run, writeOut, writeErr }) {
  // Commands take over the settings of the program when they are added, so settings come first.
  const program = new Command('strapi-work-tracking')
    .exitOverride()
    .configureOutput({ writeOut, writeErr })
    .configureHelp({ visibleCommands: commandsIn, subcommandTerm: nameOf })
    .showHelpAfterError('(add --help for additional information)')
    .addHelpText('beforeAll', ({ error }) => (error ? 'error: a command is missing' : ''))
    // Options of `deliveries` are its own and not those of `deliveries show`.
    .enablePositionalOptions()
    .helpCommand(false)
    // Its own refusal does not say which argument is too many.
    .allowExcessArguments()
    .hook('preAction', refuseMisplaced)
    .usage('<command> [options]')
    .description(
      'Run it in the directory of a Strapi application that has the plugin work-tracking. It opens the database of ' +
        'the application, also beside a running server, and sends nothing itself.',
    )
    .addHelpText(
      'after',
      `
Every command takes --json. It ends with 0; with 1 when it fails, and with 2
when it is used wrongly. Standard error then says why in a sentence.

See 'strapi-work-tracking <command> --help' for the options of a command.`,
    );

  const commands = [
    addToken,
    addProject,
    addSubscriptions,
    addDeliveries,
    addResend,
    addExport,
    addUninstall,
  ];
  for (const add of commands) add(program, run);
  for (const command of commandsIn(program)) {
    const hasJson = command.options.some((option) => option.name() === 'json');
    if (!hasJson) command.option('--json', 'print one line of JSON');
  }
  return program;
}

/**
 * Refuses what commander lets pass.
 * @param {Command} program
 * @param {Command} command the one that is called
 */
function refuseMisplaced(program, command) {
  const { args, options, parent, registeredArguments } = command;
  const excess = args[registeredArguments.length];
  if (excess !== undefined) command.error(`error: unexpected argument '${excess}'`);
  if (parent && Object.keys(parent.opts()).length > 0) {
    command.error(`error: options of '${nameOf(command)}' follow its name`);
  }
  // commander takes `--json` in `--project --json` for the name of the project.
  const { rawArgs } = /** @type {{ rawArgs: string[] }} */ (/** @type {unknown} */ (program));
  const swallowing = options.find(
    ({ long, required }) =>
      required && rawArgs.some((word, at) => word === long && rawArgs[at + 1]?.startsWith('-')),
  );
  if (swallowing) command.error(`error: option '${swallowing.flags}' argument missing`);
}

/**
 * Every command that does something: `project list`, not `project`, which only groups others.
 * @param {Readonly<Command>} parent
 * @returns {Command[]}
 */
const commandsIn = (parent) =>
  parent.commands.flatMap((command) => [
    ...(command.commands.length === 0 || command.options.length > 0 ? [command] : []),
    ...commandsIn(command),
  ]);

/**
 * A command's name as it is typed after the program's.
 * @param {Readonly<Command>} command
 * @returns {string}
 */
const nameOf = (command) =>
  command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

module.exports = { commandsIn, createProgram, nameOf };
