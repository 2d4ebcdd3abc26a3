'use strict';

/** @typedef {string | number | boolean | null} Cell */

/**
 * A value on one line: control characters, which move a terminal's cursor, are replaced.
 * @param {Cell} value
 */
const plain = (value) => (value === null || value === '' ? '-' : String(value).replaceAll(/\p{Cc}/gu, '?'));

/** @param {readonly (readonly Cell[])[]} rows */
function aligned(rows) {
  /** @type {number[]} */
  const widths = [];
  const cells = rows.map((row) => row.map(plain));
  for (const row of cells) {
    row.forEach((cell, index) => (widths[index] = Math.max(widths[index] ?? 0, cell.length)));
  }
  const line = (/** @type {string[]} */ row) =>
    row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ');
  return cells.map((row) => `${line(row).trimEnd()}\n`).join('');
}

/**
 * A line for each field, the values aligned.
 * @param {object} record its fields are cells
 */
const fields = (record) => aligned(Object.entries(record));

/**
 * A line for each record, below the names of the fields. What may have wide characters goes last.
 * @param {readonly object[]} list their fields are cells
 */
const records = ([first, ...rest]) =>
  first === undefined
    ? ''
    : aligned([Object.keys(first), ...[first, ...rest].map((record) => Object.values(record))]);

module.exports = { fields, records };
