'use strict';

const { commandLineOf } = require('../application');

/** @type {(program: import('commander').Command, run: import('../application').Run) => void} */
function addExport(program, run) {
  program
    .command('export')
    .usage('--project <KEY> [options]')
    .summary("Write a project's tickets and decisions as JSON Lines")
    .description(
      "Writes a project's tickets, newest first, and then its decisions, newest first, each on a line of its own as " +
        '{"type": "ticket" | "decision", "record": ...}, with the record as /api/v1 shows it. They are read in pages ' +
        'while they are written: what is created meanwhile is not among them. A reader may stop early.',
    )
    .requiredOption('--project <KEY>', 'the project')
    .option('--json', 'changes nothing: the output is JSON anyway')
    .action((/** @type {{ project: string }} */ { project }, command) =>
      run(command, async (app, output) => {
        for await (const page of commandLineOf(app).exportRecords(project)) await output.lines(page);
      }),
    );
}

module.exports = { addExport };
