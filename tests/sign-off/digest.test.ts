import { registerAdmin, type Admin } from '../support/admin';
import { fileDecision, tokenFor, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { inCode } from '../support/documents';
import { startServer, type OwnServer } from '../support/server';
import { FILES, PAGES, SECTIONS } from './pages';

let server: OwnServer;
let admin: Admin;
let api: Api;
/** Document ids of two customers, two sections and two files; they are the same each time. */
let ids: Record<'customers' | 'sections' | 'files', [string, string]>;

beforeAll(async () => {
  server = await startServer({
    env: {
      ...builtWith({ files: FILES }),
      SIGN_OFF_PROJECT: 'SIGN',
      SIGN_OFF_TYPES: `${PAGES}=always,${SECTIONS}=always`,
    },
  });
  admin = await registerAdmin(server);
  api = await tokenFor(server, 'SIGN');
  ids = await server.run(async (strapi) => {
    await strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
    const two = async (uid: string, data: object): Promise<[string, string]> => {
      const make = async (number: number) => {
        const documentId = `${uid.split('.')[1]}-${number}`;
        await strapi.documents(uid as never).create({ data: { ...data, documentId } } as never);
        return documentId;
      };
      return [await make(1), await make(2)];
    };
    const file = {
      name: 'a.png',
      hash: 'a',
      mime: 'image/png',
      size: 1,
      url: '/a.png',
      provider: 'local',
      folderPath: '/',
    };
    return {
      customers: await two('api::customer.customer', { name: 'A customer' }),
      sections: await two('api::section.section', { title: 'A section' }),
      files: await two('plugin::upload.file', file),
    };
  });
});
afterAll(() => server.destroy());

const write = (uid: string, action: 'create' | 'update', params: object) =>
  inCode(server, uid, action, params);

/** The digest of what a new decision about an entry is about. */
async function digestOf(type: string, id: string, locale: string | null = 'en'): Promise<string | null> {
  const decision = await fileDecision(api, { content: [{ type, id, locale }] });
  const { body } = await admin.get(`/work-tracking/decisions/${decision.id as string}`).expect(200);
  return body.data.contentDigest;
}

/** Two values of each attribute; of relations and files, made when the entries are there. */
const VALUES: Record<string, [one: unknown, other: unknown] | (() => [unknown, unknown])> = {
  title: ['A page', 'Another'],
  slug: ['a-page', 'another'],
  body: ['*Text*', '*Text* '],
  customer_tier: ['gold', 'silver'],
  summary: ['a summary', 'another'],
  contact: ['a@example.com', 'b@example.com'],
  story: ['A story', 'A story\n'],
  points: [1, 0],
  serial: ['9007199254740991', '9007199254740990'],
  weight: [0.1, 0.2],
  cost: [1.25, 1.5],
  billable: [false, true],
  due: ['2026-01-31', '2026-02-01'],
  at: ['12:00:00.100', '12:00:00.000'],
  seen: ['2026-01-31T12:00:00.000Z', '2026-01-31T12:00:00.001Z'],
  extra: [
    { a: { b: [1, 2], c: null }, d: 'ä' },
    { a: { b: [2, 1], c: null }, d: 'ä' },
  ],
  text: [
    [{ type: 'paragraph', children: [{ type: 'text', text: 'A text' }] }],
    [{ type: 'paragraph', children: [{ type: 'text', text: 'A text', bold: true }] }],
  ],
  external: ['one', 'other'],
  cost_center: ['private', 'Private'],
  passphrase: ['secret-1', 'secret-2'],
  link: [
    { label: 'A link', url: '/a' },
    { label: 'A link', url: '/b' },
  ],
  estimate: [
    { hours: 1, links: [{ label: 'A link' }] },
    { hours: 1, links: [{ label: 'A link' }, { label: 'A link' }] },
  ],
  estimates: [
    [{ hours: 1 }, { hours: 2 }],
    [{ hours: 2 }, { hours: 1 }],
  ],
  zone: [
    [
      { __component: 'work.link', label: 'A link' },
      { __component: 'work.estimate', hours: 1 },
    ],
    [
      { __component: 'work.estimate', hours: 1 },
      { __component: 'work.link', label: 'A link' },
    ],
  ],
  customer: () => ids.customers,
  watchers: () => [ids.customers, [...ids.customers].reverse()],
  related: () => [ids.customers, ids.customers.slice(0, 1)],
  section: () => ids.sections,
  attachment: () => ids.files,
  attachments: () => [ids.files, [...ids.files].reverse()],
};

/** What is given for nothing where it is not null. */
const NO_VALUE: Record<string, unknown> = { estimates: [], zone: [] };

/** In code, files are given by the ids of their rows. */
const asGiven = (data: Record<string, unknown>): Promise<Record<string, unknown>> =>
  server.run(async (strapi, given) => {
    const files = await strapi.db.query('plugin::upload.file').findMany();
    const rowOf = (id: unknown) => files.find(({ documentId }) => documentId === id)?.id ?? null;
    const rowsOf = (value: unknown) => (Array.isArray(value) ? value.map(rowOf) : rowOf(value));
    for (const name of ['attachment', 'attachments']) {
      if (name in given) given[name] = rowsOf(given[name]);
    }
    return given;
  }, data);

const valuesOf = (name: string): [unknown, unknown] => {
  const values = VALUES[name]!;
  return typeof values === 'function' ? values() : values;
};

const OF_ONE_ENTRY = ['external', 'slug', 'passphrase'];

/** A page in English that holds the first value of each attribute that several entries can have. */
async function newPage(): Promise<string> {
  const names = Object.keys(VALUES).filter((name) => !OF_ONE_ENTRY.includes(name));
  const values = names.map((name) => [name, valuesOf(name)[0]]);
  const data = await asGiven(Object.fromEntries(values) as Record<string, unknown>);
  return write(PAGES, 'create', { data });
}

it('each attribute of the builder is tried', () => {
  const { attributes } = FILES['api/page/content-types/page/schema.json'];
  expect(Object.keys(VALUES).sort()).toEqual(Object.keys(attributes).sort());
});

it.each(Object.keys(VALUES))('changes with %s, and not when the same is saved again', async (name) => {
  const id = await newPage();
  const [one, other] = valuesOf(name);
  const save = async (value: unknown) =>
    write(PAGES, 'update', { documentId: id, data: await asGiven({ [name]: value }) });
  await save(one);
  const before = await digestOf(PAGES, id);
  // A password is stored under another salt each time.
  if (name !== 'passphrase') await save(one);
  expect(await digestOf(PAGES, id)).toBe(before);
  await save(other);
  const changed = await digestOf(PAGES, id);
  expect(changed).not.toBe(before);
  await save(NO_VALUE[name] ?? null);
  expect([before, changed]).not.toContain(await digestOf(PAGES, id));
  await save(one);
  if (name !== 'passphrase') expect(await digestOf(PAGES, id)).toBe(before);
  await save(NO_VALUE[name] ?? null);
});

it.each(['title', 'body', 'story', 'contact', 'external', 'cost_center', 'customer_tier'])(
  'is the same while %s is an empty text and while it was never filled in',
  async (name) => {
    const id = await write(PAGES, 'create', { data: { title: 'A page', [name]: null } });
    const before = await digestOf(PAGES, id);
    await server.run(
      async (strapi, { uid, documentId, attribute }) => {
        await strapi.db.query(uid).updateMany({ where: { documentId }, data: { [attribute]: '' } });
      },
      { uid: PAGES, documentId: id, attribute: name },
    );
    expect(await digestOf(PAGES, id)).toBe(before);
  },
);

it('changes with what is within a component', async () => {
  const id = await newPage();
  const save = (links: object[]) =>
    write(PAGES, 'update', {
      documentId: id,
      data: { zone: [{ __component: 'work.estimate', hours: 1, links }] },
    });
  await save([{ label: 'A', owner: ids.customers[0] }]);
  const before = await digestOf(PAGES, id);
  await save([{ label: 'A', owner: ids.customers[1] }]);
  const changed = await digestOf(PAGES, id);
  await save([{ label: 'A', owner: ids.customers[0] }]);
  expect([changed === before, await digestOf(PAGES, id)]).toEqual([false, before]);
});

it('changes with what the other side of a relation keeps', async () => {
  const [section] = ids.sections;
  const [one, other] = [await newPage(), await newPage()];
  const move = (id: string, to: string | null) =>
    write(PAGES, 'update', { documentId: id, data: { section: to } });
  await move(one, null);
  await move(other, null);
  const without = await digestOf(SECTIONS, section, null);
  await move(one, section);
  await move(other, section);
  const withBoth = await digestOf(SECTIONS, section, null);
  await move(one, null);
  await move(one, section);
  expect([without === withBoth, await digestOf(SECTIONS, section, null)]).toEqual([false, withBoth]);
});

it('is that of a locale, or of each of them', async () => {
  const id = await newPage();
  await write(PAGES, 'update', { documentId: id, locale: 'de', data: { title: 'Eine Seite' } });
  const digests = () => Promise.all(['en', 'de', null].map((locale) => digestOf(PAGES, id, locale)));
  const [en, de, every] = await digests();
  await write(PAGES, 'update', { documentId: id, locale: 'de', data: { title: 'Noch eine' } });
  const after = await digests();
  expect([after[0] === en, after[1] === de, after[2] === every]).toEqual([true, false, false]);
});

it('is of the draft: an entry with all that it can hold is published as it was approved', async () => {
  const id = await newPage();
  const content = [{ type: PAGES, id, locale: 'en' }];
  const { id: decision } = await fileDecision(api, { content });
  const { body } = await admin.get(`/work-tracking/decisions/${decision as string}`).expect(200);
  const { contentDigest } = body.data;
  await admin
    .post(`/work-tracking/decisions/${decision as string}/resolve`, { verdict: 'approved', contentDigest })
    .expect(200);
  const publish = () => inCode(server, PAGES, 'publish', { documentId: id });
  await publish();
  await publish();
  expect((await admin.get(`/work-tracking/decisions/${decision as string}`)).body.data.contentDigest).toBe(
    contentDigest,
  );
});

it('says nothing of who has written an entry and when', async () => {
  const id = await newPage();
  const before = await digestOf(PAGES, id);
  await server.run(
    async (strapi, { uid, documentId }) => {
      await strapi.db.query(uid).updateMany({
        where: { documentId },
        data: { createdAt: new Date(0), updatedAt: new Date(0) },
      });
      const user = await strapi.db.query('admin::user').findOne({});
      const row = await strapi.db.query(uid).findOne({ where: { documentId } });
      await strapi.db.query(uid).update({ where: { id: row!.id }, data: { updatedBy: user!.id } });
    },
    { uid: PAGES, documentId: id },
  );
  expect(await digestOf(PAGES, id)).toBe(before);
});

it('is null for a decision about nothing under sign-off', async () => {
  expect(await digestOf('api::customer.customer', 'a')).toBeNull();
});

it('is the same on every database, and after a restart', async () => {
  const id = await newPage();
  // A password is stored under another salt each time.
  const ofOne = Object.fromEntries(['external', 'slug'].map((name) => [name, valuesOf(name)[0]]));
  await write(PAGES, 'update', { documentId: id, data: ofOne });
  await server.run(
    async (strapi, { uid, documentId }) => {
      const { id: row } = (await strapi.db.query(uid).findOne({ where: { documentId } }))!;
      await strapi.db.query(uid).update({ where: { id: row }, data: { documentId: 'always-the-same' } });
    },
    { uid: PAGES, documentId: id },
  );
  expect(await digestOf(PAGES, 'always-the-same')).toBe(
    '721ccff01241798482f94c1a0ac38bec82dec9595a991b925796d4f524fcc3f7',
  );
});
