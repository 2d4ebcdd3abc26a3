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
    expect((await colleague.get(`${DECISIONS}/projects`).expect(200)).body.data).toEqual([]);
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
    await colleague.get(`${DECISIONS}/${foreign.id}`).expect(404);
  });
});
