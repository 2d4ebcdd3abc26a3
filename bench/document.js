'use strict';

const fs = require('node:fs');
const path = require('node:path');
const prettier = require('prettier');
const { APP_ROOT } = require('../scripts/prepare');

const FILE = path.join(APP_ROOT, 'docs/performance.md');

/**
 * Puts a report between the markers of its database.
 * @param {string} database
 * @param {string} report
 */
async function writeReport(database, report) {
  const text = fs.readFileSync(FILE, 'utf8');
  const [begin, end] = [`<!-- measured on ${database} -->`, `<!-- end of ${database} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${FILE} has no place for ${database}.`);
  const next = `${text.slice(0, from)}${begin}\n\n${report}\n\n${text.slice(to)}`;
  const options = await prettier.resolveConfig(FILE);
  fs.writeFileSync(FILE, await prettier.format(next, { ...options, filepath: FILE }));
}

module.exports = { writeReport };
