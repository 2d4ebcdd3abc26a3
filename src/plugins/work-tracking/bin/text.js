'use strict';

/** @typedef {string | number | boolean | null} Cell */

/**
 * A value on one line. What moves a terminal's cursor does not pass: an endpoint can answer with anything.
 * @param {Cell} value
 */
const plain = (value) => (value === null || value === '' ? '-' : String(value).replaceAll(/\p{Cc}/gu, '?'));

/**
 * Aligned columns under their heads; empty when there are no rows.
 * @param {readonly string[]} heads
 * @param {readonly (readonly Cell[])[]} rows
 */
function table(heads, rows) {
  if (rows.length === 0) return '';
  return aligned([[...heads], ...rows.map((row) => row.map(plain))]);
}

/**
 * A line for each of these, their names aligned.
 * @param {Record<string, Cell>} fields
 */
const list = (fields) => aligned(Object.entries(fields).map(([name, value]) => [name, plain(value)]));

/**
 * A value as JSON that is read by people.
 * @param {unknown} value
 */
const indented = (value) => `${JSON.stringify(value, null, 2).split('\n').map(plain).join('\n')}\n`;

/**
 * @param {number} count
 * @param {string} one
 * @param {string} many
 */
const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/** @param {readonly string[][]} rows */
function aligned(rows) {
  const [first = []] = rows;
  const widths = first.map((_, column) => Math.max(...rows.map((row) => lengthOf(row[column] ?? ''))));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => padded(cell, widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

const characters = new Intl.Segmenter();

/** @param {string} text in characters as people count them */
const lengthOf = (text) => [...characters.segment(text)].length;

/**
 * @param {string} cell
 * @param {number} width
 */
const padded = (cell, width) => cell + ' '.repeat(width - lengthOf(cell));

module.exports = { counted, indented, list, table };
