'use strict';

const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const dotenv = require('dotenv');
const { readEnvFile } = require('./env-file');

const secret = () => randomBytes(32).toString('base64');

/** Strapi and the plugin do not start without these. */
const SECRETS = {
  APP_KEYS: () => [secret(), secret()].join(','),
  API_TOKEN_SALT: secret,
  ADMIN_JWT_SECRET: secret,
  TRANSFER_TOKEN_SALT: secret,
  JWT_SECRET: secret,
  ENCRYPTION_KEY: secret,
};

/** How long another start may hold the file; it does so for the time of one write. */
const LOCK_LIMIT_MS = 5000;
const LOCK_POLL_MS = 20;

/**
 * Appends the secrets that neither the environment nor the file has to the file, which only its owner can read if it is
 * new, and reads the file into the environment. A name that the file has is never written again: the second value would
 * be the one that counts, and everything made with the first would be lost.
 * @param {string} file
 * @param {string} appRoot where relative paths begin
 * @throws Error with a sentence for a person; then nothing has been written
 */
function ensureSecrets(file, appRoot) {
  if (missingFrom(readEnvFile(file), file).length > 0) {
    // Another start may have made them in between: what is missing is asked again under the lock.
    const made = whileLocked(file, () => appendMissing(file));
    if (made.length > 0) announce(made, file, appRoot);
  }
  const { text, values } = readEnvFile(file);
  warnOfDuplicates(text, values, file);
  for (const [name, value] of Object.entries(values)) process.env[name] ??= value;
}

/** @typedef {import('./env-file').EnvFile} EnvFile */

/**
 * @param {EnvFile} content
 * @param {string} file
 * @returns {string[]} the names of the secrets that are nowhere
 * @throws Error when one is there and empty
 */
function missingFrom({ values }, file) {
  return Object.keys(SECRETS).filter((name) => {
    const isInEnvironment = process.env[name] !== undefined;
    const value = process.env[name] ?? values[name];
    if (value === undefined) return true;
    // APP_KEYS is a list.
    if (value.split(',').some((part) => part.trim() === '')) {
      throw new Error(
        isInEnvironment
          ? `${name} is empty in the environment: give it its value, or unset it, so that the one in ${file} counts.`
          : `${name} is empty in ${file}: give it its value, or delete the line to have a new one made.`,
      );
    }
    return false;
  });
}

/** @param {string} file @returns {string[]} the names of those that were made */
function appendMissing(file) {
  const content = readEnvFile(file);
  const made = missingFrom(content, file);
  if (made.length === 0) return made;
  const { text } = content;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const separator = text === '' || /[\r\n]$/.test(text) ? '' : newline;
  const secrets = Object.entries(SECRETS).flatMap(([name, make]) =>
    made.includes(name) ? [{ name, value: make() }] : [],
  );
  const added = separator + secrets.map(({ name, value }) => `${name}=${value}${newline}`).join('');
  const after = dotenv.parse(text + added);
  const isReadBack = secrets.every(({ name, value }) => after[name] === value);
  if (!isReadBack) throw new Error(`${file} can't be completed: a quote in it is open. It is left as it is.`);
  try {
    fs.appendFileSync(file, added, { mode: 0o600 });
  } catch (error) {
    throw cannotWrite(file, error);
  }
  return made;
}

/** @param {string} file @param {unknown} error */
const cannotWrite = (file, error) => {
  const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error);
  const names = Object.keys(SECRETS).join(', ');
  return new Error(`${file} lacks secrets and can't be written (${code}): give ${names} in the environment.`);
};

/**
 * Runs `work` while no other start of the application does.
 * @template Result
 * @param {string} file
 * @param {() => Result} work
 * @returns {Result}
 */
function whileLocked(file, work) {
  const lock = `${file}.lock`;
  const givenUpAt = Date.now() + LOCK_LIMIT_MS;
  for (;;) {
    try {
      fs.closeSync(fs.openSync(lock, 'wx'));
      break;
    } catch (error) {
      const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code !== 'EEXIST') throw cannotWrite(file, error);
      if (Date.now() > givenUpAt) {
        throw new Error(`${lock} is there: another start makes secrets. If none does, delete it.`);
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_POLL_MS);
    }
  }
  try {
    return work();
  } finally {
    fs.rmSync(lock);
  }
}

/**
 * @param {string[]} made
 * @param {string} file
 * @param {string} appRoot
 */
function announce(made, file, appRoot) {
  console.error(`New secrets are in ${file}: ${made.join(', ')}. Back them up.`);
  const database = databaseThere(readEnvFile(file).values, appRoot);
  if (!database) return;
  console.error(
    `\nWARNING: there is a database already, ${database}.\n` +
      'Tokens, logins and webhook secrets that were made with other secrets stop working with these.\n' +
      `To keep them, stop, and put the secrets that they were made with in the place of the new ones.\n`,
  );
}

/**
 * @param {EnvFile['values']} values what the file has
 * @param {string} appRoot
 * @returns {string | undefined} what the application will open, if it may hold records
 */
function databaseThere(values, appRoot) {
  const setting = (/** @type {string} */ name) => (process.env[name] ?? values[name] ?? '').trim();
  const client = setting('DATABASE_CLIENT');
  if (client !== 'sqlite' && (client || setting('DATABASE_URL'))) {
    return client ? `of ${client}` : 'the one of DATABASE_URL';
  }
  const database = path.resolve(appRoot, setting('DATABASE_FILENAME') || '.tmp/data.db');
  return fs.existsSync(database) ? database : undefined;
}

/**
 * @param {string} text
 * @param {EnvFile['values']} values
 * @param {string} file
 */
function warnOfDuplicates(text, values, file) {
  for (const name of Object.keys(SECRETS)) {
    const lines = text.match(new RegExp(`^\\s*(export\\s+)?${name}\\s*[=:].*$`, 'gm')) ?? [];
    const isOther = lines.some((line) => dotenv.parse(line)[name] !== values[name]);
    if (isOther) {
      console.error(`WARNING: ${name} is in ${file} more than once, and the last one counts. Keep one.`);
    }
  }
}

module.exports = { ensureSecrets, SECRET_NAMES: Object.keys(SECRETS) };
