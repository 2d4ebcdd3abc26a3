import path from 'node:path';
import supertest, { type Test } from 'supertest';
import { fileDecision, fileTicket, newProject, v1, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { expectError } from '../support/errors';
import { told } from '../support/quota';
import { startServer, type OwnServer } from '../support/server';
import { strapiToken } from '../support/tokens';
import { newUser } from '../support/users';

const SKEWED_CLOCK = path.join(__dirname, '../support/skewed-clock.js');

const LIMITS = {
  RATE_LIMIT_READS_PER_MINUTE: '600',
  RATE_LIMIT_WRITES_PER_MINUTE: '300',
  RATE_LIMIT_FAILED_AUTHENTICATION_PER_MINUTE: '30',
};

describe('every answer says what is left (specification 9)', () => {
  let server: OwnServer;
  let api: Api;
  beforeAll(async () => {
    server = await startServer({ env: LIMITS });
  });
  beforeEach(async () => {
    api = await newProject(server);
  });
  afterAll(() => server.destroy());

  it('one request after the other, reads and writes apart', async () => {
    for (const remaining of [599, 598, 597]) {
      expect(told(await api.get('/tickets').expect(200))).toEqual({ policy: 'reads', limit: 600, remaining });
    }
    for (const remaining of [299, 298]) {
      const answer = await api.post('/tickets', { title: 'A' }).expect(201);
      expect(told(answer)).toEqual({ policy: 'writes', limit: 300, remaining });
    }
    const other = await newProject(server);
    expect(told(await other.get('/tickets')).remaining).toBe(599);
  });

  it('200, 201, 304, 400, 404, 409, 412, 413, 415', async () => {
    const ticket = await fileTicket(api);
    const { slug } = await fileDecision(api);
    const one = `/tickets/${ticket.id}`;
    const answers: [number, string, Test][] = [
      [200, 'reads', api.get(one)],
      [304, 'reads', api.get(one).set('If-None-Match', '"1"')],
      [400, 'reads', api.get('/tickets?nothing=1')],
      [404, 'reads', api.get('/tickets/nothing')],
      [201, 'writes', api.post('/tickets', { title: 'A' })],
      [200, 'writes', api.patch(one, { priority: 'P0' })],
      [400, 'writes', api.post('/tickets', {})],
      [409, 'writes', api.post('/decisions', { slug, title: 'A' })],
      [412, 'writes', api.patch(one, { priority: 'P1' }).set('If-Match', '"1"')],
      [413, 'writes', api.post('/tickets', { title: 'x'.repeat(2_000_000) })],
      [415, 'writes', api.post('/tickets').type('text/plain').send('A')],
    ];
    const left: Record<string, number> = { reads: 600, writes: 298 };
    for (const [status, policy, request] of answers) {
      const answer = await request;
      const remaining = (left[policy]! -= 1);
      expect([answer.status, told(answer)]).toEqual([status, expect.objectContaining({ policy, remaining })]);
    }
  });

  it('the answer to a repeated request', async () => {
    const send = () => api.post('/tickets', { title: 'A' }).set('Idempotency-Key', 'mine').expect(201);
    expect(told(await send()).remaining).toBe(299);
    const again = await send();
    expect([again.headers['idempotent-replayed'], told(again).remaining]).toEqual(['true', 298]);
  });

  it('500', async () => {
    const own = await startServer({ env: LIMITS });
    const mine = await newProject(own);
    await own.run((strapi) => strapi.db.connection.schema.dropTable('work_tracking_webhook_subscriptions'));
    expect(told(await mine.get('/webhooks/subscriptions').expect(500)).remaining).toBe(599);
    await own.destroy();
  });

  it('403, which is not counted', async () => {
    const unbound = v1(server, (await strapiToken(server, null, { type: 'full-access' })).accessKey);
    const reader = await strapiToken(server, api.projectKey, { type: 'read-only' });
    const user = await newUser(server, api.projectKey, []);
    for (const _time of [1, 2]) {
      const unassigned = await unbound.get('/tickets').expect(403);
      expect(told(unassigned)).toEqual({ policy: 'reads', limit: 600, remaining: 600 });
      const forbidden = await v1(server, reader.accessKey).post('/tickets', { title: 'A' }).expect(403);
      expect(told(forbidden)).toEqual({ policy: 'writes', limit: 300, remaining: 300 });
      expect(told(await v1(server, user.jwt).get('/tickets').expect(403)).remaining).toBe(600);
    }
    await v1(server, reader.accessKey).get('/tickets').expect(200);
    expect(told(await v1(server, reader.accessKey).get('/tickets').expect(200)).remaining).toBe(598);
  });

  it('404 and 405 without a caller name the limits, and count nothing', async () => {
    for (const request of [api.get('/nothing').expect(404), api.delete('/tickets').expect(405)]) {
      const { headers } = await request;
      expect(headers['ratelimit-policy']).toBe('"reads";q=600;w=60, "writes";q=300;w=60');
      expect(headers).not.toHaveProperty('ratelimit');
    }
    expect(told(await api.get('/tickets')).remaining).toBe(599);
  });

  it('401, by the limit of the address', async () => {
    const remaining = [];
    for (const bearer of ['', 'f'.repeat(256), 'e30.e30.wrong']) {
      remaining.push(told(await v1(server, bearer).get('/tickets').expect(401)));
    }
    expect(remaining).toEqual(
      [29, 28, 27].map((left) => ({ policy: 'failed-authentication', limit: 30, remaining: left })),
    );
  });

  it('429, with the end of the window', async () => {
    const own = await startServer({ env: { RATE_LIMIT_READS_PER_MINUTE: '1' } });
    const mine = await newProject(own);
    await mine.get('/tickets').expect(200);
    const headers = await expectError('rate_limited', mine.get('/tickets'));
    expect(told({ headers })).toEqual({ policy: 'reads', limit: 1, remaining: 0 });
    expect(headers.ratelimit).toMatch(new RegExp(`t=${headers['retry-after']}$`));
    await own.destroy();
  });

  it('the window ends within its minute after the clock of the host was set back', async () => {
    const own = await startServer({
      env: { NODE_OPTIONS: `--require ${SKEWED_CLOCK}`, SKEW_MS: '0', RATE_LIMIT_READS_PER_MINUTE: '1' },
    });
    const mine = await newProject(own);
    await mine.get('/tickets').expect(200);
    await own.run(() => void (process.env.SKEW_MS = String(-60 * 60 * 1000)));
    const headers = await expectError('rate_limited', mine.get('/tickets'));
    expect(told({ headers })).toMatchObject({ remaining: 0 });
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    await own.destroy();
  });

  it('a limit that is off has no header', async () => {
    const off = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, '0']));
    const own = await startServer({ env: off });
    const mine = await newProject(own);
    const answers = [mine.get('/tickets'), mine.post('/tickets', {}), mine.get('/nothing')];
    for (const request of [...answers, v1(own, '').get('/tickets')]) {
      const { headers } = await request;
      expect(headers).not.toHaveProperty('ratelimit');
      expect(headers).not.toHaveProperty('ratelimit-policy');
    }
    await own.destroy();
  });
});

