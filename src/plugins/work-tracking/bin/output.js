'use strict';

/** Whoever read standard output has closed it, as `| head` does: there is nobody left to write for. */
class OutputClosed extends Error {}

/** @typedef {(text: string) => Promise<void>} Write resolves when the reader has taken the text, or the system for it */

/**
 * Keeps standard output for the result: what anything else writes there from now on, Strapi or the application, goes
 * to standard error.
 * @returns {Write}
 */
function takeStandardOutput() {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  stdout.on('error', () => {
    // The write that failed says so itself.
  });
  return (text) =>
    new Promise((resolve, reject) => {
      write(text, (/** @type {NodeJS.ErrnoException | null | undefined} */ error) => {
        if (!error) resolve();
        else reject(error.code === 'EPIPE' ? new OutputClosed() : error);
      });
    });
}

/** Where a command says what came of it: the result on standard output, what is beside it on standard error. */
class Output {
  /**
   * @param {Write} write
   * @param {boolean} isJson
   */
  constructor(write, isJson) {
    this.write = write;
    this.isJson = isJson;
  }

  /**
   * The result: as one line of JSON where that is asked for, else as text for people.
   * @param {object} result
   * @param {() => string} text ends with a line break, or is empty
   */
  async show(result, text) {
    await this.write(this.isJson ? `${JSON.stringify(result)}\n` : text());
  }

  /**
   * Values as JSON Lines.
   * @param {readonly object[]} values
   */
  async lines(values) {
    if (values.length > 0) await this.write(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
  }

  /**
   * A sentence for a person.
   * @param {string} sentence
   */
  note(sentence) {
    if (!this.isJson) process.stderr.write(`${sentence}\n`);
  }
}

module.exports = { Output, OutputClosed, takeStandardOutput };
