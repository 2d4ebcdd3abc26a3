import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileDecision, tokenFor, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { inCode } from '../support/documents';
import { startServer, type OwnServer } from '../support/server';
import { pageChanges } from './page-changes';
import { FILES, HOME, PAGES } from './pages';

let server: OwnServer;
let admin: Admin;
let api: Api;
let customers: [string, string];
let files: [string, string];

beforeAll(async () => {
  server = await startServer({
    env: {
      ...builtWith({ files: FILES }),
      SIGN_OFF_PROJECT: 'SIGN',
      SIGN_OFF_TYPES: `${PAGES}=always,${HOME}=always`,
    },
  });
  admin = await registerAdmin(server);
  api = await tokenFor(server, 'SIGN');
  [customers, files] = await server.run(async (strapi) => {
    await strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
    const make = async (uid: string, data: object): Promise<string> =>
      (await strapi.documents(uid as never).create({ data, status: 'published' } as never)).documentId;
    const customer = (name: string) => make('api::customer.customer', { name });
    const file = (name: string) =>
      make('plugin::upload.file', {
        ...{
          name,
          hash: name,
          mime: 'image/png',
          size: 1,
          url: `/${name}`,
          provider: 'local',
          folderPath: '/',
        },
      });
    return [
      [await customer('Ada'), await customer('Bob')],
      [await file('a.png'), await file('b.png')],
    ] as [[string, string], [string, string]];
  });
});
afterAll(() => server.destroy());

const write = (action: 'create' | 'update' | 'publish', params: object, uid = PAGES): Promise<string> =>
  inCode(server, uid, action, params);

async function publish(id: string, entry: { type: string; locale?: string } = { type: PAGES, locale: 'en' }) {
  const query = new URLSearchParams(entry).toString();
  const { body } = await admin.get(`/work-tracking/content/${id}/sign-off?${query}`).expect(200);
  const { contentDigest } = body.data;
  await admin
    .post(`/work-tracking/content/${id}/publish`, { ...entry, contentDigest, reason: 'To be compared.' })
    .expect(200);
}

/** What the inbox shows of a new decision about a page. */
async function shownOf(id: string, who: Admin = admin, locale: string | null = 'en') {
  const decision = await fileDecision(api, { content: [{ type: PAGES, id, locale }] });
  const { body } = await who.get(`/work-tracking/decisions/${decision.id as string}/changes`).expect(200);
  const { data } = (await admin.get(`/work-tracking/decisions/${decision.id as string}`).expect(200)).body;
  expect(body.data.contentDigest).toBe(data.contentDigest);
  return body.data.entries;
}

const changesOf = async (id: string, who: Admin = admin, locale: string | null = 'en') =>
  (await shownOf(id, who, locale))[0].locales;

/** Each part by its path, as what was there and what is now. */
async function partsOf(id: string, who: Admin = admin): Promise<Record<string, [unknown, unknown]>> {
  const [{ parts }] = (await changesOf(id, who)) as [
    { parts: { path: string[]; before: unknown; after: unknown }[] },
  ];
  const shown = (value: unknown) => {
    const { text, entries } = Object(value) as { text?: string; entries?: { title: string }[] };
    return entries ? entries.map(({ title }) => title) : (text ?? null);
  };
  return Object.fromEntries(
    parts.map(({ path, before, after }) => [path.join(' › '), [shown(before), shown(after)]]),
  );
}

const written = (side: 1 | 2) =>
  Object.fromEntries(pageChanges(customers, files).map((change) => [change[0], change[side]]));

it('tells of each field what publishing changes', async () => {
  const id = await write('create', { data: written(1) });
  const [first] = await changesOf(id);
  expect(first).toMatchObject({
    locale: 'en',
    isPublished: false,
    further: 0,
    hasUnreadable: false,
    previewUrl: null,
  });
  expect(await partsOf(id)).toMatchObject({ title: [null, 'A page'], points: [null, '0'] });

  await publish(id);
  expect(await changesOf(id)).toEqual([
    {
      ...{ locale: 'en', isPublished: true, approvedAt: null, parts: [], further: 0 },
      ...{ hasUnreadable: false, previewUrl: null },
    },
  ]);

  await write('update', { documentId: id, data: written(2) });
  const told = await partsOf(id);
  for (const [name, , , expected] of pageChanges(customers, files)) {
    const own = Object.entries(told).filter(([path]) => path === name || path.startsWith(`${name} ›`));
    expect({ name, told: Object.fromEntries(own) }).toEqual({ name, told: expected });
  }
});

