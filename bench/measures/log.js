'use strict';

// What a request costs PostgreSQL: bytes of its log, and the processor's time where it runs on this machine.
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const { onPostgres } = require('../database');
const { load, untilDelivered } = require('../load');
const { withApplications, withReceiver } = require('../setup');
const { targetsOfV1 } = require('./requests');

const KINDS = ['one', 'list', 'post', 'subscribed', 'patch'];
const WARM_UP_SECONDS = 1;

/**
 * @param {import('../setup').Context} context
 * @returns {Promise<import('../setup').Line[]>}
 */
async function measureLog(context) {
  if (context.database !== 'postgres') return [];
  const { seconds, connections } = context;
  return withReceiver((receiver) =>
    withApplications(context, [{}], async (app) => {
      const targets = await targetsOfV1(app, receiver.url);
      /** @type {import('../setup').Line[]} */
      const lines = [];
      for (const kind of KINDS) {
        const target = targets[kind];
        if (!target) throw new Error(`There are no requests "${kind}".`);
        process.stderr.write(`${target.name}\n`);
        await load(target, WARM_UP_SECONDS, connections);
        const before = { ...(await untilDelivered(app)), ...(await costs()) };
        const { '2xx': count } = await load(target, seconds, connections);
        const after = { ...(await untilDelivered(app)), ...(await costs()) };
        const each = (/** @type {'bytes' | 'databaseMs' | 'cpuMs'} */ name) =>
          (after[name] - before[name]) / count;
        lines.push({
          measure: `PostgreSQL's log for one ${target.name}`,
          figure: `${(each('bytes') / 1000).toFixed(1)} kB`,
          beside: `${each('databaseMs').toFixed(2)} ms CPU of PostgreSQL, ${each('cpuMs').toFixed(2)} ms of the server`,
        });
      }
      return lines;
    }),
  );
}

/** What PostgreSQL has written to its log, and its processor's time so far. */
async function costs() {
  const [row] = /** @type {{ bytes: string }[]} */ (
    await onPostgres("select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes")
  );
  return { bytes: Number(row?.bytes), databaseMs: databaseMs() };
}

/** Of all processes of servers on this machine, those that have ended included; 0 where there are none. */
function databaseMs() {
  const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  let sum = 0;
  for (const id of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = statOf(id);
    if (!stat.includes('(postgres)')) continue;
    // user and system time, and those of children that have ended
    const times = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 16);
    sum += times.reduce((total, time) => total + Number(time), 0);
  }
  return (sum * 1000) / ticks;
}

/** @param {string} id */
function statOf(id) {
  try {
    return fs.readFileSync(`/proc/${id}/stat`, 'utf8');
  } catch (error) {
    // It has ended since.
    if (['ENOENT', 'ESRCH'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')) return '';
    throw error;
  }
}

module.exports = { measureLog };
