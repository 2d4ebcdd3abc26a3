import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import dotenv from 'dotenv';
import { deploy, type Deployed } from '../support/deployed';

const NAMES = [
  'APP_KEYS',
  'API_TOKEN_SALT',
  'ADMIN_JWT_SECRET',
  'TRANSFER_TOKEN_SALT',
  'JWT_SECRET',
  'ENCRYPTION_KEY',
];
const COMPLETE = NAMES.map((name) => `${name}=old-${name}\n`).join('');

let deployed: Deployed;

beforeEach(() => {
  deployed = deploy();
});

/** Runs the script that `npm start`, `npm run token` and the others run first. */
const prepare = (env?: Record<string, string>) => deployed.run(process.execPath, ['scripts/prepare.js'], env);
const valuesOf = (text = '') => dotenv.parse(text);

describe('the secrets that a start makes (docs/settings.md)', () => {
  it('go to a new .env that only its owner can read, and are announced', async () => {
    const { code, output } = await prepare();
    expect(code).toBe(0);
    expect(output).toContain(`${deployed.envFile}: ${NAMES.join(', ')}.`);
    expect(output).not.toContain('WARNING');
    expect(Object.keys(valuesOf(deployed.secrets()))).toEqual(NAMES);
    expect(statSync(deployed.envFile).mode & 0o777).toBe(0o600);
    expect(readdirSync(deployed.folder)).not.toContain('.env.lock');
    const made = deployed.secrets();
    expect(await prepare()).toEqual({ code: 0, output: '' });
    expect(deployed.secrets()).toBe(made);
  });

  it.each(NAMES)(
    'an empty %s in the environment stops every program, and .env stays as it is',
    async (name) => {
      writeFileSync(deployed.envFile, COMPLETE);
      const sentence = `error: ${name} is empty in the environment: give it its value, or unset it, so that the one in ${deployed.envFile} counts.\n`;
      expect(await prepare({ [name]: '' })).toEqual({ code: 1, output: sentence });
      expect(deployed.secrets()).toBe(COMPLETE);
    },
  );

  it.each([
    ['npm', ['-s', 'start', '--', '--no-build']],
    ['npm', ['-s', 'run', 'token', '--', '--project', 'A']],
    ['npm', ['-s', 'run', 'demo', '--', '--once']],
    ['npm', ['-s', 'run', 'develop']],
  ])('%s %j is one of them', async (program, args) => {
    writeFileSync(deployed.envFile, COMPLETE);
    const { code, output } = await deployed.run(program, args, { API_TOKEN_SALT: '' });
    expect(code).toBe(1);
    expect(output).toContain(': API_TOKEN_SALT is empty in the environment');
    expect(output).not.toContain('    at ');
    expect(deployed.secrets()).toBe(COMPLETE);
  });

  it.each([
    ['empty', 'API_TOKEN_SALT=\n', 'API_TOKEN_SALT is empty in'],
    ['empty in quotes', 'export API_TOKEN_SALT=""\n', 'API_TOKEN_SALT is empty in'],
    ['with an empty key among others', 'APP_KEYS=a,,b\n', 'APP_KEYS is empty in'],
    ['of random bytes', Buffer.from([0x8f, 0x12, 0xff, 0x00, 0x3d, 0x0a]), 'is no text in UTF-8'],
    ['in UTF-16', Buffer.from('\ufeffAPI_TOKEN_SALT=x\n', 'utf16le'), 'is no text in UTF-8'],
    ['with a NUL', 'API_TOKEN_SALT=a\0b\n', 'is no text in UTF-8'],
    ['with a line of something else', 'A=b\n\n{"API_TOKEN_SALT": "x"}\n', 'line 3 is neither NAME=value'],
  ])('a .env that is %s is refused, and stays as it is', async (_what, content, sentence) => {
    writeFileSync(deployed.envFile, content);
    const { code, output } = await prepare();
    expect([code, output]).toEqual([1, expect.stringContaining(sentence)]);
    expect(output).toContain(deployed.envFile);
    expect(readFileSync(deployed.envFile)).toEqual(Buffer.from(content));
  });

  it.each([
    ['without a newline at its end', 'API_TOKEN_SALT=mine', '\n'],
    ['with the line ends of Windows', 'API_TOKEN_SALT=mine\r\nA=b\r\n', '\r\n'],
    ['with export', 'export API_TOKEN_SALT=mine\n', '\n'],
    ['with quotes, and a comment after them', `API_TOKEN_SALT='mine' # since May\n`, '\n'],
    ['with spaces', ' API_TOKEN_SALT = mine \n', '\n'],
    ['with a colon', 'API_TOKEN_SALT: mine\n', '\n'],
    ['with a comment of the same name', '# API_TOKEN_SALT=other\nAPI_TOKEN_SALT=mine\n', '\n'],
    ['with a value of two lines', 'KEY="a\nb=c"\nAPI_TOKEN_SALT=mine\n', '\n'],
  ])('a .env %s keeps what it has, and gets what it lacks', async (_what, content, newline) => {
    writeFileSync(deployed.envFile, content);
    expect(await prepare()).toMatchObject({ code: 0 });
    const text = deployed.secrets()!;
    expect(text.startsWith(content)).toBe(true);
    const added = text.slice(content.length);
    expect(added).not.toContain('API_TOKEN_SALT');
    expect(added.split(newline)).toHaveLength(NAMES.length + (content.endsWith('mine') ? 1 : 0));
    expect(valuesOf(text)).toMatchObject({
      ...valuesOf(content),
      ENCRYPTION_KEY: expect.stringMatching(/^[\w+/]{43}=$/),
    });
  });

  it('what the environment has is not made, and an empty line of .env below it does no harm', async () => {
    const content = COMPLETE.replace('old-API_TOKEN_SALT', '').replace(/^JWT_SECRET.*\n/m, '');
    writeFileSync(deployed.envFile, content);
    expect(await prepare({ API_TOKEN_SALT: 'x', JWT_SECRET: 'y' })).toEqual({ code: 0, output: '' });
    expect(deployed.secrets()).toBe(content);
  });

  it('a name that .env has twice is told', async () => {
    writeFileSync(deployed.envFile, `${COMPLETE}API_TOKEN_SALT=newer\n`);
    const { code, output } = await prepare();
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^WARNING: API_TOKEN_SALT is in .* more than once/),
    ]);
    expect(output).not.toContain('JWT_SECRET');
  });

  it('a directory is refused, a link is followed, and a place that cannot be written to is told', async () => {
    const elsewhere = path.join(deployed.folder, 'elsewhere.env');
    const folder = path.join(deployed.folder, 'folder');
    mkdirSync(folder);
    expect(await prepare({ ENV_PATH: folder })).toEqual({
      code: 1,
      output: `error: ${folder} can't be read (EISDIR); it must be a file of NAME=value lines.\n`,
    });
    writeFileSync(elsewhere, 'API_TOKEN_SALT=mine\n');
    symlinkSync(elsewhere, deployed.envFile);
    expect(await prepare()).toMatchObject({ code: 0 });
    expect(valuesOf(readFileSync(elsewhere, 'utf8'))).toMatchObject({ API_TOKEN_SALT: 'mine' });
    expect(await prepare({ ENV_PATH: '/proc/no.env' })).toEqual({
      code: 1,
      output: `error: /proc/no.env lacks secrets and can't be written (ENOENT): give ${NAMES.join(', ')} in the environment.\n`,
    });
  });

  it('starts at once make them once', async () => {
    const results = await Promise.all(Array.from({ length: 6 }, () => prepare()));
    expect(results.map(({ code }) => code)).toEqual(Array(6).fill(0));
    expect(results.filter(({ output }) => output !== '')).toHaveLength(1);
    expect(deployed.secrets()!.trimEnd().split('\n')).toHaveLength(NAMES.length);
  });

  it.each([
    ['a file of SQLite', {}, '.tmp/data.db'],
    ['another file of SQLite', { DATABASE_FILENAME: 'my.db' }, 'my.db'],
    ['an address', { DATABASE_URL: 'postgres://a@localhost/b' }, 'DATABASE_URL'],
    ['a client', { DATABASE_CLIENT: 'mysql' }, 'of mysql'],
  ])('are announced with a warning where there is a database already: %s', async (_what, env, named) => {
    mkdirSync(path.join(deployed.folder, '.tmp'));
    for (const name of ['.tmp/data.db', 'my.db']) writeFileSync(path.join(deployed.folder, name), '');
    const { code, output } = await prepare(env);
    expect(code).toBe(0);
    expect(output).toMatch(new RegExp(`WARNING: there is a database already, .*${named}\\.`));
  });
});

it('without secrets no other program starts the application, and none is written', async () => {
  const env = { NODE_ENV: 'production', ...valuesOf(COMPLETE), JWT_SECRET: '' };
  const { code, output } = await deployed.run('npx', ['strapi', 'start'], env);
  expect(code).toBe(1);
  expect(output).toContain('JWT_SECRET');
  expect(deployed.secrets()).toBeUndefined();
});
