'use strict';

/** The reader of standard output has closed it, as `| head` does; nothing that is written would be read. */
class OutputClosed extends Error {}

/** @typedef {(text: string) => Promise<void>} Write resolves when the reader, or the system on its behalf, has the text */

/**
 * Keeps standard output for the result: whatever else writes to it from now on, Strapi or the application, writes to
 * standard error.
 * @returns {Write}
 */
function takeStandardOutput() {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  stdout.on('error', () => {
    // The write that failed reports it below; without a listener the process would end here.
  });
  return (text) =>
    new Promise((resolve, reject) => {
      write(text, (/** @type {NodeJS.ErrnoException | null | undefined} */ error) => {
        if (!error) resolve();
        else reject(error.code === 'EPIPE' ? new OutputClosed() : error);
      });
    });
}

/** The output of a command: its result on standard output, remarks on standard error. */
class Output {
  /** @param {{ write: Write, writeError: (text: string) => void, isJson: boolean }} options */
  constructor({ write, writeError, isJson }) {
    this.write = write;
    this.writeError = writeError;
    this.isJson = isJson;
  }

  /**
   * The result, as one line of JSON where --json is given, else as text for people.
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
   * A remark for people, left out where --json is given.
   * @param {string} sentence
   */
  note(sentence) {
    if (!this.isJson) this.writeError(`${sentence}\n`);
  }
}

module.exports = { Output, OutputClosed, takeStandardOutput };
