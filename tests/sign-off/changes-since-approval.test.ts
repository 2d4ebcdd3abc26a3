import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileDecision, tokenFor, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { inCode } from '../support/documents';
import { startServer, type OwnServer } from '../support/server';
import { FILES, PAGES } from './pages';

const env = {
  ...builtWith({ files: FILES }),
  SIGN_OFF_PROJECT: 'SIGN',
  SIGN_OFF_TYPES: `${PAGES}=always`,
};

let server: OwnServer;
let admin: Admin;
let api: Api;
let ada: string;
let bob: string;

beforeAll(async () => {
  server = await startServer({ env });
  admin = await registerAdmin(server);
  api = await tokenFor(server, 'SIGN');
  await server.run(async (strapi) => {
    await strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
    // Strapi takes conditions while it starts.
    strapi.isLoaded = false;
    await strapi.service('admin::permission').conditionProvider.register({
      displayName: "Ada's small ones",
      name: 'small',
      handler: () => ({ 'customer.name': { $eq: 'Ada' }, points: { $lt: 5 } }),
    });
    strapi.isLoaded = true;
  });
  [ada, bob] = (await Promise.all(
    ['Ada', 'Bob'].map((name) =>
      inCode(server, 'api::customer.customer', 'create', { data: { name }, status: 'published' }),
    ),
  )) as [string, string];
});
afterAll(() => server.destroy());

const write = (action: string, params: object) => inCode(server, PAGES, action, params);
const newPage = (data: object) => write('create', { data });
const edit = (documentId: string, data: object, locale = 'en') =>
  write('update', { documentId, locale, data });

const ask = async (id: string, locale: string | null = 'en'): Promise<string> =>
  (await fileDecision(api, { content: [{ type: PAGES, id, locale }] })).id as string;

/** Files a decision about a page and resolves it as a person in the panel. */
async function resolve(id: string, verdict = 'approved', locale: string | null = 'en'): Promise<void> {
  const path = `/work-tracking/decisions/${await ask(id, locale)}`;
  const { contentDigest } = (await admin.get(path).expect(200)).body.data;
  await admin.post(`${path}/resolve`, { verdict, contentDigest }).expect(200);
}

async function changesOf(decision: string, who: Admin = admin) {
  const { body } = await who.get(`/work-tracking/decisions/${decision}/changes`).expect(200);
  return body.data.entries[0].locales;
}

/** What the inbox shows of a new decision about a page. */
async function shownOf(id: string, who: Admin = admin) {
  const [shown] = await changesOf(await ask(id), who);
  return shown;
}

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const title = (before: string, after: string) => ({
  ...{ path: ['title'], isCut: false },
  ...{ before: { text: before }, after: { text: after } },
});

const mayReadPages = (fields: string[], conditions: string[] = []) => [
  { action: actionId('decision.read') },
  mayInContentManager('read', 'decision', ['state', 'content']),
  {
    action: 'plugin::content-manager.explorer.read',
    subject: PAGES,
    properties: { fields, locales: ['en'] },
    conditions,
  },
];

it('shows the one field that was changed since the entry was approved, though it was never published', async () => {
  const zone = [{ __component: 'work.link', label: 'a', owner: ada }];
  const id = await newPage({ title: 'A page', body: '*Text*', watchers: [ada], zone, passphrase: 'secret' });
  expect(await shownOf(id)).toMatchObject({ isPublished: false, approvedAt: null });
  await resolve(id);
  expect(await shownOf(id)).toMatchObject({ approvedAt: TIME, parts: [], hasUnreadable: false });

  await edit(id, { title: 'Another page' });
  expect(await shownOf(id)).toEqual({
    ...{ locale: 'en', isPublished: false, approvedAt: TIME, previewUrl: null },
    ...{ parts: [title('A page', 'Another page')], further: 0, hasUnreadable: false },
  });
  // What was not approved is nothing to compare with.
  await resolve(id, 'rejected');
  await edit(id, { title: 'A third page', watchers: [ada, bob] });
  expect((await shownOf(id)).parts).toMatchObject([
    { path: ['watchers'], before: { entries: [] }, after: { entries: [{ title: 'Bob' }] } },
    title('A page', 'A third page'),
  ]);
});

it('compares with what is newer, the approval or the publication', async () => {
  const id = await newPage({ title: 'First' });
  await resolve(id);
  await write('publish', { documentId: id });
  await edit(id, { title: 'Second' });
  expect(await shownOf(id)).toMatchObject({ approvedAt: null, parts: [title('First', 'Second')] });

  await resolve(id);
  await edit(id, { title: 'Third' });
  expect(await shownOf(id)).toMatchObject({
    ...{ isPublished: true, approvedAt: TIME, parts: [title('Second', 'Third')] },
  });

  // Approved as it is published.
  await edit(id, { title: 'First' });
  await resolve(id);
  await edit(id, { title: 'Fourth' });
  expect(await shownOf(id)).toMatchObject({ approvedAt: null, parts: [title('First', 'Fourth')] });

  await write('unpublish', { documentId: id });
  expect(await shownOf(id)).toMatchObject({
    ...{ isPublished: false, approvedAt: TIME, parts: [title('First', 'Fourth')] },
  });

  // In an emergency, what was not approved is published.
  const path = `/work-tracking/content/${id}`;
  const { body } = await admin.get(`${path}/sign-off?type=${PAGES}&locale=en`).expect(200);
  const { contentDigest } = body.data;
  const urgent = { type: PAGES, locale: 'en', contentDigest, reason: 'It is urgent.' };
  await admin.post(`${path}/publish`, urgent).expect(200);
  await edit(id, { title: 'Fifth' });
  expect(await shownOf(id)).toMatchObject({ approvedAt: null, parts: [title('Fourth', 'Fifth')] });
});

