import supertest from 'supertest';
import { API_ERRORS } from '../../src/plugins/work-tracking/server/src/errors';
import { ROUTES } from '../../src/plugins/work-tracking/server/src/v1/routes';
import { fileDecision, fileTicket, newProject, subscribe, ticketIn, v1, type Api } from '../support/api';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
let api: Api;

beforeAll(async () => {
  server = await startServer();
  api = await newProject(server);
});
afterAll(() => server.destroy());

/** A route's path with an id in it. */
const at = (path: string, id: string) => path.replace(':id', id);

describe('ids of others (gaps.md, Requests and answers: 404)', () => {
  const routesWithId = ROUTES.filter(({ path }) => path.includes(':id'));

  it.each(routesWithId.map((route) => [route.method, route.path] as const))(
    '%s %s answers for another project as for none',
    async (method, path) => {
      const other = await newProject(server);
      const foreign = {
        tickets: (await fileTicket(other)).id,
        decisions: (await fileDecision(other)).id,
        webhooks: (await subscribe(other, 'http://127.0.0.1:9/hook')).id,
      };
      const id = Object.entries(foreign).find(([name]) => path.startsWith(`/${name}`))![1];
      const send = (target: string) => {
        const http = supertest(`${server.url}/api/v1`);
        const verb = method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete';
        const test = http[verb](at(path, target)).set('Authorization', `Bearer ${api.token}`);
        return method === 'PATCH' || method === 'POST' ? test.send({}) : test;
      };
      const answers = [];
      for (const target of [id, 'abcdefghijklmnopqrstuvwx', 'x', '%00', '%E0%A4%A', '..%2f', 'x'.repeat(300)]) {
        const { status, body, headers } = await send(target);
        const { date: _date, ...stable } = headers;
        answers.push({ status, body, headers: stable });
      }
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(answers[0]).toMatchObject({ status: 404, body: { error: 'not_found' } });
      expect((await other.get(path.startsWith('/webhooks') ? '/webhooks/subscriptions' : at(path.split('/resolve')[0]!, id)))
        .status).toBe(200);
    },
  );
});

