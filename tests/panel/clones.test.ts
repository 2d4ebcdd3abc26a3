import { collection, registerAdmin, type Admin } from '../support/admin';
import { fileDecision, fileTicket, newProject, subscribe, ticketIn, type Api } from '../support/api';
import { untilWaiting } from '../support/lock-waits';
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

const decisions = collection('decision');
const tickets = collection('ticket');
const subscriptions = collection('webhook-subscription');

async function resolved(slug: string) {
  const { id } = await fileDecision(api, {
    slug,
    title: 'Which database?',
    body_markdown: 'Some *text*',
    frontmatter: { options: [{ id: 'a', title: 'A' }], area: 'storage' },
  });
  await api.post(`/decisions/${id}/resolve`, { status: 'yes', option_id: 'a', note: 'Signed.' }).expect(200);
  return id;
}

/** The whole record, as a person sends it who opens the form of a copy and changes `change`. */
async function formOf(path: string, id: string, change: object = {}) {
  const { body } = await admin.get(`${path}/${id}`).expect(200);
  return { ...body.data, ...change };
}

describe('a duplicate of a resolved decision', () => {
  it('is made with one click: a new open one with everything else kept', async () => {
    const id = await resolved('one-click');
    const { body } = await admin.post(`${decisions}/auto-clone/${id}`, {}).expect(200);
    const { body: answer } = await api.get(`/decisions/${body.data.documentId}`).expect(200);
    expect(answer.decision).toMatchObject({
      slug: 'one-click-2',
      title: 'Which database?',
      body_markdown: 'Some *text*',
      frontmatter: { options: [{ id: 'a', title: 'A' }], area: 'storage', status: 'open' },
      version: 1,
    });
    expect(answer.decision.frontmatter).not.toHaveProperty('resolution');
    const { body: again } = await admin.post(`${decisions}/auto-clone/${id}`, {}).expect(200);
    expect(again.data.slug).toBe('one-click-3');
    expect((await api.get(`/decisions/${id}`)).body.decision.frontmatter.status).toBe('resolved');
  });

  it('is made from the form, which sends the whole record', async () => {
    const id = await resolved('from-the-form');
    const path = `${decisions}/clone/${id}`;
    const taken = await admin.post(path, await formOf(decisions, id));
    // The slug is a field that can be changed there.
    expect([taken.status, taken.body.error.details.errors[0].path]).toEqual([400, ['slug']]);
    const { body } = await admin.post(path, await formOf(decisions, id, { slug: 'another' })).expect(200);
    expect(body.data).toMatchObject({ slug: 'another', state: 'open', verdict: null, resolvedAt: null });
    const emptied = await admin.post(path, await formOf(decisions, id, { slug: '' })).expect(200);
    expect(emptied.body.data.slug).toBe('which-database');
  });

  it('can not be resolved by what is sent for it', async () => {
    const id = await resolved('not-resolved');
    const { status, body } = await admin.post(
      `${decisions}/clone/${id}`,
      await formOf(decisions, id, { slug: 'forged', verdict: 'no' }),
    );
    expect([status, body.error.details.errors[0].path]).toEqual([400, ['verdict']]);
  });

  it('gets a slug of its own for each of two people who make one at once', async () => {
    const id = await resolved('at-once');
    const copy = () => admin.post(`${decisions}/auto-clone/${id}`, {});
    const copies = await Promise.all([copy(), copy()]);
    const refused = copies.filter(({ status }) => status !== 200);
    // MariaDB, where the original is not locked, may refuse one of them, who tries again.
    const { client } = await server.run((strapi) => ({ client: strapi.db.dialect.client }));
    expect(refused.length).toBeLessThanOrEqual(client === 'mysql' ? 1 : 0);
    for (const { body } of refused) expect(body.error.details.code).toBe('slug_taken');
    const again = await Promise.all(refused.map(copy));
    const made = [...copies, ...again].flatMap(({ body }) => body.data?.slug ?? []);
    expect(made.sort()).toEqual(['at-once-2', 'at-once-3']);
  });

  it('waits for a change of the original, and begins with what that makes of it, or on MariaDB with what was before', async () => {
    const id = await resolved('before');
    await server.run(async (strapi, documentId) => {
      const documents = strapi.documents('plugin::work-tracking.decision' as never) as never as {
        update(params: object): Promise<unknown>;
        clone(params: object): Promise<{ entries: { slug: string; title: string }[] }>;
      };
      await new Promise<void>((changed, reject) => {
        const over = strapi.db.transaction(async () => {
          await documents.update({ documentId, data: { slug: 'after', title: 'Changed' } });
          await new Promise<void>((release) => {
            const copy = () => documents.clone({ documentId, data: { slug: 'before' } });
            Object.assign(globalThis, { change: { release, copy, over: () => over } });
            changed();
          });
        });
        over.catch(reject);
      });
    }, id);
    interface Change {
      copy(): Promise<{ entries: { slug: string; title: string }[] }>;
      release(): void;
      over(): Promise<unknown>;
    }
    const copied = server.run(async () => {
      const { change } = globalThis as unknown as { change: Change };
      const { entries } = await change.copy();
      return entries.map(({ slug, title }) => ({ slug, title }));
    });
    await untilWaiting(server, 1, copied);
    await server.run(async () => {
      const { change } = globalThis as unknown as { change: Change };
      change.release();
      await change.over();
    });
    const { client } = await server.run((strapi) => ({ client: strapi.db.dialect.client }));
    const title = client === 'mysql' ? 'Which database?' : 'Changed';
    expect(await copied).toEqual([{ slug: 'before', title }]);
  });

  it('is made in code', async () => {
    const id = await resolved('in-code');
    const slugs = await server.run(async (strapi, documentId) => {
      const documents = strapi.documents('plugin::work-tracking.decision' as never) as never as {
        clone(params: object): Promise<{ entries: { slug: string; state: string }[] }>;
      };
      const { entries } = await documents.clone({ documentId });
      return entries.map(({ slug, state }) => [slug, state]);
    }, id);
    expect(slugs).toEqual([['in-code-2', 'open']]);
  });
});

