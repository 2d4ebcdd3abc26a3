#!/usr/bin/env node
'use strict';

const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const { parseArgs } = require('node:util');

/** @typedef {import('@strapi/strapi').Core.Strapi} Application */

/**
 * @typedef {object} Command
 * @property {string} summary
 * @property {string} help
 * @property {import('node:util').ParseArgsConfig['options']} options
 * @property {string[]} required
 * @property {(app: Application, values: Record<string, unknown>) => Promise<object>} run
 *   what it returns is printed as one line of JSON
 */

/** @type {Map<string, Command>} */
const COMMANDS = new Map();

COMMANDS.set('token', {
  summary: 'Issue a token for a project',
  help: `usage: strapi-work-tracking token --project KEY [--venture KEY] [--name NAME]
                                  [--access full|read-only] [--days N]

Issues a token that opens one project at /api/v1 and nothing else, and prints one line of JSON:
{"project_key", "venture_key", "tenant_id", "token"}. The token is shown this once. Run it in the
directory of the Strapi application; a running server takes the token at once.

    --project KEY         the project, made when there is none
    --venture KEY         the venture of a new project (default: the key of the project)
    --name NAME           the name of the token (default: the key of the project and a number)
    --access full|read-only
                          what the token may do (default: full)
    --days N              the days that the token lives (default: without end)
    -h, --help            show this
`,
  options: {
    project: { type: 'string' },
    venture: { type: 'string' },
    name: { type: 'string' },
    access: { type: 'string' },
    days: { type: 'string' },
  },
  required: ['project'],
  run(app, values) {
    /** @type {{ issue(request: object): Promise<object> }} */
    const tokens = app.plugin('work-tracking').service('tokens');
    return tokens.issue(values);
  },
});

const HELP = `usage: strapi-work-tracking <command> [<options>]

Run it in the directory of a Strapi application that has the plugin work-tracking.

${[...COMMANDS].map(([name, { summary }]) => `    ${name.padEnd(20)}  ${summary}\n`).join('')}
See 'strapi-work-tracking <command> --help' for the options of a command.
`;

/** The command line itself is wrong. */
class UsageError extends Error {}

/** @param {string[]} argv */
async function main([name, ...argv]) {
  if (name === '--help' || name === '-h') return process.stdout.write(HELP);
  if (name === undefined) throw new UsageError("Name a command. See 'strapi-work-tracking --help'.");
  const command = COMMANDS.get(name);
  if (!command) throw new UsageError(`'${name}' is no command. See 'strapi-work-tracking --help'.`);
  const { help, ...values } = optionsOf(name, command, argv);
  if (help) return process.stdout.write(command.help);
  const result = await withApplication((app) => command.run(app, values));
  fs.writeSync(1, `${JSON.stringify(result)}\n`);
  process.exit(0);
}

/**
 * @param {string} name
 * @param {Command} command
 * @param {string[]} argv
 */
function optionsOf(name, { options, required }, argv) {
  const hint = `See 'strapi-work-tracking ${name} --help'.`;
  /** @type {Record<string, unknown>} */
  let values;
  try {
    ({ values } = parseArgs({ args: argv, options: { ...options, help: { type: 'boolean', short: 'h' } } }));
  } catch (error) {
    // Its first sentence says it; what follows is advice of a general kind.
    const [sentence] = messageOf(error).split(/\.?(?:\s*\n|\. |$)/);
    throw new UsageError(`${sentence}. ${hint}`);
  }
  const missing = required.filter((option) => values[option] === undefined);
  if (missing.length > 0 && !values.help) {
    throw new UsageError(`${name} needs ${missing.map((option) => `--${option}`).join(', ')}. ${hint}`);
  }
  return values;
}

/**
 * Loads the Strapi application of the current directory, without listening.
 * @template Result
 * @param {(app: Application) => Promise<Result>} work
 */
async function withApplication(work) {
  process.env.NODE_ENV ??= 'production';
  process.env.STRAPI_TELEMETRY_DISABLED ??= 'true';
  // Whatever is said on the way, by Strapi or by the application: standard output is for the result alone.
  process.stdout.write = process.stderr.write.bind(process.stderr);

  const appDir = process.cwd();
  const strapiPath = strapiPathOf(appDir);
  const distDir = await distDirOf(appDir, strapiPath);
  /** @type {import('@strapi/strapi')} */
  const { createStrapi } = require(strapiPath);
  const app = createStrapi({ appDir, distDir, serveAdminPanel: false });
  app.log.level = 'error';
  await app.load();
  try {
    if (!('work-tracking' in app.plugins)) throw new Error('The plugin work-tracking is not enabled here.');
    return await work(app);
  } finally {
    await app.destroy();
  }
}

/**
 * The application's own Strapi, wherever the plugin itself is installed.
 * @param {string} appDir
 */
function strapiPathOf(appDir) {
  try {
    return createRequire(path.join(appDir, 'package.json')).resolve('@strapi/strapi');
  } catch {
    throw new Error(`${appDir} is not the directory of a Strapi application.`);
  }
}

/**
 * Where the code that runs is: in the application's directory, or where TypeScript compiles it to.
 * @param {string} appDir
 * @param {string} strapiPath
 */
async function distDirOf(appDir, strapiPath) {
  /** @type {{ resolveOutDir(appDir: string): Promise<string | undefined> }} */
  const typescript = createRequire(strapiPath)('@strapi/typescript-utils');
  const distDir = (await typescript.resolveOutDir(appDir)) ?? appDir;
  if (!fs.existsSync(path.join(distDir, 'config'))) {
    throw new Error(`There is no configuration in ${distDir}; is the application built?`);
  }
  return distDir;
}

/** @param {unknown} error */
function messageOf(error) {
  if (!(error instanceof Error)) return String(error);
  // A connection that is refused at each of several addresses has a code and no message.
  return error.message || ('code' in error ? String(error.code) : error.name);
}

main(process.argv.slice(2)).catch((/** @type {unknown} */ error) => {
  console.error(`error: ${messageOf(error)}`);
  process.exit(error instanceof UsageError ? 2 : 1);
});
