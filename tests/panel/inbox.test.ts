import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { collection, mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileDecision, newProject, type Api } from '../support/api';
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

const DECISIONS = '/work-tracking/decisions';
const mayRead = { action: actionId('decision.read') };

const list = async (who: Admin, query: Record<string, string>) =>
  (await who.get(`${DECISIONS}?${new URLSearchParams(query).toString()}`).expect(200)).body;

const slugs = (decisions: { slug: string }[]) => decisions.map(({ slug }) => slug);

describe('the inbox', () => {
  it('lists open decisions of all projects or of one, oldest first, up to a limit', async () => {
    const others = await newProject(server);
    const first = await fileDecision(api, { title: 'First' });
    const second = await fileDecision(others, { title: 'Second' });
    const third = await fileDecision(api, { title: 'Third' });

    const all = await list(admin, { status: 'open' });
    expect(slugs(all.data)).toEqual([first.slug, second.slug, third.slug]);
    expect(all.meta).toEqual({ count: 3 });
    expect(all.data[1]).toMatchObject({
      documentId: second.id,
      title: 'Second',
      project: { documentId: others.tenantId, key: others.projectKey },
      askedBy: { type: 'api_token', name: expect.any(String) },
      isOwn: false,
      resolvedBy: null,
    });
    expect(all.data[1]).not.toHaveProperty('bodyMarkdown');

    const one = await list(admin, { status: 'open', project: api.tenantId });
    expect(slugs(one.data)).toEqual([first.slug, third.slug]);
    const two = await list(admin, { status: 'open', limit: '2' });
    expect([slugs(two.data), two.meta.count]).toEqual([[first.slug, second.slug], 3]);
  });

  it('lists resolved decisions with who and when, latest first', async () => {
    const own = await newProject(server, { name: 'A client' });
    const [byPerson, byToken] = [await fileDecision(own), await fileDecision(own)];
    await admin.post(`${DECISIONS}/${byPerson.id}/resolve`, { verdict: 'approved' }).expect(200);
    await own.post(`/decisions/${byToken.id}/resolve`, { status: 'rejected' }).expect(200);
    const { data, meta } = await list(admin, { status: 'resolved', project: own.tenantId });
    expect(meta.count).toBe(2);
    expect(data).toMatchObject([
      { slug: byToken.slug, verdict: 'rejected', resolvedBy: { type: 'api_token', name: 'A client' } },
      { slug: byPerson.slug, verdict: 'approved', resolvedBy: { type: 'admin', name: 'Ada Lovelace' } },
    ]);
    expect(Date.parse(data[0].resolvedAt)).toBeGreaterThanOrEqual(Date.parse(data[1].resolvedAt));
  });

  it('opens a decision with its body and options', async () => {
    const options = [{ id: 'a', title: 'Build it', description: 'In two weeks.' }];
    const decision = await fileDecision(api, { body_markdown: '# Why', frontmatter: { options } });
    const { body } = await admin.get(`${DECISIONS}/${decision.id}`).expect(200);
    expect(body.data).toMatchObject({ bodyMarkdown: '# Why', frontmatter: { options } });
    await admin.get(`${DECISIONS}/abc`).expect(404);
  });

  it('has a marker that differs after each change, and only then', async () => {
    const marker = async () => (await admin.get(`${DECISIONS}/changes`).expect(200)).body.data.marker;
    const before = await marker();
    expect(await marker()).toBe(before);
    const decision = await fileDecision(api);
    const filed = await marker();
    await admin.post(`${DECISIONS}/${decision.id}/resolve`, { verdict: 'approved' }).expect(200);
    const resolved = await marker();
    expect(new Set([before, filed, resolved]).size).toBe(3);
  });

  it('finds a text in title, slug, body, verdict and note, in any case, and counts what it finds', async () => {
    const own = await newProject(server);
    const project = own.tenantId;
    const words = {
      title: 'Needle in the title',
      slug: 'a-needle-slug',
      body_markdown: 'The NEEDLE is here.',
    };
    for (const [field, value] of Object.entries(words)) await fileDecision(own, { [field]: value });
    const other = await fileDecision(own, { title: 'Something else' });
    const found = async (text: string, status = 'open') => {
      const { data, meta } = await list(admin, { status, project, text });
      const search = new URLSearchParams({ project, text }).toString();
      const { body } = await admin.get(`${DECISIONS}/counts?${search}`).expect(200);
      expect(meta.count).toBe(body.data[status]);
      return [data.length, body.data];
    };
    expect(await found('needle')).toEqual([3, { open: 3, resolved: 0 }]);
    expect(await found('no such words')).toEqual([0, { open: 0, resolved: 0 }]);
    const outcome = { verdict: 'A needle', note: 'By the haystack' };
    await admin.post(`${DECISIONS}/${other.id}/resolve`, outcome).expect(200);
    expect(await found('needle', 'resolved')).toEqual([1, { open: 3, resolved: 1 }]);
    expect(await found('haystack', 'resolved')).toEqual([1, { open: 0, resolved: 1 }]);
  });

  it.each(["'", '"', '\\', '%27; drop table', '🐢', '$ne', '{"a":1}', 'x'.repeat(2_000)])(
    'is searched for "%.20s" without an error',
    async (text) => {
      const title = `It has ${text} in it`.slice(0, 200);
      await fileDecision(api, { title, body_markdown: text });
      const { data } = await list(admin, { status: 'open', text });
      expect(data.map((line: { title: string }) => line.title)).toEqual([title]);
    },
  );

  it('counts the open and the resolved ones no further than the panel shows', async () => {
    const own = await newProject(server);
    const count = async () =>
      (await admin.get(`${DECISIONS}/counts?project=${own.tenantId}`).expect(200)).body.data;
    expect(await count()).toEqual({ open: 0, resolved: 0 });
    const first = await fileDecision(own);
    await fileDecision(own);
    await admin.post(`${DECISIONS}/${first.id}/resolve`, { verdict: 'approved' }).expect(200);
    expect(await count()).toEqual({ open: 1, resolved: 1 });
  });

  it.each(['text=', 'text=a&text=b', 'text[$ne]=a', 'status=open'])(
    'refuses to count with the query "%s"',
    async (query) => {
      await admin.get(`${DECISIONS}/counts?${query}`).expect(400);
    },
  );

  it.each(['', 'status=closed', 'status=open&limit=0', 'status=open&limit=1001', 'status=open&offset=1'])(
    'refuses the query "%s"',
    async (query) => {
      await admin.get(`${DECISIONS}?${query}`).expect(400);
    },
  );
});

