'use strict';

// `npm run test:install`: packs the plugin, and has two new Strapi applications of somebody else's install it, one in
// TypeScript, one in JavaScript that moves its prefix; what the README of the plugin says is followed word for word.
// Two more install it from package.json alone, one by npm and one by pnpm, with a Strapi that is not the newest.
// `-- --strapi 5.45.0` takes another version of Strapi than this repository's.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { parseArgs } = require('node:util');
const { dependencies } = require('../../package.json');
const { check, checking } = require('./install/check');
const { Host } = require('./install/host');
const { behaviourOf, inDatabase, UNKNOWN_AT_V1 } = require('./install/host-behaviour');
const { checkCopies, checkPlugin } = require('./install/plugin-behaviour');
const { told } = require('./install/readme');
const {
  assertContent,
  assertDependencies,
  assertExports,
  assertLinks,
  assertTypesResolve,
  pack,
} = require('./install/tarball');
const { assertNothingLeft, relateToTickets, takeRelationOut } = require('./install/uninstall-check');

/**
 * How the plugin is turned on, and where v1 is then.
 * @typedef {{ entry: string, api: string }} Settings
 */

/** @type {Settings} */
const AS_IT_COMES = { entry: told('entry'), api: '/api/v1' };
/** @type {Settings} */
const WITH_A_PREFIX = { entry: told('entry with a prefix'), api: '/api/tracker/v1' };

/** Nothing of the host's is published that nobody has approved. */
const SIGN_OFF = { SIGN_OFF_PROJECT: 'DEMO', SIGN_OFF_TYPES: 'api::article.article=always' };

/** The version of Strapi by which the answers of a host are named; an older one may give others. */
const OURS = dependencies['@strapi/strapi'];

/** A version of Strapi that will never be the newest. */
const NOT_THE_NEWEST = '5.50.0';

/**
 * What installs an application from its package.json; pnpm gives each package only what its own package.json names.
 * @type {Record<string, [command: string, ...args: string[]]>}
 */
const INSTALLERS = {
  npm: ['npm', 'install', '--no-package-lock', '--no-audit', '--no-fund'],
  pnpm: ['npx', '--yes', 'pnpm@9', 'install', '--no-lockfile'],
};

/** The query for the plugin's tables, by the beginning of their names. */
const OUR_TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'work\\_tracking\\_%' ESCAPE '\\'`;

/**
 * All beside each other: much of it waits for npm.
 * @param {string} directory a new one
 * @param {string} version of Strapi
 */
async function install(directory, version) {
  const tarball = checking('the package', () => packIn(directory));
  const modules = path.join(directory, 'modules');
  const first = new Host(path.join(directory, 'typescript'), 'ts', version);
  const isInstalled = checking('TypeScript', () => create(first)).then(() => first.keepModules(modules));
  const second = new Host(path.join(directory, 'javascript'), 'js', version);
  const ended = await Promise.allSettled([
    tarball,
    isInstalled.then(() => checking('TypeScript', () => useIn(first, tarball, AS_IT_COMES))),
    isInstalled.then(() =>
      checking('JavaScript, and a prefix', async () => {
        await create(second, modules);
        await useIn(second, tarball, WITH_A_PREFIX);
      }),
    ),
    checking('no lockfile', () =>
      useUnlocked(directory, version === OURS ? NOT_THE_NEWEST : version, tarball),
    ),
  ]);
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed) throw /** @type {PromiseRejectedResult} */ (failed).reason;
}

/**
 * @param {string} directory
 * @returns {Promise<string>} the tarball
 */
async function packIn(directory) {
  const { file, paths } = await check('npm pack builds it', () => pack(directory));
  await check(
    'it has server, panel, types, command line, documents and their pictures, and nothing else',
    () => assertContent(paths),
  );
  await check('it has every file that it exports', () => assertExports(paths));
  await check('its types refer to nothing that is not in it', () => assertTypesResolve(paths));
  await check('its documents link to what is in it', () => assertLinks(paths));
  await check('it names what it requires, and nothing more', () => assertDependencies(paths));
  return file;
}

/**
 * @param {Host} host
 * @param {string} [modules] what another host has installed
 */
const create = (host, modules) => check('create-strapi-app makes an application', () => host.create(modules));

/**
 * @param {Host} host a new one
 * @param {Promise<string>} tarball
 * @param {Settings} settings
 */
async function useIn(host, tarball, { entry, api }) {
  await check('it builds', () => host.build());
  const before = await check('it starts', () =>
    host.serving((url) => behaviourOf(host, url, host.version === OURS)),
  );
  const sources = host.sources();
  host.keepBuild();

  const file = await tarball;
  relateToTickets(host);
  await check('the package is installed and turned on as its README says', () => host.install(file, entry));
  await check('it builds with the plugin', () => host.build());
  const token = await host.serving(async (url) => {
    const issued = await checkPlugin(host, url, api);
    await assertUnchanged(before, await behaviourOf(host, url), api === '/api/v1' ? [UNKNOWN_AT_V1] : []);
    return issued;
  }, SIGN_OFF);

  await takeRelationOut(host);
  await check('the package is taken out as its README says', () => host.uninstall(entry));
  await check('nothing of it is left in what the application is built from', () => {
    assert.deepEqual(host.sources(), sources);
    // So it was built already.
    host.restoreBuild();
  });
  await host.serving(async (url) => {
    await assertUnchanged(before, await behaviourOf(host, url), []);
    await check('a token of the plugin opens nothing any more', async () => {
      const headers = { Authorization: `Bearer ${token}` };
      assert.equal((await fetch(`${url}${api}/tickets`, { headers })).status, 404);
      assert.equal((await fetch(`${url}/api/articles`, { headers })).status, 403);
    });
    await check("the plugin's tables are gone, as its README says", () =>
      assert.deepEqual(inDatabase(host, OUR_TABLES), []),
    );
    await assertNothingLeft(host);
  });
  fs.rmSync(host.directory, { recursive: true, force: true });
}

/**
 * @param {string} directory
 * @param {string} version of Strapi
 * @param {Promise<string>} tarball
 */
async function useUnlocked(directory, version, tarball) {
  const file = await tarball;
  for (const [name, installer] of Object.entries(INSTALLERS)) {
    const host = new Host(path.join(directory, name), 'js', version);
    await check(`${name} installs package.json with Strapi ${version}`, () =>
      host.createUnlocked(file, AS_IT_COMES.entry, installer),
    );
    await host.serving((url) => checkCopies(host, url));
    fs.rmSync(host.directory, { recursive: true, force: true });
  }
}

/**
 * @param {Record<string, unknown>} before
 * @param {Record<string, unknown>} after
 * @param {string[]} without what need not be the same
 */
async function assertUnchanged(before, after, without) {
  for (const [name, expected] of Object.entries(before)) {
    if (!without.includes(name)) await check(name, () => assert.deepEqual(after[name], expected));
  }
}

const { values } = parseArgs({
  options: { strapi: { type: 'string', default: OURS } },
});
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'work-tracking-install-'));

install(directory, values.strapi).then(
  () => {
    fs.rmSync(directory, { recursive: true, force: true });
    console.log(`\nInstalled into Strapi ${values.strapi}, used and taken out again, twice.`);
  },
  (/** @type {unknown} */ error) => {
    console.error(
      `\n${error instanceof Error ? error.message : String(error)}\n\nIt is left in ${directory}.`,
    );
    process.exitCode = 1;
  },
);