it('tells of each locale, or of the one that is asked for', async () => {
  const id = await write('create', { data: { title: 'A page' } });
  await write('update', { documentId: id, locale: 'de', data: { title: 'Eine Seite' } });
  await publish(id);
  const all = await changesOf(id, admin, null);
  expect(all).toMatchObject([
    { locale: 'de', isPublished: false },
    { locale: 'en', isPublished: true, parts: [] },
  ]);
  expect(await changesOf(id)).toHaveLength(1);
  expect(await shownOf('nothing')).toMatchObject([{ entry: { state: 'gone' }, locales: [] }]);
});

const DECISIONS = [
  { action: actionId('decision.read') },
  mayInContentManager('read', 'decision', ['state', 'content']),
];
const mayReadPages = (fields: string[], conditions: string[] = []) => ({
  action: 'plugin::content-manager.explorer.read',
  subject: PAGES,
  properties: { fields, locales: ['en'] },
  conditions,
});

it('tells nobody of a field that they may not read, but that there is more', async () => {
  const reader = await newColleague(server, admin, [
    ...DECISIONS,
    mayReadPages(['title', 'customer', 'link.url']),
  ]);
  const link = { label: 'a', url: 'b' };
  const data = { title: 'A page', summary: 'a summary', customer: customers[0], link };
  const id = await write('create', { data });
  const [{ parts, hasUnreadable }] = await changesOf(id, reader);
  const paths = parts.map(({ path }: { path: string[] }) => path.join(' › '));
  expect(paths.sort()).toEqual(['customer', 'link › url', 'title']);
  expect(hasUnreadable).toBe(true);
  expect(JSON.stringify(parts)).not.toContain('Ada');
  expect(JSON.stringify(parts)).toContain('hidden');

  await publish(id);
  await write('update', { documentId: id, data: { summary: 'another' } });
  expect(await changesOf(id, reader)).toMatchObject([{ parts: [], hasUnreadable: true }]);
  await write('update', { documentId: id, data: { summary: 'a summary', link: { label: 'b' } } });
  expect(await changesOf(id, reader)).toMatchObject([{ hasUnreadable: true }]);
  await write('update', { documentId: id, locale: 'de', data: { title: 'Eine Seite' } });
  expect(await shownOf(id, reader, 'de')).toMatchObject([{ entry: { state: 'hidden' }, locales: [] }]);

  // Who signs every locale is told of the one that they may not read.
  expect(await changesOf(id, reader, null)).toMatchObject([
    { locale: 'de', isPublished: false, parts: [], hasUnreadable: true },
    { locale: 'en', isPublished: true },
  ]);

  const nobody = await newColleague(server, admin, DECISIONS);
  expect(await shownOf(id, nobody)).toMatchObject([{ entry: { state: 'hidden' }, locales: [] }]);
  const blind = await newColleague(server, admin, [
    { action: actionId('decision.read') },
    mayInContentManager('read', 'decision', ['state']),
    mayReadPages(['title']),
  ]);
  expect(await shownOf(id, blind)).toEqual([]);
});

it('holds of an entry that a role may read by a condition', async () => {
  const reader = await newColleague(server, admin, [
    ...DECISIONS,
    mayReadPages(['title'], ['admin::is-creator']),
  ]);
  const mine = await reader.get('/admin/users/me').expect(200);
  const id = await write('create', { data: { title: 'A page', createdBy: mine.body.data.id } });
  expect((await changesOf(id, reader))[0].parts).toMatchObject([{ path: ['title'] }]);
  const other = await write('create', { data: { title: 'A page' } });
  expect(await shownOf(other, reader)).toMatchObject([{ entry: { state: 'hidden' }, locales: [] }]);
});

it('shows of long texts what differs, and says where that is not all', async () => {
  const [start, end] = ['a '.repeat(9000), ' z'.repeat(9000)];
  const id = await write('create', {
    data: { title: 'A page', body: `${start}old${end}`, story: 'b'.repeat(6000) },
  });
  await publish(id);
  await write('update', {
    documentId: id,
    data: { body: `${start}new${end}`, story: 'c'.repeat(6000) },
  });
  const [{ parts }] = await changesOf(id);
  const [story, body] = ['story', 'body'].map((name) =>
    parts.find(({ path }: { path: string[] }) => path[0] === name),
  );
  expect(body).toMatchObject({ isCut: false });
  expect(body.before.text).toMatch(/^….*a old z.*…$/);
  expect(body.after.text).toMatch(/^….*a new z.*…$/);
  expect(body.after.text.length).toBeLessThan(1000);
  expect(story).toMatchObject({ isCut: true });
});

