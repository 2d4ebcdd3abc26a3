import { collection, mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileDecision, fileTicket, newProject, subscribe, type Api } from '../support/api';
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

interface Row {
  id: number;
  document_id: string;
  created_at: unknown;
  locale: string | null;
}

/** The values that records have from their creation on, as they are stored. */
const rowsOf = (type: string): Promise<Row[]> =>
  server.run(
    (strapi, uid) =>
      strapi.db
        .connection(strapi.db.metadata.get(uid).tableName)
        .select('id', 'document_id', 'created_at', 'locale')
        .orderBy('id'),
    `plugin::work-tracking.${type}`,
  );

type Values = Record<string, unknown>;

const inProject = () => ({ project: { connect: [{ documentId: api.tenantId }] } });
let made = 0;

/** Of each type that people write: what a form must give, what it may change, and how one is made. */
const TYPES: [type: string, change: Values, given: () => Values, make: () => Promise<string>][] = [
  [
    'ticket',
    { title: 'Another' },
    () => ({ title: 'A ticket', state: 'open', priority: 'P2', ...inProject() }),
    async () => (await fileTicket(api)).id,
  ],
  [
    'decision',
    { title: 'Another' },
    () => ({ title: 'A decision', slug: `given-${(made += 1)}`, state: 'open', ...inProject() }),
    async () => (await fileDecision(api)).id,
  ],
  [
    'webhook-subscription',
    { url: 'https://example.org/another' },
    () => ({
      url: 'https://example.org/hook',
      newSecret: 'a secret',
      eventTypes: ['ticket.created'],
      ...inProject(),
    }),
    async () => (await subscribe(api, 'https://example.org/hook')).id,
  ],
  [
    'project',
    { name: 'Another' },
    () => ({ key: `GIVEN-${(made += 1)}`, name: 'A project', ventureKey: 'GIVEN' }),
    async () => (await newProject(server)).tenantId,
  ],
];

const FORGED: [string, unknown][] = [
  ['documentId', 'hijack'],
  ['documentId', ''],
  ['documentId', null],
  ['documentId', '../../x y/é?#'],
  ['id', 987_654],
  ['createdAt', '2000-01-01T00:00:00.000Z'],
  ['locale', 'fr'],
];

/** Writes as code does, in the document service or below it. */
const inCode = (
  door: 'documents' | 'query',
  write: 'create' | 'update',
  type: string,
  data: Values,
  id?: string,
) =>
  server.run(
    async (strapi, asked) => {
      if (asked.data.project) {
        const { documentId } = (asked.data.project as { connect: [{ documentId: string }] }).connect[0];
        asked.data.project = (
          await strapi.db.query('plugin::work-tracking.project').findOne({ where: { documentId } })
        ).id;
      }
      const { newSecret, ...others } = asked.data;
      const values = newSecret ? { ...others, secret: newSecret } : others;
      try {
        if (asked.door === 'query') {
          const query = strapi.db.query(asked.uid);
          if (asked.write === 'create') await query.create({ data: values });
          else await query.update({ where: { documentId: asked.id }, data: values });
        } else {
          const documents = strapi.documents(asked.uid as never) as unknown as Record<
            string,
            (params: object) => Promise<unknown>
          >;
          await documents[asked.write]!({ ...(asked.id && { documentId: asked.id }), data: values });
        }
        return 'written';
      } catch (error) {
        return (error as Error).message;
      }
    },
    { door, write, uid: `plugin::work-tracking.${type}`, data, ...(id !== undefined && { id }) },
  );

describe.each(TYPES)('the id and the beginning of a %s', (type, change, given, make) => {
  it.each(FORGED)('stay what they are: %s %j is refused by every door', async (name, value) => {
    const id = await make();
    const before = await rowsOf(type);
    const form = await admin.put(`${collection(type)}/${id}`, { ...change, [name]: value });
    // The content manager leaves the others out itself.
    if (['documentId', 'locale'].includes(name))
      expect(form.body.error?.details?.errors?.[0]?.path).toEqual([name]);
    const refusal = expect.stringContaining(`its ${name}, which never changes`) as string;
    for (const door of ['documents', 'query'] as const)
      expect(await inCode(door, 'update', type, { ...change, [name]: value }, id)).toEqual(refusal);
    expect(await rowsOf(type)).toEqual(before);
  });

  it('are not those of another one', async () => {
    const [one, other] = [await make(), await make()];
    const before = await rowsOf(type);
    await admin.put(`${collection(type)}/${one}`, { ...change, documentId: other }).expect(400);
    expect(await rowsOf(type)).toEqual(before);
  });

  it('may be sent back as they are', async () => {
    const id = await make();
    const before = await rowsOf(type);
    const { body } = await admin.get(`${collection(type)}/${id}`).expect(200);
    const { createdAt, updatedAt, locale = null, id: row } = body.data;
    const sent = { documentId: id, createdAt, updatedAt, locale, id: row };
    await admin.put(`${collection(type)}/${id}`, { ...change, ...sent }).expect(200);
    expect(await rowsOf(type)).toEqual(before);
  });

  it('are given by the service to a new one, whatever is given for them', async () => {
    const taken = await make();
    const before = await rowsOf(type);
    const forged = () => ({ ...given(), ...Object.fromEntries(FORGED), documentId: taken });
    await admin.post(collection(type), forged()).expect(201);
    for (const door of ['documents', 'query'] as const)
      expect(await inCode(door, 'create', type, forged())).toBe('written');
    const rows = (await rowsOf(type)).slice(before.length);
    expect(rows).toHaveLength(3);
    for (const { id, document_id: documentId, created_at: at, locale } of rows) {
      expect(id).toBeLessThan(987_654);
      expect(documentId).toMatch(/^[a-z0-9]{24}$/);
      expect(new Date(at as string).getFullYear()).toBeGreaterThan(2000);
      expect(locale).toBeNull();
    }
  });
});

it('a role that may change a title alone changes nothing else of a ticket', async () => {
  const colleague = await newColleague(server, admin, [
    mayInContentManager('read', 'ticket', ['title']),
    mayInContentManager('update', 'ticket', ['title']),
  ]);
  const { id } = await fileTicket(api);
  const path = `${collection('ticket')}/${id}`;
  await colleague.put(path, { title: 'New', documentId: 'hijack' }).expect(400);
  await colleague.put(path, { title: 'New' }).expect(200);
  expect((await api.get(`/tickets/${id}`).expect(200)).body.ticket).toMatchObject({ id, title: 'New' });
});

it('nobody but the service says that it has disabled a subscription', async () => {
  const { id } = await subscribe(api, 'https://example.org/hook');
  const path = `${collection('webhook-subscription')}/${id}`;
  const { body } = await admin
    .put(path, { active: false, disabledReason: 'Forged.', failingSince: '2020-01-01T00:00:00Z' })
    .expect(200);
  expect(body.data).toMatchObject({ active: false, disabledReason: null, failingSince: null });
  await inCode('documents', 'update', 'webhook-subscription', { disabledReason: 'Forged.' }, id);
  await inCode('query', 'update', 'webhook-subscription', { disabledReason: 'Forged.', resuming: true }, id);
  const { body: now } = await admin.get(path).expect(200);
  expect(now.data.disabledReason).toBeNull();
  const { body: audit } = await api.get(`/changes?target_id=${id}`).expect(200);
  expect(audit.changes.map(({ action }: { action: string }) => action)).toEqual([
    'subscription.created',
    'subscription.updated',
  ]);
});
