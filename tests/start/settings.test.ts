import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { deploy, type Deployed } from '../support/deployed';

let deployed: Deployed;
beforeAll(async () => {
  deployed = deploy();
  await deployed.run(process.execPath, ['scripts/prepare.js']);
});

/** The text that a start prints when a setting has stopped it. */
async function refusal(env: Record<string, string>): Promise<string> {
  const { code, output } = await deployed.run(process.execPath, ['scripts/start.js', '--no-build'], env);
  expect([code, output]).toEqual([1, expect.stringMatching(/(^|\n)error: /)]);
  return output;
}

describe('a setting that is wrong stops npm start with one sentence', () => {
  it.each([
    ['PORT', 'abc', 'a whole number from 0 to 65535'],
    ['PORT', '70000', 'a whole number from 0 to 65535'],
    ['PORT', '-1', 'a whole number from 0 to 65535'],
    ['PORT', '80.5', 'a whole number from 0 to 65535'],
    ['PORT', '1337x', 'a whole number from 0 to 65535'],
    ['FLAG_NPS', 'yes', 'true or false'],
    ['FLAG_PROMOTE_EE', '1', 'true or false'],
    ['DATABASE_CONNECTION_TIMEOUT', '0', 'a whole number of at least 1'],
    ['DATABASE_SYNCHRONOUS', 'OFF', 'FULL or NORMAL'],
    ['DATABASE_SYNCHRONOUS', 'full', 'FULL or NORMAL'],
  ])('%s=%s', async (name, value, expected) => {
    expect(await refusal({ [name]: value })).toBe(`error: ${name} is "${value}": it must be ${expected}.\n`);
  });

  it.each([
    ['DATABASE_PORT', 'abc', 'a whole number from 1 to 65535'],
    ['DATABASE_PORT', '0', 'a whole number from 1 to 65535'],
    ['DATABASE_SSL', 'maybe', 'true or false'],
    ['DATABASE_POOL_MAX', 'x', 'a whole number of at least 1'],
    ['DATABASE_POOL_MIN', '-2', 'a whole number of at least 0'],
    ['DATABASE_CONNECTION_TIMEOUT', '1s', 'a whole number of at least 1'],
  ])('%s=%s, with PostgreSQL and with MySQL', async (name, value, expected) => {
    for (const client of ['postgres', 'mysql']) {
      expect(await refusal({ DATABASE_CLIENT: client, [name]: value })).toBe(
        `error: ${name} is "${value}": it must be ${expected}.\n`,
      );
    }
  });

  it('more connections at least than at most', async () => {
    const env = { DATABASE_CLIENT: 'postgres', DATABASE_POOL_MIN: '5', DATABASE_POOL_MAX: '4' };
    expect(await refusal(env)).toBe(
      'error: DATABASE_POOL_MIN is 5: DATABASE_POOL_MAX, which is 4, is less.\n',
    );
  });

  it.each([
    ['postgre://u:hidden@db/x', 'begins with postgre://'],
    ['foo://db/x', 'begins with foo://'],
    ['sqlite:///data.db', 'begins with sqlite://'],
    ['db.example/x', 'has no scheme'],
    ['postgres://u:hi#dden@db:abc/x', 'is no valid URL'],
  ])('DATABASE_URL=%s', async (url, problem) => {
    const sentence = await refusal({ DATABASE_URL: url });
    expect(sentence).toBe(
      `error: DATABASE_URL ${problem}: it must be postgres://, postgresql://, mysql://, mariadb://…, ` +
        'with special characters percent-encoded; SQLite is set by DATABASE_FILENAME.\n',
    );
  });

  it.each([
    [{ DATABASE_CLIENT: 'oracle' }, 'DATABASE_CLIENT is "oracle": it must be postgres, mysql, sqlite'],
    [{ DATABASE_CLIENT: 'toString' }, 'DATABASE_CLIENT is "toString": it must be'],
    [
      { DATABASE_CLIENT: 'sqlite', DATABASE_URL: 'postgres://u:p@db/x' },
      'DATABASE_CLIENT is "sqlite", and DATABASE_URL is an address of postgres: unset one of them.',
    ],
    [
      { DATABASE_CLIENT: 'mysql', DATABASE_URL: 'postgres://u:p@db/x' },
      'DATABASE_CLIENT is "mysql", and DATABASE_URL is an address of postgres: unset one of them.',
    ],
    [{ DATABASE_HOST: 'db' }, 'DATABASE_HOST is set, but nothing says of which database'],
    [{ DATABASE_PASSWORD: 'p' }, 'DATABASE_PASSWORD is set, but nothing says of which database'],
    [{ DATABASE_URL: 'mysql://u:100%@db/x' }, 'DATABASE_URL has a % that is no percent-encoding'],
  ])('%j', async (env, sentence) => {
    expect(await refusal(env as unknown as Record<string, string>)).toMatch(
      new RegExp(`^error: ${sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}.*\n$`),
    );
  });

  it.each([
    ['https://a.example/', 'https://a.example/'],
    ['https://a.example, b.example', 'b.example'],
    ['https://a.example,', ''],
    ['*,https://a.example', '*'],
    ['null', 'null'],
    ['ftp://a.example', 'ftp://a.example'],
  ])('CORS_ORIGINS=%s', async (value, named) => {
    expect(await refusal({ CORS_ORIGINS: value })).toBe(
      `error: CORS_ORIGINS has "${named}": it must be * alone, or origins such as https://app.example.com, ` +
        'without a path, separated by commas.\n',
    );
  });

  it("the plugin's own", async () => {
    const sentence = await refusal({ OPENAPI_PAGE: '1' });
    expect(sentence.split('\n').filter((line) => !line.includes('Shutting down'))).toEqual([
      'error: OPENAPI_PAGE (openapi.page) is "1": expected true or false.',
      '',
    ]);
  });

  it.each([
    ['nowhere.invalid', '(ENOTFOUND|EAI_AGAIN)'],
    ['[::1]', '(ENOTFOUND|EAI_AGAIN)'],
    ['192.0.2.1', 'EADDRNOTAVAIL'],
  ])('HOST=%s, before the database is touched', async (host, code) => {
    const sentence = await refusal({ HOST: host, PORT: '0', DATABASE_FILENAME: 'untouched.db' });
    const escaped = host.replace(/[.[\]]/g, '\\$&');
    expect(sentence).toMatch(
      new RegExp(`^error: HOST is "${escaped}", PORT is 0: nothing can listen there \\(${code}\\)\\.\n$`),
    );
    expect(readdirSync(deployed.folder)).not.toContain('untouched.db');
  });

  it.each(['999.1.1.1', 'a b', 'host:port'])('HOST=%s, which no URL can have', async (host) => {
    expect(await refusal({ HOST: host })).toBe(
      `error: HOST is "${host}": it must be an address or a name of this machine, such as 127.0.0.1.\n`,
    );
  });

  it('a PORT that another program has, before the database is touched', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const env = { HOST: '127.0.0.1', PORT: String(port), DATABASE_FILENAME: 'untouched.db' };
    expect(await refusal(env)).toBe(
      `error: HOST is "127.0.0.1", PORT is ${port}: nothing can listen there (EADDRINUSE).\n`,
    );
    expect(readdirSync(deployed.folder)).not.toContain('untouched.db');
    other.close();
  });

  it.each([
    ['src', 'SQLITE_CANTOPEN'],
    ['package.json', 'SQLITE_NOTADB'],
    ['package.json/data.db', '(EEXIST|ENOTDIR)'],
  ])('DATABASE_FILENAME=%s', async (name, code) => {
    const file = path.join(deployed.folder, name);
    expect(await refusal({ HOST: '127.0.0.1', DATABASE_FILENAME: name })).toMatch(
      new RegExp(
        `^error: DATABASE_FILENAME is "${file}": it can't be opened as a database of SQLite \\(${code}\\)\\.\n$`,
      ),
    );
  });
});

it('what is empty counts as not set', async () => {
  const empty = ['HOST', 'DATABASE_CLIENT', 'DATABASE_URL', 'DATABASE_HOST', 'FLAG_NPS', 'CORS_ORIGINS'];
  const running = await deployed.start(Object.fromEntries(empty.map((name) => [name, ''])));
  expect((await fetch(`${running.url}/_health`)).status).toBe(204);
  running.npm.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 0 });
});

it.each([
  ['npm start', ['scripts/start.js', '--no-build']],
  ['the command line', ['src/plugins/work-tracking/bin/strapi-work-tracking.js', 'project', 'list']],
])('an empty NODE_ENV is production: %s', async (_what, args) => {
  const folder = path.join(deployed.folder, 'dist/config/env/production');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'plugins.js'), "throw new Error('It is production.');");
  // Elsewhere than in production it would stop at the database.
  const env = { NODE_ENV: '', HOST: '127.0.0.1', DATABASE_FILENAME: 'src' };
  const { code, output } = await deployed.run(process.execPath, args, env);
  rmSync(folder, { recursive: true });
  expect([code, output]).toEqual([1, expect.stringContaining('It is production.')]);
});