describe('duplicates of other types', () => {
  it('a ticket is duplicated while others are filed and it is changed itself: nobody is ended by the other', async () => {
    const { id } = await fileTicket(api, { title: 'Busy' });
    for (let round = 0; round < 20; round += 1) {
      const done = await Promise.all([
        admin.post(`${tickets}/auto-clone/${id}`, {}),
        api.post('/tickets', { title: 'Beside it' }),
        admin.post(`${tickets}/auto-clone/${id}`, {}),
        api.patch(`/tickets/${id}`, { title: `Busy ${round}` }),
      ]);
      expect(done.map(({ status }) => status)).toEqual([200, 201, 200, 200]);
    }
  });

  it('a ticket that is done becomes an open one, with one click and from the form', async () => {
    const { id } = await ticketIn(api, 'done');
    const { body } = await admin.post(`${tickets}/auto-clone/${id}`, {}).expect(200);
    expect(body.data).toMatchObject({ state: 'open', version: 1 });
    const form = await admin.post(`${tickets}/clone/${id}`, await formOf(tickets, id, { title: 'Copy' }));
    expect(form.body.data).toMatchObject({ state: 'open', version: 1, title: 'Copy' });
    const other = await admin.post(`${tickets}/clone/${id}`, await formOf(tickets, id, { state: 'blocked' }));
    expect([other.status, other.body.error.details.errors[0].path]).toEqual([400, ['state']]);
  });

  it('a subscription needs a secret of its own, and the dialog before the form says so', async () => {
    const { id } = await subscribe(api, 'http://127.0.0.1:9/hook');
    const { status, body } = await admin.post(`${subscriptions}/auto-clone/${id}`, {});
    expect([status, body.error.details.prohibitedFields]).toEqual([400, [[['newSecret'], 'unique']]]);
    const form = await formOf(subscriptions, id, { newSecret: 'its own' });
    await admin.post(`${subscriptions}/clone/${id}`, form).expect(200);
  });

  it('a project needs a key of its own, and the dialog before the form says so', async () => {
    const projects = collection('project');
    const { status, body } = await admin.post(`${projects}/auto-clone/${api.tenantId}`, {});
    expect([status, body.error.details.prohibitedFields]).toEqual([400, [[['key'], 'unique']]]);
    const form = await formOf(projects, api.tenantId, { key: `${api.projectKey}-COPY` });
    await admin.post(`${projects}/clone/${api.tenantId}`, form).expect(200);
  });
});

