'use strict';

// `npm run bench`: the figures of docs/performance.md.
const { isDeepStrictEqual: isEqual, parseArgs } = require('node:util');
const { DATABASES } = require('./database');
const { writeReport } = require('./document');
const { measureChanges } = require('./measures/changes');
const { measureDelays } = require('./measures/delays');
const { measureDeliveries } = require('./measures/deliveries');
const { measureFairness } = require('./measures/fairness');
const { measureLog } = require('./measures/log');
const { measureMemory } = require('./measures/memory');
const { measurePages } = require('./measures/pages');
const { measurePublishing } = require('./measures/publishing');
const { measureRequests } = require('./measures/requests');
const { measureSizes } = require('./measures/sizes');
const { measureSynchronous } = require('./measures/synchronous');
const { measureWaits } = require('./measures/waits');
const { reportOf } = require('./report');
const { withCopy } = require('./setup');

/** @typedef {import('./setup').Context} Context */

/** @type {Record<string, (context: Context) => Promise<import('./setup').Line[]>>} */
const GROUPS = {
  requests: measureRequests,
  changes: measureChanges,
  sizes: measureSizes,
  deliveries: measureDeliveries,
  delays: measureDelays,
  fairness: measureFairness,
  waits: measureWaits,
  memory: measureMemory,
  log: measureLog,
  synchronous: measureSynchronous,
  publishing: measurePublishing,
  pages: measurePages,
};

const USUAL_LOAD = { seconds: 2, connections: 10 };

/** `pages` needs a browser and the built panel, so it is measured only where `--only` names it. */
const USUAL = Object.keys(GROUPS).filter((group) => group !== 'pages');

const USAGE =
  'usage: npm run bench [-- --database sqlite|postgres --seconds N --connections N --quick --payload --profile ' +
  `--only ${Object.keys(GROUPS).join('|')}]`;

/**
 * @typedef {object} Options
 * @property {(keyof typeof DATABASES)[]} databases
 * @property {string[]} groups
 * @property {Omit<Context, 'database'>} load
 * @property {boolean} isWhole with the usual load and all groups, so that the document is written
 */

/** @param {Options} options */
async function bench({ databases, groups, load, isWhole }) {
  for (const database of databases) {
    const context = { ...load, database };
    /** @type {import('./setup').Line[]} */
    const lines = [];
    for (const group of groups) {
      process.stderr.write(`\n${database}: ${group}\n`);
      lines.push(...((await GROUPS[group]?.(context)) ?? []));
    }
    const report = await reportOf(context, lines);
    console.log(`\n## ${database}\n\n${report}`);
    if (isWhole) await writeReport(database, report);
  }
}

/** @type {(name: string) => name is keyof typeof DATABASES} */
const isDatabase = (name) => Object.hasOwn(DATABASES, name);

/** @returns {Options} */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        seconds: { type: 'string', default: String(USUAL_LOAD.seconds) },
        connections: { type: 'string', default: String(USUAL_LOAD.connections) },
        database: { type: 'string', multiple: true, default: Object.keys(DATABASES) },
        only: { type: 'string', multiple: true, default: [] },
        quick: { type: 'boolean', default: false },
        payload: { type: 'boolean', default: false },
        profile: { type: 'boolean', default: false },
      },
    });
    const { only, quick, payload, profile } = values;
    const databases = values.database.filter(isDatabase);
    const seconds = quick ? 1 : Number(values.seconds);
    const connections = Number(values.connections);
    const areValid =
      [seconds, connections].every((count) => Number.isInteger(count) && count > 0) &&
      databases.length === values.database.length &&
      only.every((group) => Object.hasOwn(GROUPS, group));
    if (areValid) {
      return {
        databases,
        groups: only.length > 0 ? only : USUAL,
        load: { seconds, connections, quick, payload, profile },
        isWhole: only.length === 0 && !quick && !profile && isEqual({ seconds, connections }, USUAL_LOAD),
      };
    }
  } catch {
    // An unknown option, answered below.
  }
  console.error(USAGE);
  return process.exit(2);
}

// Ctrl-C also reaches the application, whose end fails the benchmark, which then removes its database and its copy.
process.once('SIGINT', () => undefined);

const options = readOptions();
withCopy({ panel: options.groups.includes('pages') }, () => bench(options)).catch(
  (/** @type {unknown} */ error) => {
    console.error(error);
    process.exitCode = 1;
  },
);
