import { PANEL_ROUTES } from '../../src/plugins/work-tracking/server/src/panel/routes';
import { collection, registerAdmin, type Admin } from '../support/admin';
import { fileDecision, fileTicket, newProject, subscribe, type Api } from '../support/api';
import { inCode } from '../support/documents';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let admin: Admin;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
  api = await newProject(server);
});
afterAll(() => server.release());

interface Example {
  query?: Record<string, string>;
  body?: Record<string, unknown>;
}

const TIMES = { since: '2026-01-01T00:00:00.000Z', until: '2026-02-01T00:00:00.000Z' };
const SUBJECT = { project: 'abc', subscription: 'abc', eventType: 'ticket.created' };
const BOARD = {
  project: 'abc',
  assignee: '1',
  label: 'abc',
  priority: 'P1',
  type: 'abc',
  due: 'soon',
  text: 'abc',
};
const VIEW = { name: 'A name', filters: { text: 'abc' }, role: null };
const RESEND = { subscriptionId: 'abc', state: 'dead', ...TIMES };
const PROJECT = { key: 'ABC', name: 'A name', ventureKey: 'ABC' };

const CONTENT = [{ type: 'api::article.article', id: 'abc', locale: 'en' }];
const ENTRY = { type: 'api::article.article', locale: 'en' };
const WORK = { ...ENTRY, ended: 'true' };

/** A request with every parameter and field, for each of the panel's routes that takes any. */
const EXAMPLES: Record<string, Example> = {
  'GET /board': { query: BOARD },
  'GET /board/tickets': { query: { ...BOARD, status: 'open', sort: 'due', recent: 'true', cursor: 'abc' } },
  'POST /board/tickets': {
    body: {
      title: 'A title',
      project: 'abc',
      priority: 'P1',
      content: CONTENT,
    },
  },
  'POST /board/views': { body: VIEW },
  'PUT /board/views/:id': { body: VIEW },
  'POST /board/tickets/chosen': { query: BOARD, body: { ids: ['abc'] } },
  'POST /board/tickets/move': { body: { ids: ['abc'], status: 'open' } },
  'POST /board/tickets/assign': { body: { ids: ['abc'], assignee: '1' } },
  'POST /board/tickets/label': { body: { ids: ['abc'], add: ['abc'], remove: ['abc'] } },
  'PUT /board/tickets/:id': {
    body: {
      version: 1,
      title: 'A title',
      body: 'A text',
      priority: 'P1',
      type: 'abc',
      labels: ['abc'],
      assignee: '1',
      dueAt: '2026-01-01T00:00:00.000Z',
      content: CONTENT,
    },
  },
  'GET /tickets/:id/comments': { query: { cursor: 'abc' } },
  'GET /decisions/:id/comments': { query: { cursor: 'abc' } },
  'POST /tickets/:id/comments': { body: { body: 'A comment' } },
  'POST /decisions/:id/comments': { body: { body: 'A comment' } },
  'PUT /comments/:id': { body: { body: 'A comment' } },
  'POST /board/tickets/:id/move': { body: { status: 'open' } },
  'GET /deliveries': {
    query: { ...SUBJECT, ...TIMES, period: '24h', state: 'dead', search: 'abc', cursor: 'abc' },
  },
  'GET /deliveries/chart': { query: { ...SUBJECT, ...TIMES, period: '24h' } },
  'POST /deliveries/resends': { body: RESEND },
  'GET /deliveries/resends/count': { query: RESEND },
  'GET /content/:id/tickets': { query: WORK },
  'GET /content/:id/decisions': { query: WORK },
  'GET /board/labels': { query: { project: 'abc' } },
  'GET /people': { query: { former: 'true' } },
  'GET /required-fields': { query: { type: 'ticket' } },
  'GET /open-work': { query: { type: 'api::article.article', ids: 'abc,def', locale: 'en' } },
  'GET /entries': { query: { content: 'api::article.article:abc' } },
  'GET /entries/found': { query: { type: 'api::article.article', text: 'abc' } },
  'GET /decisions': { query: { status: 'open', project: 'abc', text: 'abc', limit: '5' } },
  'GET /decisions/counts': { query: { project: 'abc', text: 'abc' } },
  'PUT /decisions/:id/content': { body: { version: 1, content: CONTENT } },
  'POST /decisions/:id/resolve': {
    body: { verdict: 'yes', option_id: 'a', note: 'A note', contentDigest: 'abc' },
  },
  'GET /content/:id/sign-off': { query: ENTRY },
  'POST /content/:id/sign-off': { body: ENTRY },
  'POST /content/:id/publish': { body: { ...ENTRY, contentDigest: 'abc', reason: 'A reason' } },
  'GET /subscriptions': { query: { text: 'abc', cursor: 'abc' } },
  'PUT /subscriptions/:id/active': { body: { active: false } },
  'PUT /subscriptions/:id/secret': { body: { secret: 'a secret', endsPrevious: true } },
  'POST /projects': { body: PROJECT },
  'PUT /projects/:id': { body: PROJECT },
  'POST /tokens': { body: { project: 'abc', name: 'A name', access: 'full', days: 5 } },
  'POST /tokens/:id/bind': { body: { project: 'abc' } },
  'GET /records/:id/history': { query: { type: 'ticket', limit: '5' } },
  'GET /records/:id/deliveries': { query: { type: 'ticket', limit: '5' } },
};

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

