'use strict';

const Table = require('cli-table3');

/** @typedef {string | number | boolean | null} Cell */

/** Aligned columns without lines or colours: the text can be read, searched and piped. */
const LAYOUT = {
  chars: {
    ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
    ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
    ...{ left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '  ' },
  },
  style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
};

/**
 * A value on one line. A receiver can answer with anything, so control characters, which move a terminal's cursor,
 * are replaced.
 * @param {Cell} value
 */
const plain = (value) => (value === null || value === '' ? '-' : String(value).replaceAll(/\p{Cc}/gu, '?'));

/**
 * Aligned columns under their heads; empty when there are no rows.
 * @param {string[]} head
 * @param {readonly (readonly Cell[])[]} rows
 */
const table = (head, rows) => (rows.length === 0 ? '' : aligned(new Table({ ...LAYOUT, head }), rows));

/**
 * A line for each field, the values aligned.
 * @param {Record<string, Cell>} fields
 */
const list = (fields) => aligned(new Table(LAYOUT), Object.entries(fields));

/**
 * @param {import('cli-table3').Table} target
 * @param {readonly (readonly Cell[])[]} rows
 */
function aligned(target, rows) {
  target.push(...rows.map((row) => row.map(plain)));
  return `${target.toString().replaceAll(/ +$/gm, '')}\n`;
}

/**
 * A value as JSON for people.
 * @param {unknown} value
 */
const indented = (value) => `${JSON.stringify(value, null, 2).split('\n').map(plain).join('\n')}\n`;

module.exports = { indented, list, table };