describe("the content manager's permissions", () => {
  it('are needed for the list and for a decision', async () => {
    const colleague = await newColleague(server, admin, [mayRead]);
    const decision = await fileDecision(api);
    await colleague.get(`${DECISIONS}?status=open`).expect(403);
    await colleague.get(`${DECISIONS}/${decision.id}`).expect(403);
    await colleague.get(`${DECISIONS}/counts`).expect(403);
    expect((await colleague.get(`${DECISIONS}/projects`).expect(200)).body.data).toEqual([]);
  });

  it('let a role search in the fields that it may read, and refuse it where there are none', async () => {
    const colleague = await newColleague(server, admin, [
      mayRead,
      mayInContentManager('read', 'decision', ['title', 'state']),
    ]);
    await fileDecision(api, { title: 'Readable words', slug: 'hidden-slug', body_markdown: 'hidden body' });
    const found = async (text: string) => (await list(colleague, { status: 'open', text })).data.length;
    expect(await found('readable')).toBe(1);
    expect([await found('hidden'), await found('hidden-slug')]).toEqual([0, 0]);
    const { body } = await colleague.get(`${DECISIONS}/counts?text=hidden`).expect(200);
    expect(body.data).toEqual({ open: 0, resolved: 0 });

    const other = await newColleague(server, admin, [
      mayRead,
      mayInContentManager('read', 'decision', ['state']),
    ]);
    await other.get(`${DECISIONS}?status=open&text=readable`).expect(400);
    await other.get(`${DECISIONS}/counts?text=readable`).expect(400);
    await other.get(`${DECISIONS}/counts?project=${api.tenantId}`).expect(403);
  });

  it('hide fields, and refuse to filter by them', async () => {
    const colleague = await newColleague(server, admin, [
      mayRead,
      mayInContentManager('read', 'decision', ['slug', 'state']),
    ]);
    const decision = await fileDecision(api, { title: 'Secret', body_markdown: 'Secret' });
    await admin.post(`${DECISIONS}/${decision.id}/resolve`, { verdict: 'Secret', note: 'Secret' });
    const { data } = await list(colleague, { status: 'resolved' });
    const line = data.find(({ slug }: { slug: string }) => slug === decision.slug);
    expect(line).toMatchObject({ state: 'resolved', resolvedBy: null });
    const { body } = await colleague.get(`${DECISIONS}/${decision.id}`).expect(200);
    expect(JSON.stringify([data, body])).not.toMatch(/Secret|Lovelace/);
    await colleague.get(`${DECISIONS}?status=open&project=${api.tenantId}`).expect(403);
  });

  it('apply with their conditions', async () => {
    const colleague = await newColleague(server, admin, [
      mayRead,
      mayInContentManager('create', 'decision', ['slug', 'title', 'state', 'project']),
      mayInContentManager('read', 'decision', ['slug', 'title', 'state'], ['admin::is-creator']),
    ]);
    const foreign = await fileDecision(api);
    await colleague
      .post(collection('decision'), {
        ...{ slug: 'own', title: 'Own', state: 'open' },
        project: { connect: [{ documentId: api.tenantId }] },
      })
      .expect(201);
    const { data, meta } = await list(colleague, { status: 'open' });
    expect([slugs(data), meta.count]).toEqual([['own'], 1]);
    const { body } = await colleague.get(`${DECISIONS}/counts`).expect(200);
    expect(body.data).toEqual({ open: 1, resolved: 0 });
    await colleague.get(`${DECISIONS}/${foreign.id}`).expect(404);
  });
});
