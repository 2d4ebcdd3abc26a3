import { fileDecision, fileTicket, newProject, subscribe, type Api } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  api = await newProject(server, { venture: 'acme' });
});
afterAll(() => server.release());

const OPTIONS = [
  { id: 'a', title: 'The one', cost: 3 },
  { id: 'b', title: 'The other' },
];

describe('POST /decisions (specification 4.2)', () => {
  it('files a decision with every field of the record', async () => {
    const { body } = await api
      .post('/decisions', {
        slug: 'use_postgres-2',
        title: 'Use PostgreSQL?',
        body_markdown: '# Why',
        frontmatter: { owner: 'ada', options: OPTIONS },
      })
      .expect(201);
    expect(body).toEqual({
      version: 'v1',
      decision: {
        id: expect.stringMatching(/^[a-z0-9]{24}$/),
        project_key: api.projectKey,
        venture_key: 'acme',
        slug: 'use_postgres-2',
        doc_type: 'decision',
        title: 'Use PostgreSQL?',
        body_markdown: '# Why',
        frontmatter: { owner: 'ada', options: OPTIONS, status: 'open' },
        content: [],
        version: 1,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    });
    const { body: read } = await api.get(`/decisions/${body.decision.id}`).expect(200);
    expect(read).toEqual(body);
  });

  it('takes bodyMarkdown, and refuses it beside another body_markdown', async () => {
    expect(await fileDecision(api, { bodyMarkdown: 'By alias' })).toMatchObject({
      body_markdown: 'By alias',
    });
    const { body } = await api
      .post('/decisions', { slug: 'two', title: 'T', body_markdown: 'A', bodyMarkdown: 'B' })
      .expect(400);
    expect(body.details).toMatchObject([{ path: 'bodyMarkdown', code: 'conflicting_alias' }]);
  });

  it('drops a forged status and resolution', async () => {
    const forged = { status: 'resolved', resolution: { verdict: 'yes' }, kept: true };
    const decision = await fileDecision(api, { frontmatter: forged });
    expect(decision.frontmatter).toEqual({ status: 'open', kept: true });
    const { body } = await api
      .patch(`/decisions/${decision.id}`, { frontmatter: { ...forged, kept: 2 } })
      .expect(200);
    expect(body.decision.frontmatter).toEqual({ status: 'open', kept: 2 });
    await api.post(`/decisions/${decision.id}/resolve`, { status: 'no' }).expect(200);
    const { body: after } = await api.patch(`/decisions/${decision.id}`, { frontmatter: forged }).expect(200);
    expect(after.decision.frontmatter).toMatchObject({
      status: 'resolved',
      resolution: { verdict: 'no' },
      kept: true,
    });
  });

  it('gives a slug to one of 20 at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.post('/decisions', { slug: 'contested', title: 'T' })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect(body).toEqual({ error: 'slug_taken', message: expect.any(String) });
    }
  });

  it('keeps slugs apart by project, and frees one with its decision', async () => {
    const other = await newProject(server);
    const first = await fileDecision(api, { slug: 'shared' });
    await fileDecision(other, { slug: 'shared' });
    await api.delete(`/decisions/${first.id}`).expect(200);
    expect((await fileDecision(api, { slug: 'shared' })).id).not.toBe(first.id);
  });

  it.each([
    ['no list', 'yes', 'frontmatter.options'],
    ['no objects', ['a'], 'frontmatter.options.0'],
    ['no id', [{ title: 'A' }], 'frontmatter.options.0.id'],
    ['an empty title', [{ id: 'a', title: '' }], 'frontmatter.options.0.title'],
    ['an id twice', [OPTIONS[0], OPTIONS[0]], 'frontmatter.options.1.id'],
  ])('refuses options with %s', async (_what, options, path) => {
    const { body } = await api
      .post('/decisions', { slug: 'opt', title: 'T', frontmatter: { options } })
      .expect(400);
    expect(body).toMatchObject({ error: 'validation_failed', details: [{ path }] });
  });

  it.each(['', 'Upper', 'spa ce', 'ä', 'a/b', 'x'.repeat(256)])('refuses the slug %j', async (slug) => {
    const { body } = await api.post('/decisions', { slug, title: 'T' }).expect(400);
    expect(body).toMatchObject({ error: 'validation_failed', details: [{ path: 'slug' }] });
  });
});

describe('GET /decisions (specification 4.2)', () => {
  it('pages by limit and offset, newest first, and filters', async () => {
    const own = await newProject(server);
    const filed = [];
    for (let count = 0; count < 5; count += 1) filed.unshift(await fileDecision(own));
    await own.post(`/decisions/${filed[0].id}/resolve`, { status: 'yes' }).expect(200);
    const ids = async (query: string) => {
      const { body } = await own.get(`/decisions${query}`).expect(200);
      expect(Object.keys(body).sort()).toEqual(['decisions', 'has_more', 'next_cursor', 'version']);
      return body.decisions.map(({ id }: { id: string }) => id);
    };
    const all = filed.map(({ id }) => id);
    expect(await ids('')).toEqual(all);
    expect(await ids('?limit=2')).toEqual(all.slice(0, 2));
    expect(await ids('?limit=2&offset=3')).toEqual(all.slice(3, 5));
    expect(await ids('?offset=9')).toEqual([]);
    expect(await ids(`?offset=${'9'.repeat(400)}`)).toEqual([]);
    expect(await ids('?status=resolved')).toEqual([all[0]]);
    expect(await ids('?status=open')).toEqual(all.slice(1));
    expect(await ids(`?slug=${filed[2].slug}`)).toEqual([all[2]]);
  });
});

