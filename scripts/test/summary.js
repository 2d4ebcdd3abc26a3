'use strict';

const fs = require('node:fs');

/**
 * @typedef {import('./steps').Result} Result
 * @typedef {import('./reporters/report').Failure} Failure
 */

const MAX_SENTENCE = 240;

/** The first line of a message that says something, and where in the tests it was said. */
function sentenceOf(/** @type {string} */ message) {
  const lines = message.split('\n').map((line) => line.trim());
  const first = lines.find((line) => line !== '') ?? 'It says nothing.';
  const place = /\((?:.*\/)?(tests\/[^()]+:\d+):\d+\)|\bat (?:.*\/)?(tests\/\S+:\d+):\d+/.exec(message);
  const where = place?.[1] ?? place?.[2];
  return `${first.slice(0, MAX_SENTENCE)}${where === undefined ? '' : ` (${where})`}`;
}

/** @param {Failure} failure */
const nameOf = ({ file, title }) => [file, title].filter((part) => part !== '').join(' › ');

/** A line for each step that has ended, while others run. */
function verdictOf(/** @type {Result} */ { step, seconds, passed, failures }) {
  const verdict = failures.length === 0 ? 'passed' : 'FAILED';
  const tests = step.isOfTests ? `, ${passed} tests passed` : '';
  return `${verdict} in ${seconds} s: ${step.command}${tests}`;
}

/** All that a step has said. */
const outputOf = (/** @type {Result} */ { step, log }) =>
  `\n== all that ${step.command} said\n${fs.readFileSync(log, 'utf8').trimEnd()}\n== end of ${step.command}\n`;

/**
 * The last lines of a run: what each step took, what is unstable, and every failure with its first sentence.
 * @param {Result[]} results
 * @param {{ failures: Failure[], unstable: Failure[], seconds: number }} run
 */
function summaryOf(results, { failures, unstable, seconds }) {
  const line = (/** @type {number} */ took, /** @type {string} */ text) =>
    `${String(took).padStart(6)}  ${text}`;
  const told = (/** @type {string} */ word) => (/** @type {Failure} */ failure) =>
    `${word} ${nameOf(failure)}: ${sentenceOf(failure.message)}`;
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  return [
    '\n== the steps, in seconds',
    ...results.map(({ step, seconds: took, failures: { length } }) =>
      line(took, `${step.command}${length > 0 ? `: ${length} FAILED` : ''}`),
    ),
    line(seconds, `in all, ${failures.length === 0 ? 'passed' : 'FAILED'}`),
    ...unstable.map(told('UNSTABLE')),
    ...failures.map(told('FAILED')),
    `${passed} passed, ${failures.length} failed`,
  ].join('\n');
}

module.exports = { outputOf, summaryOf, verdictOf };
