'use strict';

const os = require('node:os');
const { ROWS } = require('./seed');

/** @typedef {import('./load').Measurement} Measurement */

/** Measurements that are compared. */
const PAIRS = [
  ['v1 GET one', 'core GET one'],
  ['v1 GET list', 'core GET list'],
  ['v1 GET list', 'core GET list, unsorted and uncounted'],
  ['v1 POST', 'core POST'],
  ['v1 POST, one subscription', 'core POST'],
  ['v1 POST, one subscription', 'v1 POST'],
  ['v1 PATCH', 'core PUT'],
  ['empty route, token of v1', 'empty route, token of core'],
];

/** Other programs on the same machine distort the figures. */
const [loadBefore = 0] = os.loadavg();

/** @type {(results: Measurement[], figure: (result: Measurement) => number) => number} */
const mean = (results, figure) => results.reduce((sum, result) => sum + figure(result), 0) / results.length;

/**
 * @param {{ database: string, seconds: number, connections: number }} options
 * @param {Map<string, Measurement[]>} results the rounds of each target, by its name
 */
function print({ database, seconds, connections }, results) {
  const of = (/** @type {string} */ name) => results.get(name) ?? [];
  const rate = (/** @type {string} */ name) => mean(of(name), ({ requestsPerSecond }) => requestsPerSecond);
  const cpu = (/** @type {string} */ name) => mean(of(name), ({ cpuMs }) => cpuMs);
  const line = (/** @type {string[]} */ ...cells) => console.log(`| ${cells.join(' | ')} |`);

  console.log(
    `${database}, ${ROWS} tickets in each list, ${connections} connections, ${seconds} s a round, ` +
      `${os.availableParallelism()} cores, load average ${loadBefore.toFixed(1)} before, Node ${process.versions.node}\n`,
  );
  line('path', 'requests/s', 'each round', 'p50 ms', 'p99 ms', 'server CPU ms');
  line('---', '---:', '---:', '---:', '---:', '---:');
  for (const [name, rounds] of results) {
    line(
      name,
      rate(name).toFixed(0),
      rounds.map(({ requestsPerSecond }) => requestsPerSecond.toFixed(0)).join(', '),
      mean(rounds, ({ p50 }) => p50).toFixed(1),
      mean(rounds, ({ p99 }) => p99).toFixed(1),
      cpu(name).toFixed(2),
    );
  }

  console.log('');
  for (const [one = '', other = ''] of PAIRS) {
    const [rates, cpus] = [rate, cpu].map((figure) => (figure(one) / figure(other)).toFixed(2));
    console.log(`- ${one} : ${other} = ${rates} in requests/s, ${cpus} in CPU time`);
  }
  printDeliveries(of('v1 POST, one subscription'));
  for (const api of ['v1', 'core']) printLookUp(cpu, api);
}

/** @param {Measurement[]} rounds */
function printDeliveries(rounds) {
  const open = mean(rounds, ({ openDeliveries }) => openDeliveries).toFixed(0);
  const drain = mean(rounds, ({ drainSeconds }) => drainSeconds).toFixed(1);
  const sustained = mean(rounds, (round) => round.sustained).toFixed(0);
  console.log(
    `- When the load with a subscription ended, ${open} deliveries were open; ${drain} s later none was. ` +
      `With that time counted, ${sustained} requests/s`,
  );
}

/**
 * @param {(name: string) => number} cpu
 * @param {string} api
 */
function printLookUp(cpu, api) {
  const lookUp = cpu(`empty route, token of ${api}`) - cpu('empty route, no token');
  const getOne = cpu(`${api} GET one`);
  console.log(
    `- Of the ${getOne.toFixed(2)} ms CPU of a ${api} GET one, ${lookUp.toFixed(2)} ms are the token's look-up ` +
      `(${((100 * lookUp) / getOne).toFixed(0)} %)`,
  );
}

module.exports = { print };
