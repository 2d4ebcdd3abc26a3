import { newColleague, type Admin } from '../support/admin';
import { ARTICLES } from '../support/documents';
import { startEditing, type Editors } from './editors';

let editors: Editors;

beforeAll(async () => {
  editors = await startEditing('always');
});
afterAll(() => editors.server.destroy());

/** The panel's bulk Publish. */
const bulk = (documentIds: string[], given: object = {}, who: Admin = editors.admin) =>
  who.post(`/content-manager/collection-types/${ARTICLES}/actions/bulkPublish`, { documentIds, ...given });

const newArticle = (title: string) => editors.inCode('create', { data: { title } });

const approved = async (title: string) => {
  const id = await newArticle(title);
  await editors.sign(await editors.ask(id), { verdict: 'approved' });
  return id;
};

it('publishes several that are approved, and none when one is not', async () => {
  const ids = [await editors.newArticle(), await editors.newArticle()];
  for (const id of ids) await editors.sign(await editors.ask(id), { verdict: 'approved' });
  const other = await editors.newArticle();
  const { body } = await bulk([...ids, other]).expect(400);
  expect(body.error.details).toEqual({ code: 'sign_off_required', reason: 'none', decision: null });
  for (const id of ids) expect((await editors.stored(id)).published).toEqual([]);
  await bulk(ids).expect(200);
  for (const id of ids) expect((await editors.stored(id)).published).toEqual(['Coffee']);
});

it('names all that are refused and why, and publishes none of the others meanwhile', async () => {
  const [tea, fine, milk] = [await newArticle('Tea'), await approved('Coffee'), await newArticle('Milk')];
  const decision = await editors.ask(milk);
  await editors.server.run((strapi) => {
    strapi.documents.use((context, next) => {
      if ((context.action as string) === 'publish') strapi.log.warn('One is being published.');
      return next();
    });
  });
  const { body } = await bulk([tea, fine, milk, tea]).expect(400);
  const [ofTea, ofMilk] = [
    '"Tea" is not published: nobody has approved it. Save it as a draft, and ask for its sign-off in the project "SIGN".',
    '"Milk" is not published: the decision "Shall it be public?" about it is open. Resolve that one first.',
  ];
  const open = { reason: 'open', decision: expect.objectContaining({ id: decision }) };
  const none = { reason: 'none', decision: null };
  expect(body.error).toMatchObject({
    status: 400,
    name: 'ApplicationError',
    message: `2 entries are not published. ${ofTea} ${ofMilk}`,
  });
  expect(body.error.details).toEqual({
    code: 'sign_off_required',
    ...none,
    count: 2,
    entries: [
      { id: tea, locale: 'en', message: ofTea, ...none },
      { id: milk, locale: 'en', message: ofMilk, ...open },
    ],
  });
  for (const id of [tea, fine, milk]) expect((await editors.stored(id)).published).toEqual([]);
  expect(editors.server.log()).not.toContain('One is being published.');
  await bulk([fine]).expect(200);
  expect(editors.server.log()).toContain('One is being published.');
});

it('names five, and says how many there are', async () => {
  const ids: string[] = [];
  for (let number = 1; number <= 7; number += 1) ids.push(await newArticle(`Menu ${number}`));
  const { message, details } = (await bulk(ids).expect(400)).body.error;
  expect(message).toContain('7 entries are not published. "Menu 1"');
  expect([details.count, details.entries.map(({ id }: { id: string }) => id)]).toEqual([7, ids.slice(0, 5)]);
});

it('names an entry in each locale that is refused', async () => {
  const id = await newArticle('Soup');
  for (const [locale, title] of Object.entries({ de: 'Suppe', fr: 'Soupe' }))
    await editors.inCode('update', { documentId: id, locale, data: { title } });
  await editors.sign(await editors.ask(id, 'fr'), { verdict: 'approved' });
  const { details } = (await bulk([id], { locale: ['en', 'fr', 'de'] }).expect(400)).body.error;
  expect(details.entries.map(({ locale }: { locale: string }) => locale)).toEqual(['en', 'de']);
});

it('names nothing to whom it does not let publish them', async () => {
  const ids = [await newArticle('Secret 1'), await newArticle('Secret 2')];
  const own = { subject: ARTICLES, conditions: ['admin::is-creator'] };
  const writer = await newColleague(editors.server, editors.admin, [
    {
      action: 'plugin::content-manager.explorer.read',
      ...own,
      properties: { fields: ['title'], locales: ['en'] },
    },
    { action: 'plugin::content-manager.explorer.publish', ...own, properties: { locales: ['en'] } },
  ]);
  const { body } = await bulk(ids, {}, writer).expect(403);
  expect(JSON.stringify(body)).not.toContain('Secret');
});
