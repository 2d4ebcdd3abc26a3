'use strict';

// `npm run test:image`: does what the Dockerfile does, command by command, in a folder in place of a
// container, and uses what it starts: without development dependencies, as a user who may write only to the volumes,
// and with secrets from the environment.
const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const events = require('node:events');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { DockerfileParser } = require('dockerfile-ast');
const dotenv = require('dotenv');
const { APP_ROOT } = require('../prepare');
const { SECRET_NAMES } = require('../secrets');
const { copyRepository } = require('./copy-repository');
const { freePort } = require('./free-port');
const { check, checking } = require('./install/check');
const { run, STRANGERS_ENV } = require('./run');

const dockerfile = DockerfileParser.parse(fs.readFileSync(path.join(APP_ROOT, 'Dockerfile'), 'utf8'));

const instructions = dockerfile.getInstructions().map((instruction) => ({
  name: instruction.getKeyword(),
  words: instruction.getArgumentsContent() ?? '',
}));

/** @type {(name: string) => string[]} The words of the last instruction of this name, which are written as JSON. */
const wordsOf = (name) => {
  const { words } = instructions.findLast((instruction) => instruction.name === name) ?? { words: '' };
  /** @type {unknown} */
  const parsed = JSON.parse(words.slice(words.indexOf('[')));
  return /** @type {string[]} */ (parsed);
};

/** The commands of the first stage. */
const BUILD = instructions
  .slice(
    0,
    instructions.findLastIndex(({ name }) => name === 'FROM'),
  )
  .filter(({ name }) => name === 'RUN')
  .map(({ words }) => words);

/** Some user who is not root; whoever is not root already stays who they are. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** @param {string} directory a new one */
async function image(directory) {
  copyRepository(directory, '.dockerignore');
  for (const command of BUILD) {
    await check(`RUN ${command}`, () => run('sh', ['-c', command], { cwd: directory }));
  }
  for (const volume of wordsOf('VOLUME')) {
    const folder = path.join(directory, path.relative('/app', volume));
    fs.mkdirSync(folder, { recursive: true });
    if (NOBODY.uid) fs.chownSync(folder, NOBODY.uid, NOBODY.gid);
  }
  fs.chmodSync(directory, 0o755);
  await serve(directory);
}

/** @param {string} directory */
async function serve(directory) {
  const port = String(await freePort());
  const home = path.join(directory, '.tmp');
  /** @type {Record<string, string>} */
  const env = { ...STRANGERS_ENV, NODE_ENV: 'production', PORT: port, HOME: home };
  const options = { cwd: directory, env, ...NOBODY };
  /** @type {(words: string[]) => Promise<{ code: number | null, output: string }>} */
  const inContainer = async ([program = '', ...args]) => {
    const child = spawn(program, args, options);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)));
    await events.once(child, 'close');
    return { code: child.exitCode, output };
  };

  await check('it makes the secrets', async () => {
    env.ENV_PATH = path.join(home, 'secrets.env');
    assert.equal((await inContainer(['node', 'scripts/prepare.js'])).code, 0);
    // As Docker does with --env-file.
    Object.assign(env, dotenv.parse(fs.readFileSync(env.ENV_PATH)));
    delete env.ENV_PATH;
    assert.ok(SECRET_NAMES.every((name) => env[name]));
  });

  const [program = '', ...args] = wordsOf('CMD');
  const server = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  /** @type {Promise<unknown>} */
  const exit = events.once(server, 'exit');
  let log = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (log += String(chunk)));
  try {
    await check('CMD serves', async () => {
      while (!log.includes('Strapi started successfully')) {
        if (server.exitCode !== null) throw new Error(log);
        await Promise.race([events.once(server.stdout, 'data'), exit]);
      }
    });
    const url = `http://127.0.0.1:${port}`;
    await check('HEALTHCHECK finds it healthy', async () => {
      assert.deepEqual(await inContainer(wordsOf('HEALTHCHECK')), { code: 0, output: '' });
    });
    await check('the panel is there', async () => {
      assert.match(await (await fetch(`${url}/admin`)).text(), /<div id="strapi">/);
    });
    await check('a token can be issued, and files a ticket', async () => {
      const { output } = await inContainer(['npx', 'strapi-work-tracking', 'token', '--project', 'IMAGE']);
      const line = output.split('\n').find((one) => one.startsWith('{'));
      assert.ok(line, output);
      /** @type {unknown} */
      const issued = JSON.parse(line);
      const { token } = /** @type {{ token: string }} */ (issued);
      const answer = await fetch(`${url}/api/v1/tickets`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ title: 'From a container' }),
      });
      assert.equal(answer.status, 201);
    });
    await check('SIGTERM ends it with 0', async () => {
      server.kill('SIGTERM');
      await exit;
      assert.equal(server.exitCode, 0, log);
    });
  } finally {
    if (server.exitCode === null && server.signalCode === null) server.kill('SIGKILL');
  }
}

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'work-tracking-image-'));

checking('the image', () => image(directory)).then(
  () => {
    fs.rmSync(directory, { recursive: true, force: true });
    console.log('\nBuilt, started and used as the Dockerfile says.');
  },
  (/** @type {unknown} */ error) => {
    console.error(
      `\n${error instanceof Error ? error.message : String(error)}\n\nIt is left in ${directory}.`,
    );
    process.exitCode = 1;
  },
);
