import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newProject, v1, type Api } from '../support/api';
import { createDatabase } from '../support/database';
import { told } from '../support/quota';
import { redisServer, type RedisServer } from '../support/redis-server';
import { SELF_SIGNED } from '../support/self-signed';
import { startServer, type OwnServer } from '../support/server';
import { makeFolder } from '../support/test-run';
import { strapiToken } from '../support/tokens';

const SHARED = 'Rate limits are shared over Redis at';
const ALONE = 'Rate limits are counted on this instance alone';

/** How often it has said so. */
const times = (server: OwnServer, text: string) => server.log().split(text).length - 1;

/** The ways of counting that it has logged, in order. */
const said = (server: OwnServer) =>
  Array.from(server.log().matchAll(/Rate limits are (shared|counted)/g), ([, how]) => how!);

/**
 * It says each change once, and has counted alone for a while before it shares again. A machine that has much other work
 * may keep Redis's answers for longer than the time limit, at the start or once more.
 * @param before what it had said already
 */
function expectToldOnce(server: OwnServer, before: readonly string[]): void {
  const all = said(server);
  const since = all.slice(before.length);
  expect(since.length).toBeGreaterThanOrEqual(2);
  expect(since.at(-1)).toBe('shared');
  expect(all.filter((how, index) => how === all[index - 1])).toEqual([]);
}

const remaining = async (api: Pick<Api, 'get'>) => told(await api.get('/tickets').expect(200)).remaining;

const LIMITS = {
  RATE_LIMIT_READS_PER_MINUTE: '100',
  RATE_LIMIT_WRITES_PER_MINUTE: '2',
  RATE_LIMIT_FAILED_AUTHENTICATION_PER_MINUTE: '2',
};

