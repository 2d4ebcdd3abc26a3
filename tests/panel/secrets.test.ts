import { collection, mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { newProject, subscribe, type Api } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';

const TYPE = 'webhook-subscription';
const UID = `plugin::work-tracking.${TYPE}`;

let server: SharedServer;
let admin: Admin;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
  api = await newProject(server);
});
afterAll(() => server.release());

/** The encrypted secret in the database. */
const storedSecret = (id: string): Promise<string> =>
  server.run(
    async (strapi, { uid, documentId }) =>
      (await strapi.db.query(uid).findOne({ where: { documentId } })).secret as string,
    { uid: UID, documentId: id },
  );

describe('the content manager does not show a subscription’s secret', () => {
  let id: string;
  let stored: string;
  beforeAll(async () => {
    ({ id } = await subscribe(api, 'http://127.0.0.1:9/hook', { secret: 'correct-horse' }));
    stored = await storedSecret(id);
  });

  const ANSWERS: [string, () => Promise<{ text: string }>][] = [
    ['the list', () => admin.get(collection(TYPE))],
    [
      'the list with the field requested',
      () => admin.get(`${collection(TYPE)}?fields[0]=secret&fields[1]=newSecret&populate=*`),
    ],
    ['the list sorted by it', () => admin.get(`${collection(TYPE)}?sort=secret:ASC`)],
    ['the form', () => admin.get(`${collection(TYPE)}/${id}`)],
    [
      'the check before a bulk action',
      () => admin.post(`${collection(TYPE)}/actions/bulkFindForValidation`, { documentIds: [id] }),
    ],
    ['a relation', () => admin.get(`/content-manager/relations/${UID}/project?id=${id}`)],
    ['the configuration', () => admin.get(`/content-manager/content-types/${UID}/configuration`)],
  ];

  it.each(ANSWERS)('in %s', async (_name, answer) => {
    const { text } = await answer();
    expect(text).not.toContain(stored);
    expect(text).not.toContain('correct-horse');
    expect(text).not.toMatch(/"secret":|previousSecret/);
  });

  it('nor reveals it by a search: a filter by it is refused, and no search goes by it', async () => {
    const all = (await admin.get(collection(TYPE))).body.results.length as number;
    for (const begin of [stored.slice(0, 8), 'zzz']) {
      const filter = `filters[$and][0][secret][$startsWith]=${encodeURIComponent(begin)}`;
      await admin.get(`${collection(TYPE)}?${filter}`).expect(403);
    }
    const searched = await admin.get(`${collection(TYPE)}?_q=${encodeURIComponent(stored.slice(0, 12))}`);
    expect(searched.body.results).toEqual([]);
    const nested = `filters[$and][0][project][key][$eq]=${api.projectKey}`;
    expect((await admin.get(`${collection(TYPE)}?${nested}`)).body.results).toHaveLength(all);
  });

  it('nor to a role that may read its other fields', async () => {
    const reader = await newColleague(server, admin, [
      mayInContentManager('read', TYPE, ['url', 'newSecret', 'secret']),
    ]);
    const { text } = await reader.get(`${collection(TYPE)}/${id}`).expect(200);
    expect(text).not.toContain(stored);
  });

  it('and keeps it when a form leaves the field empty, or sends the stored attribute', async () => {
    const { body: form } = await admin.get(`${collection(TYPE)}/${id}`).expect(200);
    expect(form.data.newSecret).toBeNull();
    for (const newSecret of [null, '', undefined]) {
      const data = { ...form.data, newSecret, secret: 'forged', url: 'http://127.0.0.1:9/other' };
      await admin.put(`${collection(TYPE)}/${id}`, data).expect(200);
    }
    expect(await storedSecret(id)).toBe(stored);
    await admin.put(`${collection(TYPE)}/${id}`, { newSecret: 'another' }).expect(200);
    expect(await storedSecret(id)).not.toBe(stored);
    const columns = await server.run((strapi) =>
      strapi.db.connection('work_tracking_webhook_subscriptions').select('new_secret'),
    );
    expect(columns).toEqual([{ new_secret: null }]);
  });

  it('and does not create a subscription without one', async () => {
    const project = { connect: [{ documentId: api.tenantId }], disconnect: [] };
    const data = { url: 'http://127.0.0.1:9/new', eventTypes: ['ticket.created'], active: true, project };
    const refused = await admin.post(collection(TYPE), data);
    expect([refused.status, refused.body.error.details.errors]).toEqual([
      400,
      [
        {
          path: ['newSecret'],
          message: 'secret must have 1 to 256 characters.',
          name: 'ValidationError',
        },
      ],
    ]);
    const broken = await admin.post(collection(TYPE), { ...data, newSecret: 'whsec_!!!' }).expect(400);
    expect(broken.body.error.details.errors).toMatchObject([{ path: ['newSecret'] }]);
    const { body } = await admin.post(collection(TYPE), { ...data, newSecret: 'secret' }).expect(201);
    expect(JSON.stringify(body)).not.toContain(await storedSecret(body.data.documentId));
  });
});