describe('every error code (gaps.md, Requests and answers)', () => {
  const seen = new Set<string>();

  async function expectError(code: keyof typeof API_ERRORS, test: supertest.Test, rest: object = {}) {
    const { status, body, headers } = await test;
    expect({ status, body }).toEqual({
      status: API_ERRORS[code].status,
      body: { error: code, message: expect.any(String), ...rest },
    });
    expect(headers['content-type']).toMatch(/^application\/json/);
    seen.add(code);
    return headers;
  }

  const raw = (method: 'post' | 'patch', path: string, type: string, body: string) =>
    supertest(`${server.url}/api/v1`)
      [method](path)
      .set('Authorization', `Bearer ${api.token}`)
      .set('Content-Type', type)
      .send(body);

  it('validation_failed', () =>
    expectError('validation_failed', api.post('/tickets', {}), {
      details: [{ path: 'title', code: 'invalid_type', message: expect.any(String) }],
    }));

  it('unknown_status, in a body and in filters', async () => {
    const ticket = await fileTicket(api);
    const valid = { valid_statuses: ['open', 'in_progress', 'blocked', 'in_review', 'done', 'cancelled'] };
    await expectError('unknown_status', api.patch(`/tickets/${ticket.id}`, { status: 'new' }), valid);
    await expectError('unknown_status', api.patch(`/tickets/${ticket.id}`, { status: '' }), valid);
    await expectError('unknown_status', api.get('/tickets?status=new'), valid);
    await expectError('unknown_status', api.get('/decisions?status=done'), { valid_statuses: ['open', 'resolved'] });
  });

  it('unknown_event_type', () =>
    expectError(
      'unknown_event_type',
      api.post('/webhooks/subscriptions', { url: 'http://a.example', secret: 's', event_types: ['ticket.gone'] }),
      { valid_event_types: ['ticket.created', 'ticket.updated', 'decision.resolved', 'audit.event'] },
    ));

  it('unknown_option', async () => {
    const decision = await fileDecision(api, { frontmatter: { options: [{ id: 'a', title: 'A' }] } });
    await expectError(
      'unknown_option',
      api.post(`/decisions/${decision.id}/resolve`, { status: 'x', option_id: 'b' }),
      { valid_options: ['a'] },
    );
  });

  it('invalid_cursor', () => expectError('invalid_cursor', api.get('/tickets?cursor=abc')));

  it.each(['{"title":', '{"title": "a",}', "{'title': 'a'}", 'title=a', '{"title":"a"}{}'])('invalid_json for %s', (text) =>
    expectError('invalid_json', raw('post', '/tickets', 'application/json', text)).then(() => undefined),
  );

  it.each(['"text"', '7', 'true', 'null', '[]', '[{"title":"a"}]'])('validation_failed for the JSON %s', (text) =>
    expectError('validation_failed', raw('post', '/tickets', 'application/json', text), {
      details: [{ path: '', code: 'invalid_type', message: expect.any(String) }],
    }).then(() => undefined),
  );

  it('unauthorized', async () => {
    for (const bearer of ['', 'wrong', 'a.b.c', api.token.slice(1)]) {
      const headers = await expectError('unauthorized', v1(server, bearer).get('/tickets'));
      expect(headers['www-authenticate']).toBe('Bearer');
    }
    const basic = supertest(`${server.url}/api/v1`).get('/tickets').set('Authorization', `Basic ${api.token}`);
    await expectError('unauthorized', basic);
  });

  it('insufficient_scope, before the record is looked for', async () => {
    const reader = await newProject(server, { access: 'read-only' });
    await expectError('insufficient_scope', reader.patch('/tickets/abcdefghijklmnopqrstuvwx', {}));
    await expectError('insufficient_scope', reader.post('/tickets', {}));
  });

  it('project_not_assigned', async () => {
    const accessKey = await server.run(async (strapi) => {
      const token = await strapi
        .service('admin::api-token-content-api')
        .create({ name: 'Unbound', kind: 'content-api', type: 'full-access', lifespan: null });
      return token.accessKey as string;
    });
    await expectError('project_not_assigned', v1(server, accessKey).get('/tickets'));
  });

  it.each(['', '/nothing', '/tickets/a/b', '/decisions/a/resolve/b', '/webhooks', '/webhooks/subscriptions/a/b'])(
    'not_found at %j, with and without a token',
    async (path) => {
      await expectError('not_found', api.get(path));
      await expectError('not_found', v1(server, '').get(path));
      await expectError('not_found', raw('post', path, 'application/json', '{bad'));
    },
  );

  it('method_not_allowed, with Allow', async () => {
    const allow = async (test: supertest.Test) => {
      const headers = await expectError('method_not_allowed', test);
      return headers.allow!.split(', ').sort();
    };
    const http = supertest(`${server.url}/api/v1`);
    expect(await allow(http.put('/tickets').send({}))).toEqual(['GET', 'HEAD', 'POST']);
    expect(await allow(api.post('/tickets/abc', {}))).toEqual(['DELETE', 'GET', 'HEAD', 'PATCH']);
    expect(await allow(api.get('/webhooks/subscriptions/abc'))).toEqual(['DELETE']);
    expect(await allow(api.get('/decisions/abc/resolve'))).toEqual(['POST']);
  });

  it('invalid_transition', async () => {
    const ticket = await ticketIn(api, 'done');
    await expectError('invalid_transition', api.patch(`/tickets/${ticket.id}`, { status: 'blocked' }), {
      from: 'done',
      to: 'blocked',
    });
  });

  it('slug_taken', async () => {
    await fileDecision(api, { slug: 'taken' });
    await expectError('slug_taken', api.post('/decisions', { slug: 'taken', title: 'T' }));
  });

  it('already_resolved', async () => {
    const decision = await fileDecision(api);
    await api.post(`/decisions/${decision.id}/resolve`, { status: 'x' }).expect(200);
    await expectError('already_resolved', api.post(`/decisions/${decision.id}/resolve`, { status: 'x' }));
  });

  it('payload_too_large above 1 MB, not below', async () => {
    const body = (bytes: number) => JSON.stringify({ title: 'T', body: 'x'.repeat(bytes) });
    await expectError('payload_too_large', raw('post', '/tickets', 'application/json', body(1024 * 1024)));
    await raw('post', '/tickets', 'application/json', body(1000 * 1000)).expect(201);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/merge-patch+json', 'multipart/form-data'])(
    'unsupported_media_type for %s',
    (type) => expectError('unsupported_media_type', raw('post', '/tickets', type, '{"title":"a"}')).then(() => undefined),
  );

  it('rate_limited, with Retry-After', async () => {
    const limited = await startServer({
      env: { RATE_LIMIT_READS_PER_MINUTE: '2', RATE_LIMIT_WRITES_PER_MINUTE: '1' },
    });
    try {
      const mine = await newProject(limited);
      await mine.get('/tickets').expect(200);
      await mine.get('/decisions').expect(200);
      const headers = await expectError('rate_limited', mine.get('/webhooks/subscriptions'));
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
      await mine.post('/tickets', { title: 'T' }).expect(201);
      await expectError('rate_limited', mine.post('/tickets', { title: 'T' }));
      await (await newProject(limited)).get('/tickets').expect(200);
    } finally {
      await limited.destroy();
    }
  });

  it('internal_error, without any detail of the fault', async () => {
    const own = await startServer();
    try {
      const mine = await newProject(own);
      await own.run(async (strapi) => {
        await strapi.db.connection.schema.dropTable('work_tracking_webhook_subscriptions');
      });
      await expectError('internal_error', mine.get('/webhooks/subscriptions'));
      expect(own.log()).toMatch(/work_tracking_webhook_subscriptions/);
    } finally {
      await own.destroy();
    }
  });

  it('leaves none out', () => {
    expect([...seen].sort()).toEqual(Object.keys(API_ERRORS).sort());
  });
});

describe('unknown input is refused by name (gaps.md, Requests and answers)', () => {
  it.each(ROUTES.map((route) => [route.method, route.path] as const))('%s %s: parameters', async (method, path) => {
    const verb = method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete';
    const answer = await api[verb](`${at(path, 'abcdefghijklmnopqrstuvwx')}?bogus=1&limit=&limit=2`, undefined);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe('validation_failed');
    const [bogus, limit] = answer.body.details;
    expect(bogus).toMatchObject({ path: 'bogus', code: 'unknown_parameter', accepted: expect.any(Array) });
    expect(limit).toMatchObject({ path: 'limit', code: expect.stringMatching(/^(unknown|repeated)_parameter$/) });
  });

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

  it('lists the priorities beside the details', async () => {
    const expected = {
      error: 'validation_failed',
      details: [{ path: 'priority' }],
      valid_priorities: ['P0', 'P1', 'P2', 'P3'],
    };
    expect((await api.post('/tickets', { title: 'T', priority: 'P9' }).expect(400)).body).toMatchObject(expected);
    expect((await api.get('/tickets?priority=p0').expect(400)).body).toMatchObject(expected);
    const ticket = await fileTicket(api);
    expect((await api.patch(`/tickets/${ticket.id}`, { priority: '' }).expect(400)).body).toMatchObject(expected);
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
      method === 'POST' ? await api.post(path, fields) : await api.patch(`${path}/${(await target!()).id}`, fields);
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

  it('takes a missing body for an empty one', async () => {
    const ticket = await fileTicket(api);
    expect((await api.patch(`/tickets/${ticket.id}`).expect(200)).body.ticket).toEqual(ticket);
    expect((await api.post('/tickets').expect(400)).body.details).toMatchObject([{ path: 'title' }]);
  });
});

describe('headers', () => {
  it('security and CORS headers are on errors too', async () => {
    const { headers } = await supertest(`${server.url}/api/v1`).get('/nothing').set('Origin', 'https://a.example');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['access-control-allow-origin']).toBe('https://a.example');
  });

  it('answers a preflight', async () => {
    const { status, headers } = await supertest(`${server.url}/api/v1`)
      .options('/tickets')
      .set('Origin', 'https://a.example')
      .set('Access-Control-Request-Method', 'PATCH')
      .set('Access-Control-Request-Headers', 'authorization,content-type');
    expect(status).toBe(204);
    expect(headers['access-control-allow-methods']).toMatch(/PATCH/);
  });

  it("leaves errors outside of v1 in Strapi's form", async () => {
    const { status, body } = await supertest(server.url).get('/api/elsewhere');
    expect(status).toBe(404);
    expect(body).toMatchObject({ data: null, error: { status: 404 } });
  });
});