describe('two instances on one Redis', () => {
  let redis: RedisServer;
  let first: OwnServer;
  let second: OwnServer;
  let api: Api;
  let other: Pick<Api, 'get' | 'post'>;
  /** The ways of counting that each of the two had logged before the test. */
  let saidBefore: Map<OwnServer, string[]>;
  beforeAll(async () => {
    redis = await redisServer();
    await redis.start();
    const env = { ...LIMITS, REDIS_URL: redis.url };
    first = await startServer({ env });
    second = await startServer({ env, database: first.database });
    await Promise.all([first, second].map((server) => server.untilLogged(SHARED)));
  });
  beforeEach(async () => {
    // A token of its own, of which nothing is counted yet.
    api = await newProject(first);
    other = v1(second, api.token);
    saidBefore = new Map([first, second].map((server) => [server, said(server)]));
  });
  afterAll(async () => {
    await second.stop();
    await first.destroy();
    await redis.kill();
  });

  /** Resolves once they have said in this test how they count. */
  const untilSaid = (how: 'shared' | 'counted', servers = [first, second]) =>
    Promise.all(
      servers.map((server) => {
        const before = saidBefore.get(server)!.filter((earlier) => earlier === how).length;
        return server.untilLogged(how === 'shared' ? SHARED : ALONE, before + 1);
      }),
    );

  it('count together, under keys that expire', async () => {
    expect(await remaining(api)).toBe(99);
    expect(await remaining(other)).toBe(98);
    await api.post('/tickets', { title: 'A' }).expect(201);
    await other.post('/tickets', { title: 'A' }).expect(201);
    for (const { post } of [api, other]) {
      expect(told(await post('/tickets', { title: 'A' }).expect(429)).remaining).toBe(0);
    }
    await v1(first, 'wrong').get('/tickets').expect(401);
    await v1(second, 'wrong').get('/tickets').expect(401);
    for (const server of [first, second]) await v1(server, 'wrong').get('/tickets').expect(429);
    const keys = await redis.cli('keys', '*');
    expect(keys.map((key) => key.replace(/^work-tracking:[a-z0-9]+:/, '')).sort()).toEqual(
      expect.arrayContaining([
        'failed-authentication:127.0.0.1',
        expect.stringMatching(/^reads:token:\d+$/),
        expect.stringMatching(/^writes:token:\d+$/),
      ]),
    );
    for (const key of keys) {
      const [leftMs] = await redis.cli('pttl', key);
      // The probe of a connection may just have expired.
      if (leftMs === '-2') continue;
      expect(Number(leftMs)).toBeGreaterThan(0);
      expect(Number(leftMs)).toBeLessThanOrEqual(60_000);
    }
  });

  it('each counts alone while Redis is gone, and together when it is back; the log says each once', async () => {
    expect([await remaining(api), await remaining(other)]).toEqual([99, 98]);
    await redis.kill();
    await untilSaid('counted');
    expect([await remaining(api), await remaining(other)]).toEqual([99, 99]);
    expect([await remaining(api), await remaining(other)]).toEqual([98, 98]);
    await redis.start();
    await untilSaid('shared');
    expect([await remaining(api), await remaining(other)]).toEqual([99, 98]);
    for (const server of [first, second]) {
      expectToldOnce(server, saidBefore.get(server)!);
      expect(server.log()).not.toMatch(/\[ioredis\]|error:/);
    }
  });

  it('go on while Redis answers nothing', async () => {
    redis.pause();
    const answers = await Promise.all(Array.from({ length: 20 }, () => remaining(api)));
    expect(new Set(answers).size).toBe(20);
    expect(Math.min(...answers)).toBe(80);
    redis.resume();
    await untilSaid('shared', [first]);
    expectToldOnce(first, saidBefore.get(first)!);
    expect(first.log()).not.toMatch(/MaxListeners|\[ioredis\]|error:/);
  });

  it('go on while Redis refuses to count', async () => {
    expect([await remaining(api), await remaining(other)]).toEqual([99, 98]);
    await redis.cli('acl', 'setuser', 'default', '-eval', '-evalsha');
    expect([await remaining(api), await remaining(api), await remaining(other)]).toEqual([99, 98, 99]);
    await redis.cli('acl', 'setuser', 'default', '+eval', '+evalsha');
    await untilSaid('shared');
    for (const server of [first, second]) {
      expectToldOnce(server, saidBefore.get(server)!);
      expect(times(server, 'it answers NOPERM')).toBe(1);
    }
    expect([await remaining(api), await remaining(other)]).toEqual([97, 96]);
  });

  it('hang up when they stop', async () => {
    const connected = async () => (await redis.cli('client', 'list')).length - 1;
    expect(await connected()).toBe(2);
    await first.run((strapi) => strapi.plugin('work-tracking').destroy({ strapi }));
    expect(await connected()).toBe(1);
    expect(await remaining(api)).toBe(99);
    expect(said(first)).toEqual(saidBefore.get(first));
  });
});

it('applications with databases of their own do not count together', async () => {
  const redis = await redisServer();
  await redis.start();
  const env = { ...LIMITS, REDIS_URL: redis.url };
  const servers = [];
  for (const _application of [1, 2]) {
    servers.push(await startServer({ env, database: await createDatabase({ empty: true }) }));
  }
  for (const server of servers) {
    await server.untilLogged(SHARED);
    expect(await remaining(await newProject(server))).toBe(99);
    expect(told(await v1(server, 'wrong').get('/tickets').expect(401)).remaining).toBe(1);
  }
  const keys = await redis.cli('keys', '*:reads:*');
  expect(new Set(keys.map((key) => key.replace(/^work-tracking:[a-z0-9]+:/, ''))).size).toBe(1);
  expect(keys).toHaveLength(2);
  for (const server of servers) await server.destroy();
  await redis.kill();
});