it('compares each locale with what was approved of it', async () => {
  const id = await newPage({ title: 'A page' });
  await edit(id, { title: 'Eine Seite' }, 'de');
  await resolve(id, 'approved', null);
  await edit(id, { title: 'Andere Seite' }, 'de');
  expect(await changesOf(await ask(id, null))).toMatchObject([
    { locale: 'de', approvedAt: TIME, parts: [title('Eine Seite', 'Andere Seite')] },
    { locale: 'en', approvedAt: TIME, parts: [] },
  ]);
});

it('keeps of an entry what was approved last in each locale', async () => {
  const id = await newPage({ title: 'First' });
  await edit(id, { title: 'Erste' }, 'de');
  await resolve(id, 'approved', null);
  await edit(id, { title: 'Second' });
  await resolve(id);
  await resolve(id, 'rejected');
  const kept = await server.run(async (strapi, entry) => {
    const table = strapi.db.connection('work_tracking_signatures').where({ entry_id: entry });
    const rows: { entry_locale: string; content: string }[] = await table
      .whereNotNull('content')
      .orderBy('id');
    return rows.map((row) => [row.entry_locale, JSON.parse(row.content).title]);
  }, id);
  expect(kept).toEqual([
    ['de', 'Erste'],
    ['en', 'Second'],
  ]);
});

it('tells nobody what was approved in a field that they may not read', async () => {
  const reader = await newColleague(server, admin, mayReadPages(['title', 'link.url']));
  const link = { label: 'a secret', url: 'b' };
  const id = await newPage({ title: 'A page', summary: 'a secret', customer: ada, link });
  await resolve(id);
  await edit(id, { summary: 'another' });
  expect(await shownOf(id, reader)).toMatchObject({ approvedAt: TIME, parts: [], hasUnreadable: true });

  await edit(id, { title: 'Another page', link: { label: 'c', url: 'd' }, customer: null });
  const shown = await shownOf(id, reader);
  expect(shown).toMatchObject({ approvedAt: TIME, hasUnreadable: true });
  expect(shown.parts).toMatchObject([
    { path: ['link', 'url'], before: { text: 'b' }, after: { text: 'd' } },
    title('A page', 'Another page'),
  ]);
  expect(JSON.stringify(shown)).not.toMatch(/secret|Ada/);
});

it("tells a role what was approved only where the role's conditions hold of it", async () => {
  const fields = ['title', 'customer', 'points'];
  const reader = await newColleague(server, admin, mayReadPages(fields, ['api::small']));
  const small = { title: 'Open', customer: ada, points: 1 };
  const since = async (approved: object) => {
    const id = await newPage(approved);
    await resolve(id);
    await edit(id, small);
    const { approvedAt, parts } = await shownOf(id, reader);
    expect(approvedAt).toEqual(TIME);
    return (parts as { path: string[]; before: unknown }[]).map(({ path, before }) => [path[0], before]);
  };
  expect(await since({ ...small, title: 'Opened' })).toEqual([['title', { text: 'Opened' }]]);
  const hidden = [
    ['points', null],
    ['customer', null],
    ['title', null],
  ];
  for (const other of [{ points: 9 }, { customer: bob }]) {
    expect((await since({ ...small, title: 'Secret', ...other })).sort()).toEqual(hidden.sort());
  }
});

/** Runs on what is stored of the last signature with content. */
const changeKept = (change: 'read' | 'outdate') =>
  server.run(async (strapi, how) => {
    const { connection } = strapi.db;
    const table = 'work_tracking_signatures';
    const { id, content } = await connection(table).whereNotNull('content').orderBy('id', 'desc').first();
    if (how === 'read') return content as string;
    const kept = JSON.parse(content as string) as { zone: object[] };
    const zone = [...kept.zone, { __component: 'work.gone', label: 'c' }];
    const outdated = { ...kept, zone, gone: 'a', customer: 'Ada', link: 'a', estimates: 'b' };
    await connection(table)
      .where({ id })
      .update({ content: JSON.stringify(outdated) });
    return '';
  }, change);

it('keeps no passwords, nothing of what is too long, and leaves out what the type has no more', async () => {
  const zone = [{ __component: 'work.link', label: 'a' }];
  const id = await newPage({ title: 'A page', zone, passphrase: 'secret' });
  await resolve(id);
  const kept = JSON.parse(await changeKept('read'));
  expect(kept).toMatchObject({ title: 'A page', zone });
  expect(kept).not.toHaveProperty('passphrase');
  await changeKept('outdate');
  await edit(id, { title: 'Another page' });
  expect((await shownOf(id)).parts).toEqual([title('A page', 'Another page')]);

  await edit(id, { body: 'a'.repeat(1_000_000) });
  await resolve(id);
  expect(await changeKept('read')).toBe('null');
  expect(await shownOf(id)).toMatchObject({ approvedAt: null, isPublished: false });
});
