'use strict';

// `npm run test:nodes [-- 22 24]`: on each version of Node that is supported, a copy of the repository is installed from
// nothing, built, booted, and goes through the demo. By hand: it compiles the database's driver where there is none made.
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { copyRepository } = require('./copy-repository');
const { run } = require('./run');

const VERSIONS = ['20', '22', '24'];

/** The registry's packages of Node itself are named so; they hold the program and its headers. */
const PLATFORM = `node-${process.platform}-${process.arch}`;

/** @type {(version: string, directory: string) => Promise<string>} Where this version of Node is, from the registry. */
async function nodeOf(version, directory) {
  fs.mkdirSync(directory, { recursive: true });
  fs.writeFileSync(path.join(directory, 'package.json'), '{"private": true}');
  await run('npm', ['install', '--no-audit', '--no-fund', `${PLATFORM}@${version}`], { cwd: directory });
  return path.join(directory, 'node_modules', PLATFORM);
}

/** @param {string} version a major one */
async function tryOn(version) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), `work-tracking-node-${version}-`));
  const repository = path.join(directory, 'repository');
  const node = await nodeOf(version, path.join(directory, 'node'));
  const bin = path.join(node, 'bin');
  const env = {
    PATH: [bin, process.env.PATH].join(path.delimiter),
    // A native module that is compiled is compiled for this version.
    npm_config_nodedir: node,
  };
  const step = async (/** @type {string} */ command, /** @type {string[]} */ args) => {
    const startedAt = Date.now();
    const output = await run(command, args, { cwd: repository, env });
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.log(`  ✓ ${[command, ...args].join(' ').padEnd(32)}${String(seconds).padStart(5)} s`);
    return output.trim();
  };
  copyRepository(repository);
  console.log(`\nNode ${(await run('node', ['--version'], { cwd: repository, env })).trim()}`);
  await step('npm', ['ci']);
  await step('npm', ['run', 'build']);
  console.log(`    ${(await step('npm', ['run', 'demo', '--', '--once'])).split('\n').at(-1) ?? ''}`);
  fs.rmSync(directory, { recursive: true, force: true });
}

async function tryAll() {
  const asked = process.argv.slice(2);
  /** @type {string[]} */
  const failed = [];
  for (const version of asked.length > 0 ? asked : VERSIONS) {
    try {
      await tryOn(version);
    } catch (error) {
      failed.push(version);
      console.error(`  ✗ ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  console.log(failed.length > 0 ? `\nNode ${failed.join(', ')}: failed.` : '\nAll of them do.');
  process.exitCode = failed.length > 0 ? 1 : 0;
}

void tryAll();