describe('PATCH /decisions/:id (specification 4.2)', () => {
  it('replaces the whole frontmatter', async () => {
    const decision = await fileDecision(api, { frontmatter: { a: 1, options: OPTIONS } });
    const { body } = await api
      .patch(`/decisions/${decision.id}`, { title: 'New', bodyMarkdown: 'New', frontmatter: { b: 2 } })
      .expect(200);
    expect(body.decision).toMatchObject({ title: 'New', body_markdown: 'New', version: 2 });
    expect(body.decision.frontmatter).toEqual({ b: 2, status: 'open' });
  });

  it('writes nothing for no change', async () => {
    const decision = await fileDecision(api, { frontmatter: { a: 1 } });
    for (const change of [{}, { title: 'A decision' }, { frontmatter: { a: 1, status: 'resolved' } }]) {
      const { body } = await api.patch(`/decisions/${decision.id}`, change).expect(200);
      expect(body.decision).toEqual(decision);
    }
  });

  it('keeps status, resolution and options of a resolved decision', async () => {
    const decision = await fileDecision(api, { frontmatter: { options: OPTIONS, owner: 'ada' } });
    const resolved = await api
      .post(`/decisions/${decision.id}/resolve`, { status: 'yes', option_id: 'a' })
      .expect(200);
    const { body } = await api
      .patch(`/decisions/${decision.id}`, {
        title: 'After',
        body_markdown: 'After',
        frontmatter: { owner: 'bob', options: [{ id: 'z', title: 'Z' }] },
      })
      .expect(200);
    expect(body.decision).toMatchObject({ title: 'After', body_markdown: 'After', version: 3 });
    expect(body.decision.frontmatter).toEqual({
      owner: 'bob',
      options: OPTIONS,
      status: 'resolved',
      resolution: resolved.body.decision.frontmatter.resolution,
    });
  });
});

describe('POST /decisions/:id/resolve (specification 4.2)', () => {
  it.each(['status', 'verdict'])('resolves by %s', async (name) => {
    const decision = await fileDecision(api, { frontmatter: { options: OPTIONS } });
    const { body } = await api
      .post(`/decisions/${decision.id}/resolve`, { [name]: 'go', option_id: 'b', note: 'Fine.' })
      .expect(200);
    expect(body.version).toBe('v1');
    expect(body.decision.version).toBe(2);
    expect(body.decision.frontmatter).toEqual({
      options: OPTIONS,
      status: 'resolved',
      resolution: {
        verdict: 'go',
        note: 'Fine.',
        option_id: 'b',
        resolved_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      },
    });
  });

  it('has an empty note and no option when none were given', async () => {
    const decision = await fileDecision(api);
    const { body } = await api.post(`/decisions/${decision.id}/resolve`, { status: 'go' }).expect(200);
    expect(body.decision.frontmatter.resolution).toEqual({
      verdict: 'go',
      note: '',
      resolved_at: expect.any(String),
    });
  });

  it('keeps any option where none are offered, and refuses an unknown one where some are', async () => {
    const free = await fileDecision(api);
    const { body } = await api
      .post(`/decisions/${free.id}/resolve`, { status: 'go', option_id: 'own' })
      .expect(200);
    expect(body.decision.frontmatter.resolution.option_id).toBe('own');

    const bound = await fileDecision(api, { frontmatter: { options: OPTIONS } });
    const refused = await api
      .post(`/decisions/${bound.id}/resolve`, { status: 'go', option_id: 'c' })
      .expect(400);
    expect(refused.body).toEqual({
      error: 'unknown_option',
      message: expect.any(String),
      valid_options: ['a', 'b'],
    });
    expect((await api.get(`/decisions/${bound.id}`)).body.decision).toEqual(bound);
  });

  it('is 409 the second time, whatever the body holds', async () => {
    const decision = await fileDecision(api);
    await api.post(`/decisions/${decision.id}/resolve`, { status: 'yes' }).expect(200);
    for (const body of [{ status: 'yes' }, { status: 'no' }, {}, { nonsense: 1 }, { status: 7 }]) {
      const answer = await api.post(`/decisions/${decision.id}/resolve`, body).expect(409);
      expect(answer.body).toEqual({ error: 'already_resolved', message: expect.any(String) });
    }
  });

  it('resolves once when ten try at once', async () => {
    const decision = await fileDecision(api);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        api.post(`/decisions/${decision.id}/resolve`, { status: `verdict ${number % 2}` }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });

  it.each([
    {},
    { status: '' },
    { status: 'go', option_id: '' },
    { status: 'go', note: null },
    { status: 'a', verdict: 'b' },
  ])('refuses %j', async (input) => {
    const decision = await fileDecision(api);
    const { body } = await api.post(`/decisions/${decision.id}/resolve`, input).expect(400);
    expect(body.error).toBe('validation_failed');
  });
});

describe('other documents under /decisions (specification 2)', () => {
  it('are not found', async () => {
    const ticket = await fileTicket(api);
    const subscription = await subscribe(api, 'http://127.0.0.1:9/hook');
    for (const id of [ticket.id, subscription.id]) {
      await api.get(`/decisions/${id}`).expect(404);
      await api.patch(`/decisions/${id}`, { title: 'T' }).expect(404);
      await api.delete(`/decisions/${id}`).expect(404);
      await api.post(`/decisions/${id}/resolve`, { status: 'yes' }).expect(404);
    }
  });
});

describe('DELETE /decisions/:id (specification 4.2)', () => {
  it('deletes', async () => {
    const decision = await fileDecision(api);
    const { body } = await api.delete(`/decisions/${decision.id}`).expect(200);
    expect(body).toEqual({ version: 'v1', ok: true });
    await api.get(`/decisions/${decision.id}`).expect(404);
  });
});