it('shows the first of many changes, and how many more there are', async () => {
  const links = Array.from({ length: 150 }, (_, index) => ({ label: `Label ${index}` }));
  const id = await write('create', { data: { title: 'a'.repeat(255), estimates: [{ links }] } });
  const [{ parts, further }] = await changesOf(id);
  expect(parts).toHaveLength(50);
  expect(further).toBe(101);
});

it('links to the preview where the application has one', async () => {
  const id = await write('create', { data: { title: 'A page' } });
  const setPreview = (isWorking: boolean) =>
    server.run((strapi, works) => {
      const handler = (uid: string, entry: { documentId: string; locale: string; status: string }) => {
        if (!works) throw new Error('No address.');
        return `https://example.org/${uid}/${entry.documentId}/${entry.locale}/${entry.status}`;
      };
      strapi.config.set('admin.preview', { enabled: true, config: { handler } });
    }, isWorking);
  await setPreview(true);
  expect(await changesOf(id)).toMatchObject([{ previewUrl: `https://example.org/${PAGES}/${id}/en/draft` }]);
  // The address of a preview may hold a secret.
  await write('update', { documentId: id, locale: 'de', data: { title: 'Eine Seite' } });
  const reader = await newColleague(server, admin, [...DECISIONS, mayReadPages(['title'])]);
  expect(await changesOf(id, reader, null)).toMatchObject([
    { locale: 'de', previewUrl: null },
    { locale: 'en', previewUrl: `https://example.org/${PAGES}/${id}/en/draft` },
  ]);
  await setPreview(false);
  expect(await changesOf(id)).toMatchObject([{ previewUrl: null }]);
  expect(server.log()).toContain('Failed to get preview URL: Error: No address.');
});

it('tells of a draft that it is published where publishing it would change nothing', async () => {
  const customer = 'api::customer.customer';
  const unpublished = await inCode(server, customer, 'create', { data: { name: 'Eve' } });
  const link = { label: 'a', owner: unpublished };
  const data = { title: 'A page', customer: unpublished, watchers: [customers[0], unpublished], link };
  const id = await write('create', { data: { ...data, passphrase: 'secret-1' } });
  const signOff = async () =>
    (await admin.get(`/work-tracking/content/${id}/sign-off?type=${PAGES}&locale=en`)).body.data;
  const isPublished = async (): Promise<boolean> => (await signOff()).isPublished;
  await publish(id);
  expect(await isPublished()).toBe(true);
  const { contentDigest } = await signOff();
  const again = { type: PAGES, locale: 'en', contentDigest, reason: 'Once more.' };
  const { body } = await admin.post(`/work-tracking/content/${id}/publish`, again).expect(400);
  expect(body.error.message).toBe('This entry is published as it is.');

  await write('update', { documentId: id, data: { watchers: [customers[1], unpublished] } });
  expect(await isPublished()).toBe(false);
  await write('update', { documentId: id, data: { watchers: [customers[0]] } });
  expect(await isPublished()).toBe(true);
  // Now publishing the page would show her.
  await inCode(server, customer, 'publish', { documentId: unpublished });
  expect(await isPublished()).toBe(false);
  await publish(id);
  expect(await isPublished()).toBe(true);
});

it.each([null, 'en'])(
  'is the same of a single type without locales, referred to with the locale %j',
  async (locale) => {
    const id = await write('create', { data: { title: 'Welcome' } }, HOME);
    await publish(id, { type: HOME });
    await write('update', { documentId: id, data: { title: 'Hello' } }, HOME);
    const decision = await fileDecision(api, { content: [{ type: HOME, id, locale }] });
    const path = `/work-tracking/decisions/${decision.id as string}`;
    const { data } = (await admin.get(`${path}/changes`).expect(200)).body;
    const part = { path: ['title'], before: { text: 'Welcome' }, after: { text: 'Hello' } };
    expect(data.entries).toMatchObject([
      {
        entry: { title: 'Hello', isSingle: true },
        locales: [{ locale: null, isPublished: true, parts: [part] }],
      },
    ]);
    await expect(write('publish', { documentId: id }, HOME)).rejects.toThrow('"Hello" is not published');
    const resolution = { verdict: 'approved', contentDigest: data.contentDigest };
    await admin.post(`${path}/resolve`, resolution).expect(200);
    await write('publish', { documentId: id }, HOME);
    const { body } = await admin.get(`/work-tracking/content/${id}/sign-off?type=${HOME}`).expect(200);
    expect(body.data).toMatchObject({ state: 'approved', isPublished: true });
    await inCode(server, HOME, 'delete', { documentId: id });
  },
);
