import { collection, registerAdmin, type Admin } from '../support/admin';
import { fileDecision, fileTicket, newProject, type Api } from '../support/api';
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

const SENTENCE = 'A title has 1 to 255 characters.';

describe.each([
  ['ticket', fileTicket, {}],
  ['decision', fileDecision, { slug: 'untitled' }],
] as const)('a %s has a title, whichever door it comes through', (type, file, needed) => {
  const uid = `plugin::work-tracking.${type}`;

  it('in the panel', async () => {
    const project = { connect: [{ documentId: api.tenantId }], disconnect: [] };
    const made = await admin.post(collection(type), { ...needed, title: '', project });
    expect([made.status, made.body.error.message]).toEqual([400, SENTENCE]);
    const record = await file(api);
    const changed = await admin.put(`${collection(type)}/${record.id}`, { title: '' });
    expect([changed.status, changed.body.error.message]).toEqual([400, SENTENCE]);
    const { body } = await api.get(`/${type}s/${record.id}`).expect(200);
    expect(body[type]).toEqual(record);
  });

  it.each([
    ['an empty one', ''],
    ['one that is too long', 'a'.repeat(256)],
    ['none', null],
  ])('in code: not %s', async (_name, title) => {
    const record = await file(api);
    const told = await server.run(
      async (strapi, given) => {
        const where = { documentId: given.id };
        const change = strapi.db.query(given.uid).update({ where, data: { title: given.title } });
        return change.then(
          () => 'accepted',
          (error: unknown) => (error as Error).message,
        );
      },
      { uid, id: record.id, title },
    );
    expect(told).toBe(SENTENCE);
    const { body } = await api.get(`/${type}s/${record.id}`).expect(200);
    expect(body[type]).toEqual(record);
  });
});

describe('the other fields of a ticket', () => {
  const update = (id: string, data: object) =>
    server.run(
      async (strapi, given) =>
        strapi.db
          .query('plugin::work-tracking.ticket')
          .update({ where: { documentId: given.id }, data: given.data })
          .then(
            () => 'accepted',
            (error: unknown) => (error as Error).message,
          ),
      { id, data },
    );

  it.each([
    [
      'a priority that does not exist',
      { priority: 'P9' },
      /no such priority; the priorities are P0, P1, P2, P3/,
    ],
    ['no priority', { priority: null }, /no such priority/],
    ['a type that is too long', { type: 'a'.repeat(65) }, /type has 1 to 64 characters/],
    ['an effort that is no text', { effort: 5 }, /effort has 1 to 64 characters/],
  ])('are refused in code: %s', async (_name, data, sentence) => {
    const ticket = await fileTicket(api);
    expect(await update(ticket.id, data)).toMatch(sentence);
    expect((await api.get(`/tickets/${ticket.id}`)).body.ticket).toEqual(ticket);
  });

  it('a form that empties a type, an effort or the frontmatter clears it', async () => {
    const ticket = await fileTicket(api, { type: 'bug', effort: 'S', frontmatter: { a: 1 } });
    const cleared = { type: '', effort: '', frontmatter: null };
    await admin.put(`${collection('ticket')}/${ticket.id}`, cleared).expect(200);
    const { body } = await api.get(`/tickets/${ticket.id}`).expect(200);
    expect(body.ticket).toMatchObject({ type: null, effort: null, frontmatter: {}, version: 2 });
    await admin.put(`${collection('ticket')}/${ticket.id}`, cleared).expect(200);
    expect((await api.get(`/tickets/${ticket.id}`)).body.ticket).toEqual(body.ticket);
  });

  it("no body of a decision is the same as an empty one, to the panel's form and to the API", async () => {
    const project = { connect: [{ documentId: api.tenantId }], disconnect: [] };
    const { body } = await admin
      .post(collection('decision'), { title: 'Bodiless', bodyMarkdown: null, project })
      .expect(201);
    const path = `/decisions/${body.data.documentId}`;
    const { body: filed } = await api.get(path).expect(200);
    expect((await api.patch(path, { body_markdown: '' }).expect(200)).body).toEqual(filed);
    await admin.put(`${collection('decision')}/${body.data.documentId}`, { bodyMarkdown: null }).expect(200);
    expect((await api.get(path)).body).toEqual(filed);
  });
});
