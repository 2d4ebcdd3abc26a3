#!/usr/bin/env node
'use strict';

const { withApplication } = require('./application');
const { parseCommandLine } = require('./arguments');

const FAILED = 1;
const USED_WRONGLY = 2;

/** Does what the command line asks for. */
async function main() {
  const write = takeStandardOutput();
  const asked = parseCommandLine(process.argv.slice(2));
  if ('help' in asked) return write(asked.help);
  const { command, argument } = asked;
  const { json: isJson, ...options } = asked.options;
  return withApplication(async (app) => {
    const { pages, result, text, failure } = await command.run(app, options, argument);
    if (pages === undefined) await write(isJson || text === undefined ? lineOf(result) : text);
    else for await (const page of pages) await write(page.map(lineOf).join(''));
    if (failure !== undefined) throw new Error(failure);
  });
}

/** @param {unknown} value */
const lineOf = (value) => `${JSON.stringify(value)}\n`;

/**
 * Keeps standard output for the result: whatever else writes to it from now on, Strapi or the application, writes to
 * standard error.
 * @returns {(text: string) => Promise<void>} resolves when the reader, or the system on its behalf, has the text
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
        // The reader has closed it, as `| head` does: it has what it wants.
        else if (error.code === 'EPIPE') process.exit();
        else reject(error);
      });
    });
}

/**
 * Says what went wrong in a sentence on standard error.
 * @param {unknown} thrown
 * @returns {number} the exit code
 */
function report(thrown) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const code = 'code' in error ? String(error.code) : '';
  // A connection that is refused at each of several addresses has a code and no message.
  process.stderr.write(`error: ${error.message || code || error.name}\n`);
  if (code !== 'wrong_usage' && !code.startsWith('ERR_PARSE_ARGS_')) return FAILED;
  process.stderr.write('(add --help for additional information)\n');
  return USED_WRONGLY;
}

// Strapi may leave timers and connections behind, so the process is ended here.
void main().then(
  () => process.exit(),
  (/** @type {unknown} */ error) => process.exit(report(error)),
);
