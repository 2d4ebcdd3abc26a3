'use strict';

const { execFile } = require('node:child_process');
const path = require('node:path');
const { promisify } = require('node:util');

const execute = promisify(execFile);

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** The variables that this repository and npm set for their own processes; another application must find its own. */
const OURS =
  /^(npm_(package|lifecycle|command|execpath|node_execpath)|npm_config_(local_prefix|node_gyp)$|INIT_CWD$|NODE_ENV$|HOST$|PORT$|ENV_PATH$|DATABASE_|DELIVERY_|RATE_LIMIT_|REDIS_URL$|METRICS_TOKEN$|CORS_ORIGINS$|FLAG_|WORK_TRACKING_|APP_KEYS$|API_TOKEN_SALT$|ADMIN_JWT_SECRET$|TRANSFER_TOKEN_SALT$|JWT_SECRET$|ENCRYPTION_KEY$)/;

const PATH = (process.env.PATH ?? '')
  .split(path.delimiter)
  .filter((directory) => !directory.includes('node_modules'))
  .join(path.delimiter);

/** The environment of somebody who has never heard of this repository. */
const STRANGERS_ENV = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name))),
  PATH,
  STRAPI_TELEMETRY_DISABLED: 'true',
};

/**
 * Runs a command to its end, as somebody else would.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string> }} where
 * @returns {Promise<string>} its standard output
 * @throws Error with everything that it said
 */
async function run(command, args, { cwd, env }) {
  try {
    const options = { cwd, env: { ...STRANGERS_ENV, ...env }, maxBuffer: MAX_OUTPUT_BYTES };
    const { stdout } = await execute(command, args, options);
    return stdout;
  } catch (error) {
    const { message, stdout, stderr } = /** @type {Error & { stdout?: string, stderr?: string }} */ (error);
    throw new Error(`${message.split('\n')[0]}\n${stdout ?? ''}\n${stderr ?? ''}`);
  }
}

module.exports = { run, STRANGERS_ENV };