describe('a copy that was made in a form', () => {
  it.each<[string, () => Promise<{ id: string }>, () => object]>([
    [tickets, () => ticketIn(api, 'done'), () => ({})],
    [decisions, () => fileDecision(api), () => ({ slug: '' })],
    [
      collection('project'),
      async () => ({ id: (await newProject(server)).tenantId }),
      () => ({ key: nextKey() }),
    ],
  ])('can be copied again, there and in code: %s', async (path, make, change) => {
    const { id } = await make();
    const copy = await admin.post(`${path}/clone/${id}`, await formOf(path, id, change())).expect(200);
    const { documentId } = copy.body.data;
    await admin.post(`${path}/clone/${documentId}`, await formOf(path, documentId, change())).expect(200);
    const entries = await server.run(
      async (strapi, given) => {
        const documents = strapi.documents(given.uid as never) as unknown as {
          clone(params: object): Promise<{ entries: object[] }>;
        };
        return (await documents.clone({ documentId: given.documentId, data: given.data })).entries;
      },
      { uid: path.split('/').at(-1)!, documentId: documentId as string, data: change() },
    );
    expect(entries).toHaveLength(1);
  });

  let keys = 0;
  const nextKey = () => `COPIED-${(keys += 1)}`;
});

describe('a slug that the form leaves empty', () => {
  it.each([
    ['Größe & Maß', 'groesse-and-mass'],
    ['Größe & Maß', 'groesse-and-mass-2'],
    ['  Use PostgreSQL?  ', 'use-postgresql'],
    ['***', 'decision'],
    ['***', 'decision-2'],
  ])('is made from the title %j: %s', async (title, slug) => {
    const project = { connect: [{ documentId: api.tenantId }], disconnect: [] };
    const { body } = await admin.post(decisions, { title, project }).expect(201);
    expect(body.data.slug).toBe(slug);
  });

  it('is required by the API, and free in another project', async () => {
    await api.post('/decisions', { title: 'Without' }).expect(400);
    await api.post('/decisions', { slug: '', title: 'Without' }).expect(400);
    const other = await newProject(server);
    const project = { connect: [{ documentId: other.tenantId }], disconnect: [] };
    const { body } = await admin.post(decisions, { title: '***', slug: null, project }).expect(201);
    expect(body.data.slug).toBe('decision');
  });
});

describe('what is taken away in the form of a copy', () => {
  it('stays away: labels, keys of frontmatter, event types', async () => {
    const ticket = await fileTicket(api, { labels: ['a', 'b', 'c'], frontmatter: { kept: 1, gone: [1, 2] } });
    const { body: copy } = await admin
      .post(
        `${tickets}/clone/${ticket.id}`,
        await formOf(tickets, ticket.id, { labels: ['c'], frontmatter: { kept: 1 } }),
      )
      .expect(200);
    expect((await api.get(`/tickets/${copy.data.documentId}`).expect(200)).body.ticket).toMatchObject({
      labels: ['c'],
      frontmatter: { kept: 1 },
    });
    expect((await api.get('/tickets?label=a').expect(200)).body.tickets).toHaveLength(1);

    const subscription = await subscribe(api, 'http://127.0.0.1:9/hook');
    const form = await formOf(subscriptions, subscription.id, {
      eventTypes: ['ticket.created'],
      newSecret: 'another secret',
    });
    const { body: other } = await admin.post(`${subscriptions}/clone/${subscription.id}`, form).expect(200);
    expect(other.data.eventTypes).toEqual(['ticket.created']);
  });
});
