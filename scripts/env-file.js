'use strict';

const fs = require('node:fs');
const dotenv = require('dotenv');

/**
 * @typedef {object} EnvFile
 * @property {string} text
 * @property {Record<string, string>} values
 */

/** One assignment, as dotenv reads it; the last alternative of a value is one without quotes. */
const ASSIGNMENT =
  /^\s*(?:export\s+)?[\w.-]+(?:\s*=\s*?|:\s+?)(?:\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\r\n]+)?\s*(?:#.*)?$/gm;

/**
 * Reads a file of assignments, `NAME=value`. One that is not there has none.
 * @param {string} file
 * @returns {EnvFile}
 * @throws Error with a sentence when it is something else: what can't be read whole is not to be written to
 */
function readEnvFile(file) {
  const text = readText(file);
  const strange = text
    .replace(/\r\n?/g, '\n')
    .replace(ASSIGNMENT, (assignment) => assignment.replace(/[^\n]/g, ''))
    .split('\n')
    .findIndex((line) => line.trim() !== '' && !line.trim().startsWith('#'));
  if (strange !== -1) {
    throw new Error(
      `${file} is left as it is: line ${strange + 1} is neither NAME=value, nor a comment, nor empty.`,
    );
  }
  return { text, values: dotenv.parse(text) };
}

/** @param {string} file */
function readText(file) {
  /** @type {Buffer} */
  let bytes;
  try {
    bytes = fs.readFileSync(file);
  } catch (error) {
    const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOENT') return '';
    throw new Error(`${file} can't be read (${code}); it must be a file of NAME=value lines.`);
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // No UTF-8.
  }
  throw new Error(
    `${file} is no text in UTF-8, and is left as it is: it must be a file of NAME=value lines.`,
  );
}

module.exports = { readEnvFile };
