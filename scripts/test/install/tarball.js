'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const { builtinModules } = require('node:module');
const path = require('node:path');
const { APP_ROOT } = require('../../prepare');
const { run } = require('../run');
const { PLUGIN } = require('./readme');

/** Everything that the tarball has; each of these is in it, and nothing else. */
const CONTENT = [
  /^package\.json$/,
  /^README\.md$/,
  /^LICENSE$/,
  /^CHANGELOG\.md$/,
  /^SECURITY\.md$/,
  /^images\/[a-z-]+\.png$/,
  /^docs\/[a-z-]+\.md$/,
  /^examples\/README\.md$/,
  /^examples\/[a-z-]+\/[a-z.-]+\.(js|ts|json)$/,
  /^bin\/strapi-work-tracking\.js$/,
  /^bin\/[a-z-]+\.js$/,
  /^dist\/admin\/index\.(js|mjs)$/,
  /^dist\/admin\/[\w.-]+-[\w-]{8}\.(js|mjs)$/,
  /^dist\/admin\/LICENCES\.txt$/,
  /^dist\/admin\/src\/index\.d\.ts$/,
  /^dist\/server\/index\.(js|mjs)$/,
  /^dist\/server\/src\/.+\.d\.ts$/,
  /^dist\/viewer\/(viewer\.(js|css)|LICENCES\.txt)$/,
  /^dist\/domain\/[a-z-]+\.d\.ts$/,
];

/**
 * Where it is packed. A build where the sources are would take the plugin away from applications that start at that
 * moment, and Strapi drops the tables of a plugin that is gone.
 */
const COPY = path.join(APP_ROOT, '.tmp/package');
/** What is in the tarball. */
const UNPACKED = path.join(APP_ROOT, '.tmp/unpacked');

/**
 * Builds and packs the plugin as it is published.
 * @param {string} directory where the tarball goes
 * @returns {Promise<{ file: string, paths: string[] }>} where it is, and the paths of what is in it
 */
async function pack(directory) {
  const built = path.join(PLUGIN, 'dist');
  for (const folder of [COPY, UNPACKED]) fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(UNPACKED, { recursive: true });
  fs.cpSync(PLUGIN, COPY, { recursive: true, filter: (source) => source !== built });
  const answer = await run('npm', ['pack', '--json', '--pack-destination', directory], { cwd: COPY });
  // A build speaks first.
  /** @type {unknown} */
  const packed = JSON.parse(answer.slice(answer.lastIndexOf('\n[\n') + 1));
  const [{ filename, files }] = /** @type {[{ filename: string, files: { path: string }[] }]} */ (packed);
  const file = path.join(directory, filename);
  await run('tar', ['-xzf', file, '-C', UNPACKED, '--strip-components=1'], { cwd: directory });
  return { file, paths: files.map(({ path: one }) => one) };
}

/** @param {string[]} paths */
function assertContent(paths) {
  const strangers = paths.filter((file) => !CONTENT.some((pattern) => pattern.test(file)));
  assert.deepEqual(strangers, [], 'the tarball has what it should not have');
  const absent = CONTENT.filter((pattern) => !paths.some((file) => pattern.test(file)));
  assert.deepEqual(absent, [], 'the tarball has nothing for these patterns');
}

/**
 * Every file that package.json sends an importer to, its types among them, is in the package.
 * @param {string[]} paths
 */
function assertExports(paths) {
  /** @type {unknown} */
  const manifest = JSON.parse(fs.readFileSync(path.join(PLUGIN, 'package.json'), 'utf8'));
  const { exports: entries } = /** @type {{ exports: Record<string, string | Record<string, string>> }} */ (
    manifest
  );
  const files = Object.values(entries).flatMap((entry) =>
    typeof entry === 'string'
      ? [entry]
      : // Only a build of the package itself asks for its source.
        Object.entries(entry).flatMap(([condition, file]) => (condition === 'source' ? [] : [file])),
  );
  const absent = files.filter((file) => !paths.includes(path.posix.normalize(file)));
  assert.deepEqual(absent, [], 'exported, and not in the tarball');
}

/**
 * Types that point out of the package, or to what is not in it, are none.
 * @param {string[]} paths
 */
function assertTypesResolve(paths) {
  const packed = new Set(paths);
  const dangling = paths
    .filter((file) => file.endsWith('.d.ts'))
    .flatMap((file) => specifiersIn(file).map((specifier) => ({ file, specifier })))
    .filter(({ specifier }) => specifier.startsWith('.'))
    .filter(({ file, specifier }) => {
      const target = path.posix.join(path.posix.dirname(file), specifier);
      return !packed.has(`${target}.d.ts`) && !packed.has(`${target}/index.d.ts`);
    });
  assert.deepEqual(dangling, []);
}

/**
 * What its documents link to is in the package.
 * @param {string[]} paths
 */
function assertLinks(paths) {
  const broken = paths
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...contentOf(file).matchAll(/\]\(([^)\s#:]+)(?:#[^)\s]*)?\)/g)].map(([, target = '']) => ({
        file,
        linked: path.posix.join(path.posix.dirname(file), target),
      })),
    )
    .filter(({ linked }) => !paths.some((one) => one === linked || one.startsWith(`${linked}/`)));
  assert.deepEqual(broken, []);
}

/**
 * Whoever installs the package gets what it requires, and no more.
 * @param {string[]} paths
 */
function assertDependencies(paths) {
  /** @type {unknown} */
  const manifest = JSON.parse(fs.readFileSync(path.join(PLUGIN, 'package.json'), 'utf8'));
  const { dependencies, peerDependencies } =
    /** @type {Record<'dependencies' | 'peerDependencies', Record<string, string>>} */ (manifest);
  const required = new Set(
    paths
      // The viewer is a browser's, and whole in itself.
      .filter((file) => /^(bin|dist\/(?!viewer\/)).*\.(js|mjs)$/.test(file))
      .flatMap(specifiersIn)
      .filter((specifier) => !specifier.startsWith('.') && !specifier.startsWith('node:'))
      .map((specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier)
      .filter((name) => !builtinModules.includes(name)),
  );
  const given = [...Object.keys(dependencies), ...Object.keys(peerDependencies)];
  assert.deepEqual(
    [...required].filter((name) => !given.includes(name)),
    [],
    'required, and in no package.json',
  );
  assert.deepEqual(
    Object.keys(dependencies).filter((name) => !required.has(name)),
    [],
    'installed, and never required',
  );
}

/** @type {(file: string) => string[]} Every module that a file of the package names. */
function specifiersIn(file) {
  const named = contentOf(file).matchAll(
    /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*)(["'])([@\w.][\w@./:-]*)\1/g,
  );
  return [...named].map(([, , specifier]) => specifier ?? '');
}

/** @type {(file: string) => string} */
const contentOf = (file) => fs.readFileSync(path.join(UNPACKED, file), 'utf8');

module.exports = { assertContent, assertDependencies, assertExports, assertLinks, assertTypesResolve, pack };
