'use strict';

const fs = require('node:fs');
const path = require('node:path');

const REPOSITORY = path.join(__dirname, '../../..');

/**
 * A test that failed, or a file whose tests could not run.
 * @typedef {object} Failure
 * @property {string} file from the repository's root
 * @property {string} title empty for a whole file
 * @property {string} message
 */

/**
 * The result of a runner of tests.
 * @typedef {object} Report
 * @property {number} passed
 * @property {Failure[]} failures
 */

// The colour codes that a runner puts around its texts for a terminal.
const COLOURS = /\u001b\[[\d;]*m/g;

/**
 * Writes a report for `readReport`. A step can have several runs: what the file has of those before is kept.
 * @param {string} file
 * @param {{ passed: number, failures: Failure[] }} report its failures with absolute paths
 */
function writeReport(file, { passed, failures }) {
  const listed = failures.map((failure) => ({
    file: path.relative(REPOSITORY, failure.file),
    title: failure.title,
    message: failure.message.replace(COLOURS, '').trim(),
  }));
  const before = readReport(file);
  const report = {
    passed: (before?.passed ?? 0) + passed,
    failures: [...(before?.failures ?? []), ...listed],
  };
  fs.writeFileSync(file, JSON.stringify(report));
}

/**
 * @param {string} file
 * @returns {Report | undefined} undefined when the runner has not come to its end
 */
function readReport(file) {
  return fs.existsSync(file) ? /** @type {Report} */ (JSON.parse(fs.readFileSync(file, 'utf8'))) : undefined;
}

module.exports = { readReport, REPOSITORY, writeReport };
