import { mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { builtWith } from '../support/configured';
import { ARTICLES, inCode } from '../support/documents';
import { ARTICLE, CUSTOMER, UNTITLED } from '../support/extended';
import { startServer, type OwnServer } from '../support/server';

const CUSTOMERS = 'api::customer.customer';

let server: OwnServer;
let admin: Admin;

beforeAll(async () => {
  server = await startServer({ env: builtWith({ files: { ...ARTICLE, ...CUSTOMER, ...UNTITLED } }) });
  admin = await registerAdmin(server);
  await server.run(async (strapi) => {
    const locales = strapi.plugin('i18n').service('locales');
    await locales.create({ code: 'de', name: 'German (de)' });
    await locales.create({ code: 'fr', name: 'French (fr)' });
  });
});
afterAll(() => server.destroy());

interface New {
  type?: string;
  data: object;
  locale?: string;
  documentId?: string;
}

/** Writes an entry, or another locale of it. @returns its document id */
const write = ({ type = ARTICLES, ...entry }: New): Promise<string> =>
  inCode(server, type, entry.documentId ? 'update' : 'create', entry);

interface Described {
  id: string;
  title: string | null;
  state: string;
}

const find = async (text: string, { type = ARTICLES, who = admin } = {}): Promise<Described[]> => {
  const query = new URLSearchParams({ type, text }).toString();
  return (await who.get(`/work-tracking/entries/found?${query}`).expect(200)).body.data;
};

const describeAll = async (references: string[], who = admin): Promise<Described[]> =>
  (await who.get(`/work-tracking/entries?content=${references.join(',')}`).expect(200)).body.data;

/** A role that may read the content of tickets, and entries as given. */
const reader = (...permissions: Parameters<typeof newColleague>[2]) =>
  newColleague(server, admin, [mayInContentManager('read', 'ticket', ['content']), ...permissions]);

const mayRead = (
  subject: string,
  properties: { fields: string[]; locales?: string[] },
  conditions: string[] = [],
) => ({
  action: 'plugin::content-manager.explorer.read',
  subject,
  properties,
  conditions,
});

describe('the types', () => {
  it('are those that work can be about and that the person may read, by name', async () => {
    const { body } = await admin.get('/work-tracking/entry-types').expect(200);
    expect(body.data).toEqual({
      types: [
        { type: ARTICLES, name: 'Article', isSingle: false, isLocalized: true },
        { type: 'api::banner.banner', name: 'Banner', isSingle: false, isLocalized: false },
        { type: CUSTOMERS, name: 'Customer', isSingle: false, isLocalized: false },
        { type: 'api::homepage.homepage', name: 'Homepage', isSingle: true, isLocalized: false },
      ],
      locales: [
        { code: 'en', name: 'English (en)' },
        { code: 'fr', name: 'French (fr)' },
        { code: 'de', name: 'German (de)' },
      ].map((locale) => expect.objectContaining(locale)),
    });
    const who = await reader(mayRead(CUSTOMERS, { fields: ['name'] }));
    const theirs = (await who.get('/work-tracking/entry-types').expect(200)).body.data.types;
    expect(theirs.map(({ name }: { name: string }) => name)).toEqual(['Customer']);
  });

  it('and entries are nothing to a role that may not have to do with content of tickets and decisions', async () => {
    const id = await write({ data: { title: 'Theirs' } });
    const who = await newColleague(server, admin, [
      mayRead(ARTICLES, { fields: ['title'], locales: ['en'] }),
      mayInContentManager('read', 'ticket', ['title']),
    ]);
    await who.get('/work-tracking/entry-types').expect(403);
    await who.get(`/work-tracking/entries/found?type=${ARTICLES}`).expect(403);
    await who.get(`/work-tracking/entries?content=${ARTICLES}:${id}`).expect(403);
  });
});

describe('entries are found', () => {
  it('by a part of their title in any case, the latest change first; each once, whatever locales it has', async () => {
    const first = await write({ data: { title: 'Coffee in the office' } });
    const second = await write({ data: { title: 'More COFFEE' } });
    await write({ data: { title: 'Tea' } });
    expect((await find('coffee')).map(({ id }) => id)).toEqual([second, first]);
    await write({ documentId: first, locale: 'de', data: { title: 'Kaffee statt Coffee' } });
    expect(await find('coffee')).toMatchObject([
      { id: first, title: 'Kaffee statt Coffee', locale: null, state: 'readable', typeName: 'Article' },
      { id: second, title: 'More COFFEE' },
    ]);
    expect(await find('no such')).toEqual([]);
    expect((await find('')).map(({ id }) => id)).toEqual(expect.arrayContaining([first, second]));
  });

  it('as drafts, not as what was published of them', async () => {
    const id = await write({ type: CUSTOMERS, data: { name: 'Published name' } });
    await inCode(server, CUSTOMERS, 'publish', { documentId: id });
    await write({ type: CUSTOMERS, documentId: id, data: { name: 'Name of the draft' } });
    expect(await find('name', { type: CUSTOMERS })).toMatchObject([{ id, title: 'Name of the draft' }]);
    expect(await find('Published', { type: CUSTOMERS })).toEqual([]);
  });

  it('without a title, by their id', async () => {
    const banner = 'api::banner.banner';
    const id = await write({ type: banner, data: { isShown: true } });
    await write({ type: banner, data: { isShown: false } });
    expect(await find(id, { type: banner })).toMatchObject([{ id, title: null }]);
    expect(await find('', { type: banner })).toHaveLength(2);
  });

  it('among those that the role may read, by fields that it may read', async () => {
    const id = await write({ data: { title: 'Not for everybody' } });
    const titles = { fields: ['title'], locales: ['en'] };
    const creator = await reader(mayRead(ARTICLES, titles, ['admin::is-creator']));
    expect(await find('everybody', { who: creator })).toEqual([]);
    const noTitles = await reader(mayRead(ARTICLES, { fields: ['summary'], locales: ['en'] }));
    expect(await find('everybody', { who: noTitles })).toEqual([]);
    expect(await find(id, { who: noTitles })).toMatchObject([{ id, title: null, state: 'readable' }]);
    const nobody = await reader();
    await nobody.get(`/work-tracking/entries/found?type=${ARTICLES}`).expect(403);
  });

  it('only in types that work can be about', async () => {
    for (const type of ['admin::user', 'plugin::work-tracking.ticket', 'nowhere', '']) {
      await admin.get(`/work-tracking/entries/found?type=${encodeURIComponent(type)}`).expect(400);
    }
    await admin.get('/work-tracking/entries/found').expect(400);
  });
});

describe('references are shown', () => {
  it('in their order, by title, in their locale where the entry has it', async () => {
    const id = await write({ data: { title: 'The weather' } });
    await write({ documentId: id, locale: 'de', data: { title: 'Das Wetter' } });
    const customer = await write({ type: CUSTOMERS, data: { name: 'Ada' } });
    const shown = await describeAll([
      `${CUSTOMERS}:${customer}`,
      `${ARTICLES}:${id}:en`,
      `${ARTICLES}:${id}:de`,
      `${ARTICLES}:${id}:fr`,
    ]);
    // It has no French yet.
    expect(shown.map(({ title }) => title)).toEqual(['Ada', 'The weather', 'Das Wetter', 'Das Wetter']);
    expect(shown[2]).toEqual({
      type: ARTICLES,
      id,
      locale: 'de',
      state: 'readable',
      typeName: 'Article',
      isSingle: false,
      title: 'Das Wetter',
    });
  });

  it('in the language of the person where they are about every locale', async () => {
    const id = await write({ data: { title: 'The news' } });
    await write({ documentId: id, locale: 'de', data: { title: 'Die Neuigkeiten' } });
    const titleFor = async (preferedLanguage: string) => {
      await admin.put('/admin/users/me', { preferedLanguage }).expect(200);
      return (await describeAll([`${ARTICLES}:${id}`]))[0]!.title;
    };
    expect([await titleFor('de'), await titleFor('en')]).toEqual(['Die Neuigkeiten', 'The news']);
  });

  it('as gone in a locale that the application has no more, whatever title they have in others', async () => {
    const { body: locale } = await admin
      .post('/i18n/locales', { code: 'it', name: 'Italian (it)', isDefault: false })
      .expect(200);
    const id = await write({ data: { title: 'Coffee' } });
    await write({ documentId: id, locale: 'it', data: { title: 'Caffè' } });
    const references = [`${ARTICLES}:${id}:it`, `${ARTICLES}:${id}:de`, `${ARTICLES}:${id}`];
    const shown = async () => (await describeAll(references)).map(({ state, title }) => [state, title]);
    expect((await shown())[0]).toEqual(['readable', 'Caffè']);
    await admin.delete(`/i18n/locales/${locale.id}`).expect(200);
    expect(await shown()).toEqual([
      ['gone', null],
      ['readable', 'Coffee'],
      ['readable', 'Coffee'],
    ]);
  });

  it('as hidden where the person may not read them, as gone where they are no longer there', async () => {
    const id = await write({ data: { title: 'Secret' } });
    const references = [`${ARTICLES}:${id}`, `${ARTICLES}:never`, 'api::removed.removed:a'];
    expect((await describeAll(references)).map(({ state }) => state)).toEqual(['readable', 'gone', 'gone']);
    const titles = { fields: ['title'], locales: ['en'] };
    const states = async (who: Admin) => (await describeAll(references, who)).map(({ state }) => state);
    // Who may not read the type at all is not told which of its entries there are.
    expect(await states(await reader())).toEqual(['hidden', 'hidden', 'gone']);
    const creator = await reader(mayRead(ARTICLES, titles, ['admin::is-creator']));
    expect(await states(creator)).toEqual(['hidden', 'gone', 'gone']);
    const german = await reader(mayRead(ARTICLES, { fields: ['title'], locales: ['de'] }));
    const [hidden] = await describeAll(references, german);
    expect(hidden).toMatchObject({ state: 'hidden', title: null });
    await write({ documentId: id, locale: 'de', data: { title: 'Geheim' } });
    const inLocales = await describeAll([`${ARTICLES}:${id}`, `${ARTICLES}:${id}:en`], german);
    expect(inLocales).toMatchObject([
      { state: 'readable', title: 'Geheim' },
      { state: 'hidden', title: null },
    ]);
    expect(await describeAll(['plugin::users-permissions.user:a'])).toMatchObject([{ state: 'gone' }]);
  });

  it('of a type with one entry by the name of the type', async () => {
    const homepage = 'api::homepage.homepage';
    const id = await write({ type: homepage, data: { isOpen: true } });
    expect(await describeAll([`${homepage}:${id}`])).toMatchObject([
      { typeName: 'Homepage', isSingle: true, state: 'readable', title: null },
    ]);
  });

  it('up to twenty, and in the form of the filter', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `${ARTICLES}:e${index}`);
    expect(await describeAll(many(20))).toHaveLength(20);
    for (const content of [many(21).join(','), '', 'a', `${ARTICLES}:a,`, `${ARTICLES}:a:e n`]) {
      await admin.get(`/work-tracking/entries?content=${encodeURIComponent(content)}`).expect(400);
    }
  });
});
