'use strict';

const { spawn } = require('node:child_process');
const { randomBytes } = require('node:crypto');
const events = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const { endWithUs } = require('../end-with-us');
const { freePort } = require('../free-port');
const { run, STRANGERS_ENV } = require('../run');
const { writeHostFiles } = require('./host-files');
const { told } = require('./readme');

/** @typedef {import('./host-files').Language} Language */
/** @typedef {import('node:stream').Readable} Readable */

const CREATE = [
  ...['--non-interactive', '--use-npm', '--dbclient', 'sqlite', '--dbfile', '.tmp/data.db'],
  ...['--skip-cloud', '--no-example', '--no-git-init', '--no-install', '--no-run'],
];

/** Strapi's own plugins that a host has beside those that it comes with. */
const PLUGINS = ['@strapi/i18n', '@strapi/plugin-graphql'];

/**
 * Strapi's own plugins take any 5.x of these as a peer: npm would install the newest beside the application's, and the
 * panel would have two stores.
 */
const PEERS = ['@strapi/admin', '@strapi/content-manager'];

/** Where `strapi build` puts what it makes: the server of a host in TypeScript, and the panel. */
const BUILT = ['dist', 'build'];

/** In node_modules. */
const INSTALLED_LIST = '.package-lock.json';

const BOOT_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 60_000;

/**
 * A Strapi application of somebody else's, with GraphQL and translated content, and a content type, routes and a user
 * role's permission of its own.
 */
class Host {
  /** @param {string} directory @param {Language} language @param {string} version of its Strapi */
  constructor(directory, language, version) {
    this.directory = directory;
    this.language = language;
    this.version = version;
  }

  /**
   * As `create-strapi-app` makes it, but for what is overridden, with a panel in English and German.
   * @param {string} [installed] what another host has installed: npm makes the difference to it
   */
  async create(installed) {
    await this.#make();
    await this.npm('pkg', 'set', ...PEERS.map((name) => `overrides.${name}=${this.version}`));
    if (installed) await this.#linkModules(installed, this.#modules);
    const plugins = PLUGINS.map((name) => `${name}@${this.version}`);
    await this.npm('install', '--no-audit', '--no-fund', ...plugins);
    writeHostFiles(this.directory, this.language);
    fs.writeFileSync(path.join(this.directory, `src/admin/app.${this.language}`), `${told('german')}\n`);
  }

  /**
   * As `create-strapi-app` makes it, with the plugin turned on, installed from package.json alone.
   * @param {string} tarball
   * @param {string} entry what config/plugins gets
   * @param {[command: string, ...args: string[]]} installer
   */
  async createUnlocked(tarball, entry, [command, ...args]) {
    await this.#make();
    await this.npm('pkg', 'set', `dependencies.strapi-plugin-work-tracking=file:${tarball}`);
    await run(command, args, { cwd: this.directory });
    this.#turnOn(entry);
  }

