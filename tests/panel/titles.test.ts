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
