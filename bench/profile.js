'use strict';

const { Session } = require('node:inspector/promises');

const SAMPLE_MICROSECONDS = 500;
const LISTED = 40;
/** Not the application's work; the last one is the profiler's own start. */
const IGNORED = new Set(['(idle)', '(root)', '(program)', 'dispatch']);

/** Of V8: how often each function was at the top of the stack, and who called it. */
/** @typedef {{ id: number, callFrame: { functionName: string, url: string, lineNumber: number }, children?: number[] }} Node */

const session = new Session();

async function startProfile() {
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS });
  await session.post('Profiler.start');
}

/**
 * @returns {Promise<string[]>} the functions and packages with the largest shares of the busy time, a line each
 */
async function stopProfile() {
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return sharesOf(profile);
}

/**
 * @param {import('node:inspector').Profiler.Profile} profile
 * @returns {string[]}
 */
function sharesOf({ nodes, samples = [], timeDeltas = [] }) {
  /** @type {Map<number, number>} */
  const own = new Map();
  samples.forEach((id, index) => own.set(id, (own.get(id) ?? 0) + (timeDeltas[index] ?? 0)));
  /** @type {Map<number, number>} */
  const parents = new Map();
  for (const { id, children = [] } of nodes) {
    for (const child of children) parents.set(child, id);
  }
  const byId = new Map(nodes.map((node) => [node.id, node]));

  /** @type {Record<'function' | 'package' | 'under', Map<string, number>>} */
  const shares = { function: new Map(), package: new Map(), under: new Map() };
  let busy = 0;
  for (const node of nodes) {
    const time = own.get(node.id) ?? 0;
    if (time === 0 || IGNORED.has(node.callFrame.functionName)) continue;
    busy += time;
    add(shares.function, nameOf(node), time);
    add(shares.package, packageOf(node), time);
    const stack = new Set();
    for (let id = /** @type {number | undefined} */ (node.id); id !== undefined; id = parents.get(id)) {
      const above = byId.get(id);
      if (above && above.callFrame.functionName !== '(root)') stack.add(nameOf(above));
    }
    for (const name of stack) add(shares.under, String(name), time);
  }
  return Object.entries(shares).flatMap(([kind, times]) =>
    [...times]
      .sort((one, other) => other[1] - one[1])
      .slice(0, LISTED)
      .map(([name, time]) => `${kind.padEnd(8)} ${((100 * time) / busy).toFixed(1).padStart(5)} %  ${name}`),
  );
}

/**
 * @param {Map<string, number>} times
 * @param {string} name
 * @param {number} time
 */
function add(times, name, time) {
  times.set(name, (times.get(name) ?? 0) + time);
}

/** @param {Node} node */
const nameOf = ({ callFrame: { functionName, url, lineNumber } }) =>
  `${functionName || '(anonymous)'} ${url.replace(/^file:\/\//, '').replace(/^.*\/(node_modules|plugins)\//, '')}:${lineNumber + 1}`;

/** @param {Node} node */
function packageOf({ callFrame: { functionName, url } }) {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  return name ?? (url.includes('plugins/work-tracking') ? 'the plugin' : url || functionName);
}

module.exports = { startProfile, stopProfile };
