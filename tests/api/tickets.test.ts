import { DEFAULT_TICKET_MOVES, TICKET_STATUSES } from '../../src/plugins/work-tracking/domain/ticket';
import { fileTicket, newProject, ticketIn, type Api } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  api = await newProject(server, { venture: 'acme' });
});
afterAll(() => server.release());

describe('POST /tickets (specification 4.1)', () => {
  it('files a ticket with every field of the record', async () => {
    const { body } = await api
      .post('/tickets', {
        title: 'Say hello',
        description: 'Loudly.',
        priority: 'P0',
        effort: 'M',
        type: 'bug',
        frontmatter: { evidence: [1, { a: null }] },
      })
      .expect(201);
    expect(body).toEqual({
      version: 'v1',
      ticket: {
        id: expect.stringMatching(/^[a-z0-9]{24}$/),
        project_key: api.projectKey,
        venture_key: 'acme',
        number: 1,
        ref: `${api.projectKey}-1`,
        title: 'Say hello',
        status: 'open',
        priority: 'P0',
        type: 'bug',
        effort: 'M',
        assignee: null,
        labels: [],
        due_at: null,
        content: [],
        body: 'Loudly.',
        frontmatter: { evidence: [1, { a: null }] },
        version: 1,
        synced_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    });
    const { body: read } = await api.get(`/tickets/${body.ticket.id}`).expect(200);
    expect(read).toEqual(body);
  });

  it('fills in what was not given', async () => {
    expect(await fileTicket(api, { title: 'Bare' })).toMatchObject({
      status: 'open',
      priority: 'P2',
      type: null,
      effort: null,
      assignee: null,
      labels: [],
      due_at: null,
      body: null,
      frontmatter: {},
      version: 1,
    });
  });
});

describe('moves through HTTP: every pair (specification 3.1)', () => {
  const pairs = TICKET_STATUSES.flatMap((from) => TICKET_STATUSES.map((to) => [from, to] as const));

  it.each(pairs)('%s -> %s', async (from, to) => {
    const ticket = await ticketIn(api, from);
    const answer = await api.patch(`/tickets/${ticket.id}`, { status: to });
    const { body: now } = await api.get(`/tickets/${ticket.id}`).expect(200);
    if (from === to) {
      expect(answer.status).toBe(200);
      expect(now.ticket).toEqual(ticket);
    } else if (DEFAULT_TICKET_MOVES[from]!.includes(to)) {
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(now);
      expect(now.ticket).toMatchObject({ status: to, version: ticket.version + 1 });
    } else {
      expect(answer.status).toBe(409);
      expect(answer.body).toEqual({ error: 'invalid_transition', from, to, message: expect.any(String) });
      expect(now.ticket).toEqual(ticket);
    }
  });
});

describe('PATCH /tickets/:id (specification 4.1)', () => {
  it('changes every field in one step of the version', async () => {
    const ticket = await fileTicket(api);
    const { body } = await api
      .patch(`/tickets/${ticket.id}`, {
        title: 'New',
        status: 'in_progress',
        priority: 'P1',
        body: 'Text',
        type: 'chore',
        effort: 'L',
        frontmatter: { a: 1 },
      })
      .expect(200);
    expect(body.version).toBe('v1');
    expect(body.ticket).toMatchObject({
      title: 'New',
      status: 'in_progress',
      priority: 'P1',
      body: 'Text',
      type: 'chore',
      effort: 'L',
      frontmatter: { a: 1 },
      version: 2,
      created_at: ticket.created_at,
    });
    expect(Date.parse(body.ticket.synced_at)).toBeGreaterThanOrEqual(Date.parse(ticket.synced_at));
  });

  it.each([
    ['nothing', {}],
    ['the same status', { status: 'open' }],
    ['the same title', { title: 'A ticket' }],
    ['the same frontmatter', { frontmatter: { deep: { a: [1] } } }],
    ['a null for a key that is not there', { frontmatter: { missing: null } }],
    ['a null for what is null', { body: null, type: null, effort: null }],
  ])('writes nothing for %s', async (_what, change) => {
    const ticket = await fileTicket(api, { frontmatter: { deep: { a: [1] } } });
    const { body } = await api.patch(`/tickets/${ticket.id}`, change).expect(200);
    expect(body.ticket).toEqual(ticket);
  });

  it('clears body, type and effort by null', async () => {
    const ticket = await fileTicket(api, { body: 'b', type: 't', effort: 'e' });
    const { body } = await api
      .patch(`/tickets/${ticket.id}`, { body: null, type: null, effort: null })
      .expect(200);
    expect(body.ticket).toMatchObject({ body: null, type: null, effort: null, version: 2 });
  });

  it('merges frontmatter as RFC 7396', async () => {
    const ticket = await fileTicket(api, {
      frontmatter: { keep: 1, drop: 2, deep: { keep: [1], drop: 'x' } },
    });
    const { body } = await api
      .patch(`/tickets/${ticket.id}`, {
        frontmatter: { drop: null, deep: { drop: null, add: {} }, add: [null] },
      })
      .expect(200);
    expect(body.ticket.frontmatter).toEqual({ keep: 1, deep: { keep: [1], add: {} }, add: [null] });
  });

  it('loses none of 30 merges at once', async () => {
    const ticket = await fileTicket(api);
    const keys = Array.from({ length: 30 }, (_, number) => `key-${number}`);
    const answers = await Promise.all(
      keys.map((key) => api.patch(`/tickets/${ticket.id}`, { frontmatter: { [key]: key } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200));
    const { body } = await api.get(`/tickets/${ticket.id}`).expect(200);
    expect(body.ticket.frontmatter).toEqual(Object.fromEntries(keys.map((key) => [key, key])));
    expect(body.ticket.version).toBe(31);
  });

  it('lets exactly one of two moves at once through where only one is valid', async () => {
    for (let round = 0; round < 10; round += 1) {
      const ticket = await ticketIn(api, 'in_review');
      const answers = await Promise.all(
        ['done', 'cancelled'].map((status) => api.patch(`/tickets/${ticket.id}`, { status })),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, 409]);
      const winner = answers.find(({ status }) => status === 200)!;
      const { body } = await api.get(`/tickets/${ticket.id}`).expect(200);
      expect(body.ticket).toEqual(winner.body.ticket);
    }
  });
});

describe('DELETE /tickets/:id (specification 4.1)', () => {
  it('answers with the record that is no more', async () => {
    const ticket = await fileTicket(api);
    const { body } = await api.delete(`/tickets/${ticket.id}`).expect(200);
    expect(body).toEqual({ version: 'v1', ok: true, ticket });
    await api.get(`/tickets/${ticket.id}`).expect(404);
    await api.delete(`/tickets/${ticket.id}`).expect(404);
  });
});

describe('aliases of tickets (specification 2)', () => {
  it.each([
    ['name', 'title', { name: 'By alias' }, { title: 'By alias' }],
    ['description', 'body', { title: 'T', description: 'By alias' }, { body: 'By alias' }],
    ['body', 'body', { title: 'T', body: 'By name' }, { body: 'By name' }],
    ['both, the same', 'title', { title: 'Same', name: 'Same' }, { title: 'Same' }],
  ])('POST takes %s as %s', async (_alias, _name, input, expected) => {
    const { body } = await api.post('/tickets', input).expect(201);
    expect(body.ticket).toMatchObject(expected);
  });

  it.each([
    ['name', { name: 'By alias' }, { title: 'By alias' }],
    ['description', { description: 'By alias' }, { body: 'By alias' }],
  ])('PATCH takes %s', async (_alias, input, expected) => {
    const ticket = await fileTicket(api);
    const { body } = await api.patch(`/tickets/${ticket.id}`, input).expect(200);
    expect(body.ticket).toMatchObject(expected);
  });

  it.each([
    ['name', { title: 'A', name: 'B' }],
    ['description', { title: 'A', body: 'A', description: 'B' }],
  ])('refuses %s beside another value of its name', async (alias, input) => {
    const { body } = await api.post('/tickets', input).expect(400);
    expect(body).toMatchObject({
      error: 'validation_failed',
      details: [{ path: alias, code: 'conflicting_alias' }],
    });
  });

  it('names the alias that was used when its value is wrong', async () => {
    const { body } = await api.post('/tickets', { name: 7 }).expect(400);
    expect(body.details).toMatchObject([{ path: 'name' }]);
  });
});