function send(method: Method, path: string, { query = {}, body = {} }: Example) {
  const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query).toString()}` : '';
  switch (method) {
    case 'GET':
      return admin.get(path + search);
    case 'POST':
      return admin.post(path + search, body);
    case 'PUT':
      return admin.put(path + search, body);
    case 'DELETE':
      return admin.delete(path + search);
  }
}

const NUL = 'a\0b';
const HALF = 'a\ud800b';

/** One request for each parameter and field, with what no database can store in it. */
function requestsOf(path: string, { query = {}, body = {} }: Example) {
  const paths = path.includes(':id') ? [path.replace(':id', encodeURIComponent(NUL))] : [];
  const valid = path.replace(':id', 'abcdefghijklmnopqrstuvwx');
  return [
    ...paths.map((strange) => ({ path: strange, query, body })),
    ...Object.keys(query).map((name) => ({ path: valid, query: { ...query, [name]: NUL }, body })),
    ...Object.keys(body).flatMap((name) =>
      [NUL, HALF].map((text) => ({ path: valid, query, body: { ...body, [name]: text } })),
    ),
    { path: valid, query: { ...query, [NUL]: 'a' }, body },
    { path: valid, query: { ...query, other: NUL }, body },
  ];
}

describe('what no database can store is refused, with a sentence, by', () => {
  it.each(PANEL_ROUTES.map(({ method, path }) => [method, path] as const))('%s %s', async (method, path) => {
    for (const request of requestsOf(path, EXAMPLES[`${method} ${path}`] ?? {})) {
      const { status, body } = await send(method, `/work-tracking${request.path}`, request);
      expect({ request, status, message: body.error?.message }).toEqual({
        request,
        status: 400,
        message: expect.stringContaining('The text holds a NUL or half of a surrogate pair.'),
      });
    }
  });

  it('the routes of which there is an example of each that takes something', () => {
    const taking = PANEL_ROUTES.filter(({ query, body }) => query ?? body);
    expect(taking.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      Object.keys(EXAMPLES).sort(),
    );
  });

  it.each(['project', 'ticket', 'decision', 'webhook-subscription', 'webhook-delivery', 'audit-entry'])(
    "the content manager's routes for %s",
    async (type) => {
      const path = collection(type);
      const strange = encodeURIComponent(NUL);
      const answers = [
        await admin.get(`${path}/${strange}`),
        await admin.get(`${path}?filters[documentId][$eq]=${strange}`),
        await admin.get(`${path}?_q=${strange}`),
        await admin.get(`${path}?sort=${strange}`),
        await admin.put(`${path}/${strange}`, { title: 'T' }),
        await admin.delete(`${path}/${strange}`),
        await admin.post(`${path}/clone/${strange}`, {}),
        await admin.post(`${path}/actions/bulkDelete`, { documentIds: [NUL] }),
        await admin.get(`/content-manager/relations/plugin::work-tracking.${type}/project?_q=${strange}`),
        await admin.get(
          `/content-manager/relations/plugin::work-tracking.${type}/project?idsToOmit[0]=${strange}`,
        ),
      ];
      for (const { status } of answers) expect([400, 403, 404]).toContain(status);
    },
  );

  it.each(['title', 'body', 'effort', 'type', 'frontmatter'])('a form of a ticket: %s', async (name) => {
    const { id } = await fileTicket(api);
    for (const text of [NUL, HALF]) {
      const { status, body } = await admin.put(`${collection('ticket')}/${id}`, { [name]: text });
      expect([status, body.error.details.errors[0].path]).toEqual([400, [name]]);
    }
  });

  it('a form of a decision, a subscription and a project', async () => {
    const decision = await fileDecision(api);
    const subscription = await subscribe(api, 'http://127.0.0.1:9/hook');
    const forms = [
      [`decision/${decision.id}`, 'bodyMarkdown'],
      [`webhook-subscription/${subscription.id}`, 'newSecret'],
      [`project/${api.tenantId}`, 'name'],
    ] as const;
    for (const [path, name] of forms) {
      const { status, body } = await admin.put(collection(path), { [name]: NUL });
      expect([status, body.error.details.errors[0].path]).toEqual([400, [name]]);
    }
  });
});

describe('a project that is none', () => {
  it.each([
    true,
    false,
    5.5,
    -1,
    1e20,
    2 ** 31,
    'nothing',
    NUL,
    { id: 'a' },
    { connect: true },
    [{ set: 7.5 }],
  ])('is refused at its field: %j', async (project) => {
    const { id } = await fileTicket(api);
    const answers = [
      await admin.post(collection('ticket'), { title: 'T', project }),
      await admin.put(`${collection('ticket')}/${id}`, { project }),
      await admin.post(collection('decision'), { title: 'T', project }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.error.details.errors[0].path]).toEqual([400, ['project']]);
    }
  });

  it.each(['ticket', 'decision', 'webhook-subscription'])(
    'is refused at its field when code names it by a row id: %s',
    async (type) => {
      const uid = `plugin::work-tracking.${type}`;
      const project = 2_000_000_000;
      const refusal = { name: 'ValidationError', details: { errors: [{ path: ['project'] }] } };
      const others = { url: 'https://example.org/', secret: 'a-secret', eventTypes: ['ticket.created'] };
      const data = type === 'webhook-subscription' ? others : { title: 'T' };
      const documentId = await inCode(server, uid, 'create', { data: { ...data, project: api.tenantId } });
      const making = inCode(server, uid, 'create', { data: { ...data, project } });
      await expect(making).rejects.toMatchObject(refusal);
      const moving = inCode(server, uid, 'update', { documentId, data: { project } });
      await expect(moving).rejects.toMatchObject(refusal);
    },
  );

  it('is one that is deleted while a record is made in it', async () => {
    await server.run((strapi) => {
      strapi.db.lifecycles.subscribe({
        models: ['plugin::work-tracking.ticket'],
        beforeCreate({ params: { data } }) {
          // The row id of a project that is not there.
          if (data?.title === 'Too late') data.project = 2_000_000_000;
        },
      });
    });
    const { body } = await api.post('/tickets', { title: 'Too late' }).expect(403);
    expect(body.error).toBe('project_not_assigned');
    const project = { connect: [{ documentId: api.tenantId }], disconnect: [] };
    const form = await admin.post(collection('ticket'), { title: 'Too late', project });
    expect([form.status, form.body.error.details.code]).toEqual([400, 'project_gone']);
    expect(form.body.error.details.errors[0].path).toEqual(['project']);
  });
});

it('an administrator with long names can change things, and is known by the beginning of them', async () => {
  const ticket = await fileTicket(api);
  const names = { firstname: 'A'.repeat(200), lastname: 'L'.repeat(200) };
  await admin.put('/admin/users/me', names).expect(200);
  await admin.put(`${collection('ticket')}/${ticket.id}`, { title: 'By a long name' }).expect(200);
  const { body } = await admin.get(`/work-tracking/records/${ticket.id}/history?type=ticket&limit=1`);
  expect(body.data[0].actorName).toBe(`${'A'.repeat(200)} ${'L'.repeat(53)}…`);
  await admin.put('/admin/users/me', { firstname: 'Ada', lastname: 'Lovelace' }).expect(200);
});
