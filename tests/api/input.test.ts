import supertest from 'supertest';
import { ROUTES } from '../../src/plugins/work-tracking/server/src/v1/routes';
import { asDescribed, fileDecision, fileTicket, newProject, type Api } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  api = await newProject(server);
});
afterAll(() => server.release());

/** A route's path with an id in it. */
const at = (path: string, id: string) => path.replace(':id', id);

describe('unknown input is refused by name (specification 8)', () => {
  it.each(ROUTES.map((route) => [route.method, route.path] as const))(
    '%s %s: parameters',
    async (method, path) => {
      const verb = method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete';
      const answer = await api[verb](
        `${at(path, 'abcdefghijklmnopqrstuvwx')}?bogus=1&limit=&limit=2`,
        undefined,
      );
      expect(answer.status).toBe(400);
      expect(answer.body.error).toBe('validation_failed');
      const [bogus, limit] = answer.body.details;
      expect(bogus).toMatchObject({ path: 'bogus', code: 'unknown_parameter', accepted: expect.any(Array) });
      expect(limit).toMatchObject({
        path: 'limit',
        code: expect.stringMatching(/^(unknown|repeated)_parameter$/),
      });
    },
  );

  it.each([
    ['limit=0', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1e2', 'limit'],
    ['limit', 'limit'],
    ['limit=', 'limit'],
    ['limit[]=1', 'limit[]'],
    ['limit=1&limit=1', 'limit'],
    ['type=%00', 'type'],
  ])('GET /tickets?%s', async (query, path) => {
    const { body } = await api.get(`/tickets?${query}`).expect(400);
    expect(body).toMatchObject({ error: 'validation_failed', details: [{ path }] });
  });

  it.each(['offset=-1', 'offset=x', 'offset=1.5', 'limit=0'])('GET /decisions?%s', async (query) => {
    const { body } = await api.get(`/decisions?${query}`).expect(400);
    expect(body).toMatchObject({ error: 'validation_failed', details: [{ path: query.split('=')[0] }] });
  });

  it.each([5, null, ['P0'], {}])('lists the priorities beside the details of %j', async (priority) => {
    const { id } = await fileTicket(api);
    for (const answer of [
      await api.post('/tickets', { title: 'T', priority }),
      await api.patch(`/tickets/${id}`, { priority }),
    ]) {
      expect([answer.status, answer.body]).toEqual([
        400,
        expect.objectContaining({
          error: 'validation_failed',
          details: [expect.objectContaining({ path: 'priority', code: 'invalid_type' })],
          valid_priorities: ['P0', 'P1', 'P2', 'P3'],
        }),
      ]);
    }
  });

  it('lists the priorities beside the details', async () => {
    const expected = {
      error: 'validation_failed',
      details: [{ path: 'priority' }],
      valid_priorities: ['P0', 'P1', 'P2', 'P3'],
    };
    expect((await api.post('/tickets', { title: 'T', priority: 'P9' }).expect(400)).body).toMatchObject(
      expected,
    );
    expect((await api.get('/tickets?priority=p0').expect(400)).body).toMatchObject(expected);
    const ticket = await fileTicket(api);
    expect((await api.patch(`/tickets/${ticket.id}`, { priority: '' }).expect(400)).body).toMatchObject(
      expected,
    );
  });

  const RECORD_FIELDS = ['id', 'project_key', 'venture_key', 'version', 'created_at', 'updated_at'];

  it.each([
    ['POST /tickets', [...RECORD_FIELDS, 'status', 'synced_at']],
    ['PATCH /tickets', [...RECORD_FIELDS, 'synced_at']],
    ['POST /decisions', [...RECORD_FIELDS, 'doc_type', 'status']],
    ['PATCH /decisions', [...RECORD_FIELDS, 'doc_type', 'slug', 'status']],
    ['POST /webhooks/subscriptions', ['id', 'tenant_id', 'active', 'created_at', 'updated_at']],
  ])('%s: read-only and unknown fields', async (name, readOnly) => {
    const [method, path] = name.split(' ') as [string, string];
    const fields = Object.fromEntries([...readOnly, 'bogus'].map((field) => [field, 'x']));
    const target = {
      tickets: () => fileTicket(api),
      decisions: () => fileDecision(api),
    }[path.slice(1)];
    const answer =
      method === 'POST'
        ? await api.post(path, fields)
        : await api.patch(`${path}/${(await target!()).id}`, fields);
    expect(answer.status).toBe(400);
    const found = Object.fromEntries(
      answer.body.details
        .filter(({ accepted }: { accepted?: string[] }) => accepted)
        .map(({ path: field, code }: { path: string; code: string }) => [field, code]),
    );
    expect(found).toEqual({
      ...Object.fromEntries(readOnly.map((field) => [field, 'read_only'])),
      bogus: 'unknown_field',
    });
  });

  it.each([
    ['title', ''],
    ['title', null],
    ['title', 7],
    ['title', 'x'.repeat(256)],
    ['title', 'nul \u0000'],
    ['priority', null],
    ['status', null],
    ['status', 7],
    ['frontmatter', null],
    ['frontmatter', []],
    ['frontmatter', 'text'],
    ['type', ''],
    ['type', 'x'.repeat(65)],
    ['effort', 7],
    ['body', {}],
  ])('PATCH refuses %s: %j', async (field, value) => {
    const ticket = await fileTicket(api);
    const { body } = await api.patch(`/tickets/${ticket.id}`, { [field]: value }).expect(400);
    expect(body).toMatchObject({ error: 'validation_failed', details: [{ path: field }] });
    expect((await api.get(`/tickets/${ticket.id}`)).body.ticket).toEqual(ticket);
  });

  it('refuses text that a database can not store, however deep', async () => {
    const { body } = await api
      .post('/tickets', { title: 'T', frontmatter: { a: [{ b: 'half \ud800' }] } })
      .expect(400);
    expect(body.details).toMatchObject([{ path: 'frontmatter.a.0.b', code: 'invalid_characters' }]);
  });

  it('refuses what is nested beyond measure', async () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const send = (levels: number) =>
      asDescribed(
        server,
        supertest(`${server.url}/api/v1`)
          .post('/tickets')
          .set('Authorization', `Bearer ${api.token}`)
          .set('Content-Type', 'application/json')
          .send(`{"title":"T","frontmatter":{"a":${nested(levels)}}}`),
        '/tickets',
      );
    await send(29).expect(201);
    for (const levels of [30, 100_000]) {
      const { body } = await send(levels).expect(400);
      expect(body.details).toMatchObject([{ path: 'frontmatter', code: 'too_deep' }]);
    }
  });

  it('takes a missing body for an empty one', async () => {
    const ticket = await fileTicket(api);
    expect((await api.patch(`/tickets/${ticket.id}`).expect(200)).body.ticket).toEqual(ticket);
    expect((await api.post('/tickets').expect(400)).body.details).toMatchObject([{ path: 'title' }]);
  });
});

describe('headers', () => {
  it('security headers are on errors too', async () => {
    const nothing = supertest(`${server.url}/api/v1`).get('/nothing');
    const { headers } = await asDescribed(server, nothing, '/nothing');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it("leaves errors outside of v1 in Strapi's form", async () => {
    const { status, body } = await supertest(server.url).get('/api/elsewhere');
    expect(status).toBe(404);
    expect(body).toMatchObject({ data: null, error: { status: 404 } });
  });
});