  /** The files of `create-strapi-app`; nothing is installed. */
  async #make() {
    const flag = this.language === 'ts' ? '--typescript' : '--javascript';
    // Not each version has one.
    const create = ['--yes', `create-strapi-app@<=${this.version}`, ...CREATE, flag, this.directory];
    await run('npx', create, { cwd: path.dirname(this.directory) });
    this.#takeVersion();
    this.#giveWhatIsUsual();
    // Without it, newer npm does not build the database's driver.
    await this.npm('pkg', 'set', 'allowScripts.better-sqlite3=true', '--json');
  }

  #takeVersion() {
    const file = path.join(this.directory, 'package.json');
    const made = fs.readFileSync(file, 'utf8');
    /** @type {unknown} */
    const manifest = JSON.parse(made);
    const { dependencies } = /** @type {{ dependencies: Record<string, string> }} */ (manifest);
    fs.writeFileSync(file, made.replaceAll(`"${dependencies['@strapi/strapi']}"`, `"${this.version}"`));
  }

  /** An older application gets the secret when it is developed for the first time, and has no plugin in config/plugins. */
  #giveWhatIsUsual() {
    const env = path.join(this.directory, '.env');
    const secret = `JWT_SECRET=${randomBytes(16).toString('base64')}`;
    if (!/^JWT_SECRET=/m.test(fs.readFileSync(env, 'utf8'))) fs.appendFileSync(env, `\n${secret}\n`);
    const plugins = fs.readFileSync(this.#plugins, 'utf8');
    fs.writeFileSync(this.#plugins, plugins.replace('({})', '({\n})'));
  }

  get #plugins() {
    return path.join(this.directory, `config/plugins.${this.language}`);
  }

  get #modules() {
    return path.join(this.directory, 'node_modules');
  }

  /** @param {string} directory where what is installed now is kept, whatever becomes of the host */
  keepModules(directory) {
    return this.#linkModules(this.#modules, directory);
  }

  /**
   * A copy of hard links: npm never writes into a file of a package, but for the list of what is installed.
   * @param {string} from
   * @param {string} to
   */
  async #linkModules(from, to) {
    await run('cp', ['--archive', '--link', '--no-target-directory', from, to], {
      cwd: path.dirname(this.directory),
    });
    const list = path.join(to, INSTALLED_LIST);
    fs.rmSync(list);
    fs.copyFileSync(path.join(from, INSTALLED_LIST), list);
  }

  /** @param {string[]} args */
  npm(...args) {
    return run('npm', args, { cwd: this.directory });
  }

  async build() {
    await run('npm', ['run', 'build'], { cwd: this.directory, env: { NODE_ENV: 'production' } });
  }

  /**
   * The sources of a build: the host's own files by their paths, and the installed packages' versions by their places.
   * @returns {Record<string, string>}
   */
  sources() {
    const own = ['package.json', 'config', 'src'].map((name) => path.join(this.directory, name));
    /** @type {Record<string, string>} */
    const sources = {};
    for (const entry of own) {
      for (const file of filesIn(entry)) sources[file] = fs.readFileSync(file, 'utf8');
    }
    /** @type {unknown} */
    const list = JSON.parse(fs.readFileSync(path.join(this.#modules, INSTALLED_LIST), 'utf8'));
    const { packages } = /** @type {{ packages: Record<string, { version: string }> }} */ (list);
    for (const [where, { version }] of Object.entries(packages)) sources[where] = version;
    return sources;
  }

  /** Puts aside what is built. */
  keepBuild() {
    for (const name of BUILT) {
      const directory = path.join(this.directory, name);
      if (fs.existsSync(directory)) fs.renameSync(directory, `${directory}.kept`);
    }
  }

  /** Puts what was put aside in the place of what is built. */
  restoreBuild() {
    for (const name of BUILT) {
      const directory = path.join(this.directory, name);
      fs.rmSync(directory, { recursive: true, force: true });
      if (fs.existsSync(`${directory}.kept`)) fs.renameSync(`${directory}.kept`, directory);
    }
  }

  /**
   * Installs the package and turns it on as its README says.
   * @param {string} tarball
   * @param {string} entry what config/plugins gets
   */
  async install(tarball, entry) {
    const [command = '', ...args] = told('install')
      .replace('strapi-plugin-work-tracking', tarball)
      .split(' ');
    await run(command, args, { cwd: this.directory });
    this.#turnOn(entry);
  }

  /** @param {string} entry what config/plugins gets */
  #turnOn(entry) {
    this.#editPlugins((config) => config.replace(/=> \(\{\n/, (start) => `${start}${entry}\n`));
  }

  /**
   * Takes it out again as its README says.
   * @param {string} entry what config/plugins has
   */
  async uninstall(entry) {
    this.#editPlugins((config) => config.replace(`${entry}\n`, ''));
    const [command = '', ...args] = told('uninstall').split(' ');
    await run(command, args, { cwd: this.directory });
  }

  /** @param {(config: string) => string} edit */
  #editPlugins(edit) {
    const before = fs.readFileSync(this.#plugins, 'utf8');
    const after = edit(before);
    if (after === before) throw new Error(`${this.#plugins} is not as it was expected:\n${before}`);
    fs.writeFileSync(this.#plugins, after);
  }

  /**
   * Runs it in production while `work` lasts.
   * @template Result
   * @param {(url: string) => Promise<Result>} work
   * @param {Record<string, string>} [settings] variables of its environment
   * @returns {Promise<Result>}
   * @throws Error with its log, when it does not start, `work` fails, or it does not stop
   */
  async serving(work, settings = {}) {
    const port = await freePort();
    const server = spawn('npm', ['run', 'start'], {
      cwd: this.directory,
      env: {
        ...STRANGERS_ENV,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(port),
        // The receiver is on this machine.
        DELIVERY_ALLOWED_NETWORKS: '127.0.0.0/8',
        ...settings,
      },
      // npm and what it starts are stopped together.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    endWithUs(server);
    let log = '';
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (log += String(chunk)));
    try {
      await logged(server, () => log, 'Strapi started successfully');
      const result = await work(`http://127.0.0.1:${port}`);
      await stop(server);
      return result;
    } catch (error) {
      if (server.exitCode === null && server.signalCode === null)
        process.kill(-Number(server.pid), 'SIGKILL');
      throw new Error(`${error instanceof Error ? error.stack : String(error)}\n\nThe host's log:\n${log}`);
    }
  }
}

/** @type {(entry: string) => string[]} */
const filesIn = (entry) =>
  fs.statSync(entry).isDirectory()
    ? fs.readdirSync(entry).flatMap((name) => filesIn(path.join(entry, name)))
    : [entry];

/**
 * @param {import('node:child_process').ChildProcessByStdio<null, Readable, Readable>} server
 * @param {() => string} log
 * @param {string} text
 */
async function logged(server, log, text) {
  const signal = AbortSignal.timeout(BOOT_TIMEOUT_MS);
  const ended = new AbortController();
  server.once('exit', () => ended.abort());
  try {
    while (!log().includes(text)) {
      await events.once(server.stdout, 'data', { signal: AbortSignal.any([signal, ended.signal]) });
    }
  } catch {
    throw new Error(
      ended.signal.aborted ? 'The host ended before it was up.' : 'The host is not up in time.',
    );
  }
}

/** @param {import('node:child_process').ChildProcess} server */
async function stop(server) {
  const exit = events.once(server, 'exit', { signal: AbortSignal.timeout(STOP_TIMEOUT_MS) });
  process.kill(-Number(server.pid), 'SIGTERM');
  await exit;
}

module.exports = { Host };
