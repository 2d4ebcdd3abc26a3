'use strict';

const { PROJECT, commandLineOf, textOf } = require('../command');

/** @typedef {import('../command').Command} Command */

/** @type {Command} */
const exportRecords = {
  name: 'export',
  summary: "Write a project's tickets and decisions as JSON Lines",
  synopsis: ['--project KEY [--json]'],
  description: `Writes a project's tickets, newest first, and then its decisions, newest first, each on a line of its own as
{"type": "ticket" | "decision", "record": ...}, with the record as /api/v1 shows it. They are read in pages while they
are written: what is created meanwhile is not among them. A reader may stop early.`,
  options: { project: PROJECT },
  required: ['project'],
  json: 'changes nothing: it is JSON anyway',
  async run(app, given, output) {
    for await (const page of commandLineOf(app).exportRecords(textOf(given, 'project'))) {
      await output.lines(page);
    }
  },
};

module.exports = { exportRecords };