describe('REDIS_URL', () => {
  /** The rights that a user needs, from docs/settings.md. */
  const RIGHTS = /`(\+eval [^`]+)` on `work-tracking:\*`/
    .exec(readFileSync(path.join(__dirname, '../../docs/settings.md'), 'utf8'))![1]!
    .split(/\s+/);
  const USER = [
    ...['--user', 'app', 'on', '>p@ss/word', '~work-tracking:*', ...RIGHTS],
    ...['--user', 'admin', 'on', '>admin', '~*', '+@all'],
    ...['--user', 'default', 'off'],
  ];
  const CREDENTIALS = 'app:p%40ss%2Fword';

  it('with a user, a password and a database, of a Redis that comes after the start', async () => {
    const redis = await redisServer(() => USER);
    const url = `redis://${CREDENTIALS}@127.0.0.1:${redis.port}/3`;
    const server = await startServer({ env: { ...LIMITS, REDIS_URL: url } });
    await server.untilLogged(ALONE);
    const api = await newProject(server);
    expect([await remaining(api), await remaining(api)]).toEqual([99, 98]);
    await redis.start();
    await server.untilLogged(SHARED);
    expect([await remaining(api), await remaining(api)]).toEqual([99, 98]);
    const reader = v1(server, (await strapiToken(server, api.projectKey, { type: 'read-only' })).accessKey);
    expect(told(await reader.post('/tickets', { title: 'A' }).expect(403)).remaining).toBe(2);
    const asAdmin = ['--no-auth-warning', '--user', 'admin', '--pass', 'admin'];
    expect(await redis.cli(...asAdmin, '-n', '3', 'keys', '*:reads:*')).toHaveLength(1);
    expect(await redis.cli(...asAdmin, '-n', '0', 'dbsize')).toEqual(['0']);
    expect([times(server, ALONE), times(server, SHARED)]).toEqual([1, 1]);
    expect(server.log()).not.toMatch(/p@ss|p%40ss|word|app:/);
    await server.destroy();
    await redis.kill();
  });

  it.each([
    ['a wrong password', 'app:hidden@', '', 'WRONGPASS'],
    ['no password', '', '', 'NOAUTH'],
    ['a database that Redis does not have', `${CREDENTIALS}@`, '/99', 'ERR'],
  ])('with %s: the service counts alone, and the log says why', async (_what, credentials, db, code) => {
    const redis = await redisServer(() => USER);
    await redis.start();
    const url = `redis://${credentials}127.0.0.1:${redis.port}${db}`;
    const server = await startServer({ env: { ...LIMITS, REDIS_URL: url } });
    await server.untilLogged(`it answers ${code}`);
    const api = await newProject(server);
    expect([await remaining(api), await remaining(api)]).toEqual([99, 98]);
    expect([times(server, ALONE), times(server, SHARED)]).toEqual([1, 0]);
    expect(server.log()).not.toMatch(/hidden|p@ss|p%40ss/);
    await server.destroy();
    await redis.kill();
  });

  it('with TLS, to a certificate that Node trusts', async () => {
    const folder = makeFolder('redis');
    const [key, cert] = ['key', 'cert'].map((name) => path.join(folder, `${name}.pem`)) as [string, string];
    writeFileSync(key, SELF_SIGNED.key);
    writeFileSync(cert, SELF_SIGNED.cert);
    const tls = ['--tls-cert-file', cert, '--tls-key-file', key, '--tls-auth-clients', 'no'];
    const redis = await redisServer((port) => ['--port', '0', '--tls-port', `${port}`, ...tls]);
    await redis.start();
    const env = { ...LIMITS, REDIS_URL: `rediss://localhost:${redis.port}` };
    const server = await startServer({ env: { ...env, NODE_EXTRA_CA_CERTS: cert } });
    await server.untilLogged(SHARED);
    expect(await remaining(await newProject(server))).toBe(99);
    expect(await redis.cli('--tls', '--cacert', cert, 'keys', '*:reads:*')).toHaveLength(1);
    const strict = await startServer({ env, database: server.database });
    await strict.untilLogged(`${ALONE} until Redis at localhost:${redis.port} is there: self-signed`);
    await strict.stop();
    await server.destroy();
    await redis.kill();
  });
});
