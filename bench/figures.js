'use strict';

/** @typedef {import('./load').Measurement} Measurement */
/** @typedef {Map<string, Measurement[]>} Results the rounds of each target, by its name */

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const [below = NaN, above = NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (below + above) / 2;
}

/**
 * @param {number[]} values
 * @param {number} share from 0 to 1
 */
function quantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

/**
 * The median of the ratios of the rounds.
 * @param {Results} results
 * @param {string} one
 * @param {string} other
 * @param {(measurement: Measurement) => number} figure
 */
const ratio = (results, one, other, figure) =>
  median(
    (results.get(one) ?? []).map((measurement, round) => {
      const divisor = results.get(other)?.[round];
      return divisor ? figure(measurement) / figure(divisor) : NaN;
    }),
  );

/**
 * @param {Results} results
 * @param {string} name
 * @param {(measurement: Measurement) => number} figure
 */
const medianOf = (results, name, figure) => median((results.get(name) ?? []).map(figure));

/**
 * Compares two targets by their requests per second, with the processor's time for one request beside it.
 * @param {Results} results
 * @param {string} one
 * @param {string} other
 * @param {{ measure?: string, atLeast?: number, atMost?: number, inverse?: boolean }} goal
 * @returns {import('./setup').Line}
 */
function compare(results, one, other, { measure = `${one} ÷ ${other}`, atLeast, atMost, inverse = false }) {
  const rate = ratio(results, one, other, ({ requestsPerSecond }) => requestsPerSecond);
  const figure = inverse ? 1 / rate : rate;
  const rates = [one, other].map((name) =>
    medianOf(results, name, (result) => result.requestsPerSecond).toFixed(0),
  );
  const cpus = [one, other].map((name) => medianOf(results, name, ({ cpuMs }) => cpuMs).toFixed(2));
  return {
    measure,
    figure: figure.toFixed(2),
    ...(atLeast !== undefined && { goal: `≥ ${atLeast}`, isMet: figure >= atLeast }),
    ...(atMost !== undefined && { goal: `≤ ${atMost}`, isMet: figure <= atMost }),
    beside: `${rates.join(' : ')} requests/s, ${cpus.join(' : ')} ms CPU`,
  };
}

module.exports = { compare, median, medianOf, quantile, ratio };
