import type { Test } from 'supertest';
import { fileDecision, fileTicket, newProject, v1, type Api } from '../support/api';
import { expectError } from '../support/errors';
import { told } from '../support/quota';
import { startServer, type OwnServer } from '../support/server';
import { strapiToken } from '../support/tokens';
import { newUser } from '../support/users';

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

  // Must be the last: without this table no write works.
  it('500', async () => {
    await server.run((strapi) =>
      strapi.db.connection.schema.dropTable('work_tracking_webhook_subscriptions'),
    );
    expect(told(await api.get('/webhooks/subscriptions').expect(500)).remaining).toBe(599);
  });
});

describe('with limits of one read and of two requests that fail to authenticate', () => {
  let server: OwnServer;
  let api: Api;
  beforeAll(async () => {
    server = await startServer({
      env: { RATE_LIMIT_READS_PER_MINUTE: '1', RATE_LIMIT_FAILED_AUTHENTICATION_PER_MINUTE: '2' },
    });
  });
  beforeEach(async () => {
    api = await newProject(server);
  });
  afterAll(() => server.destroy());

  it('a second read is 429, with the end of the window', async () => {
    await api.get('/tickets').expect(200);
    const headers = await expectError('rate_limited', api.get('/tickets'));
    expect(told({ headers })).toEqual({ policy: 'reads', limit: 1, remaining: 0 });
    expect(headers.ratelimit).toMatch(new RegExp(`t=${headers['retry-after']}$`));
  });

  it('those of an address are 429, while a good token of that address goes on', async () => {
    await expectError('unauthorized', v1(server, '').get('/tickets'));
    await expectError('unauthorized', v1(server, 'wrong').post('/tickets', { title: 'A' }));
    for (const bearer of ['', 'wrong', 'e30.e30.wrong']) {
      const headers = await expectError('rate_limited', v1(server, bearer).get('/tickets'));
      expect(told({ headers })).toEqual({ policy: 'failed-authentication', limit: 2, remaining: 0 });
      expect(headers.ratelimit).toMatch(new RegExp(`t=${headers['retry-after']}$`));
      expect(headers).not.toHaveProperty('www-authenticate');
    }
    expect(told(await api.get('/tickets').expect(200)).policy).toBe('reads');
  });
});
