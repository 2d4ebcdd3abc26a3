'use strict';

const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const { REPOSITORY } = require('./reporters/report');
const { runStep } = require('./steps');
const { outputOf, summaryOf, verdictOf } = require('./summary');

/**
 * @typedef {import('./steps').Step} Step
 * @typedef {import('./steps').Result} Result
 * @typedef {import('./reporters/report').Failure} Failure
 */

/** More files than that don't fail by chance. */
const MOST_SECOND_TRIES = 8;

/** The differences from the last commit, to the letter. */
const changes = () =>
  ['status --porcelain', 'diff HEAD']
    .map((command) =>
      execFileSync('git', command.split(' '), { cwd: REPOSITORY, encoding: 'utf8', maxBuffer: 2 ** 30 }),
    )
    .join('\n');

/**
 * Runs the files of a step that have failed once more, one after the other.
 * @param {Result} result
 * @param {(step: Step) => Promise<Result>} run
 * @returns {Promise<Failure[]>} those that have passed then
 */
async function unstableOf({ step, failures }, run) {
  const files = [...new Set(failures.map(({ file }) => file))];
  const { ofFile } = step;
  if (!ofFile || files.includes(step.command) || files.length > MOST_SECOND_TRIES) return [];
  /** @type {string[]} */
  const passed = [];
  for (const file of files) if ((await run(ofFile(file))).failures.length === 0) passed.push(file);
  return failures.filter(({ file }) => passed.includes(file));
}

/**
 * Runs stages one after the other; each is a list of lanes that run beside each other, a lane a list of steps. Every step
 * runs, whatever comes of another.
 * @param {object} plan
 * @param {Step[][][]} [plan.foundations] stages that nothing can be without: when one fails, the others are left out
 * @param {Step[][][]} plan.stages
 * @param {string} plan.folder for what the steps say
 * @param {boolean} [plan.showsOutput] whether all that a step has said is printed when it fails
 * @param {boolean} [plan.keepsTree] whether a file of the repository that is another afterwards is a failure
 * @param {(line: string) => void} [plan.print]
 * @returns {Promise<number>} the exit code
 */
async function runAll({
  foundations = [],
  stages,
  folder,
  showsOutput = false,
  keepsTree = false,
  print = console.log,
}) {
  const startedAt = Date.now();
  const changesBefore = keepsTree && changes();
  fs.rmSync(folder, { recursive: true, force: true });
  /** @type {Result[]} */
  const results = [];
  const run = async (/** @type {Step} */ step) => {
    const result = await runStep(step, folder);
    results.push(result);
    print(verdictOf(result));
    if (showsOutput && result.failures.length > 0) print(outputOf(result));
    return result;
  };
  const runStages = async (/** @type {Step[][][]} */ all) => {
    for (const lanes of all) {
      await Promise.all(
        lanes.map(async (lane) => {
          for (const step of lane) await run(step);
        }),
      );
    }
  };

  await runStages(foundations);
  if (results.every(({ failures }) => failures.length === 0)) await runStages(stages);
  const all = results.flatMap(({ failures }) => failures);
  /** @type {Failure[]} */
  const unstable = [];
  for (const result of [...results]) unstable.push(...(await unstableOf(result, run)));
  const failures = all.filter((failure) => !unstable.includes(failure));
  if (keepsTree && changes() !== changesBefore) {
    failures.push({ file: 'git status', title: '', message: `The run has changed the tree:\n${changes()}` });
  }
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  print(summaryOf(results, { failures, unstable, seconds }));
  return failures.length > 0 ? 1 : 0;
}

module.exports = { runAll };