describe('requests that fail to authenticate are limited for their address', () => {
  const TWO = { RATE_LIMIT_FAILED_AUTHENTICATION_PER_MINUTE: '2' };

  /** Asks with a wrong token, through a proxy that names the client. @returns the status */
  const failFrom = async (server: OwnServer, client: string) => {
    const request = supertest(`${server.url}/api/v1`).get('/tickets').set('Authorization', 'Bearer wrong');
    return (await request.set('X-Forwarded-For', client)).status;
  };

  it('then they are 429, while a good token of that address goes on', async () => {
    const server = await startServer({ env: TWO });
    const api = await newProject(server);
    await expectError('unauthorized', v1(server, '').get('/tickets'));
    await expectError('unauthorized', v1(server, 'wrong').post('/tickets', { title: 'A' }));
    for (const bearer of ['', 'wrong', 'e30.e30.wrong']) {
      const headers = await expectError('rate_limited', v1(server, bearer).get('/tickets'));
      expect(told({ headers })).toEqual({ policy: 'failed-authentication', limit: 2, remaining: 0 });
      expect(headers.ratelimit).toMatch(new RegExp(`t=${headers['retry-after']}$`));
      expect(headers).not.toHaveProperty('www-authenticate');
    }
    expect(told(await api.get('/tickets').expect(200)).policy).toBe('reads');
    await server.destroy();
  });

  it('without a proxy its header names nobody', async () => {
    const server = await startServer({ env: TWO });
    const statuses = [];
    for (const client of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      statuses.push(await failFrom(server, client));
    }
    expect(statuses).toEqual([401, 401, 429]);
    await server.destroy();
  });

  it('behind a proxy they are those of its clients: an IPv4 address, or the /64 of an IPv6 one', async () => {
    const server = await startServer({ env: { ...TWO, ...builtWith({ server: { proxy: { koa: true } } }) } });
    const clients: [string, number][] = [
      ['203.0.113.1', 401],
      ['::ffff:203.0.113.1', 401],
      ['203.0.113.1, 198.51.100.1', 429],
      ['203.0.113.2', 401],
      ['2001:db8:0:1::1', 401],
      ['2001:db8:0:1:ffff::2', 401],
      ['2001:0db8:0000:0001::3', 429],
      ['2001:db8:0:2::1', 401],
      // A text that is no address counts for the proxy's own.
      ['unknown', 401],
      ['_hidden', 401],
      ['127.0.0.1', 429],
    ];
    const statuses = [];
    for (const [client] of clients) statuses.push([client, await failFrom(server, client)]);
    expect(statuses).toEqual(clients);
    await server.destroy();
  });
});
