import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager, newColleague, type Admin } from '../support/admin';
import { ARTICLES } from '../support/documents';
import { startEditing, type Editors } from './editors';

let editors: Editors;
let writer: Admin;

const mayReadArticles = (locales: string[]) => ({
  action: 'plugin::content-manager.explorer.read',
  subject: ARTICLES,
  properties: { fields: ['title'], locales },
});
const DECISION_FIELDS = ['title', 'slug', 'frontmatter', 'content', 'project', 'state'];
const READ = ['title', 'state', 'verdict', 'note', 'createdAt', 'resolvedAt'];

beforeAll(async () => {
  editors = await startEditing('always');
  writer = await newColleague(editors.server, editors.admin, [
    mayReadArticles(['en', 'de']),
    mayInContentManager('create', 'decision', DECISION_FIELDS),
    mayInContentManager('read', 'decision', READ),
  ]);
});
afterAll(() => editors.server.destroy());

const stateOf = async (id: string, who: Admin = writer, locale = 'en') =>
  (await who.get(`/work-tracking/content/${id}/sign-off?type=${ARTICLES}&locale=${locale}`).expect(200)).body
    .data;

const askFor = (id: string, who: Admin = writer, entry: object = { type: ARTICLES, locale: 'en' }) =>
  who.post(`/work-tracking/content/${id}/sign-off`, entry);

it('a writer asks, an editor approves, the writer publishes; after a change it begins again', async () => {
  const id = await editors.newArticle();
  expect(await stateOf(id)).toEqual({
    rule: 'always',
    isPublishable: false,
    isPublished: false,
    contentDigest: expect.any(String),
    updatedAt: expect.any(String),
    state: 'not_asked',
    decision: null,
    signers: ['Ada Lovelace'],
    hasOtherSigners: false,
    canAsk: true,
    canSkip: false,
    skipped: null,
  });

  const { documentId } = (await askFor(id).expect(200)).body.data;
  expect((await editors.api.get(`/decisions/${documentId}`).expect(200)).body.decision).toMatchObject({
    title: 'Publish "Coffee" (en)?',
    slug: 'coffee',
    content: [{ type: ARTICLES, id, locale: 'en' }],
    frontmatter: {
      status: 'open',
      options: [
        { id: 'approved', title: 'Approved' },
        { id: 'rejected', title: 'Rejected' },
      ],
    },
  });
  expect(await stateOf(id)).toMatchObject({
    isPublishable: false,
    state: 'open',
    decision: { documentId, title: 'Publish "Coffee" (en)?', state: 'open' },
  });

  await editors.sign(documentId, { verdict: 'Approved', option_id: 'approved', note: 'Well written.' });
  expect(await stateOf(id)).toMatchObject({
    isPublishable: true,
    state: 'approved',
    decision: { note: 'Well written.', resolvedBy: { name: 'Ada Lovelace' } },
  });
  await editors.inCode('publish', { documentId: id });

  await editors.inCode('update', { documentId: id, data: { title: 'Tea' } });
  expect(await stateOf(id)).toMatchObject({ isPublishable: false, state: 'changed' });
  const again = (await askFor(id).expect(200)).body.data;
  await editors.sign(again.documentId, { verdict: 'Rejected', option_id: 'rejected', note: 'No tea.' });
  expect(await stateOf(id)).toMatchObject({
    isPublishable: false,
    state: 'not_approved',
    decision: { note: 'No tea.' },
  });
});

it('is asked for in one locale, and for what has one name a number follows the slug', async () => {
  const id = await editors.newArticle();
  await editors.inCode('update', { documentId: id, locale: 'de', data: { title: 'Coffee' } });
  const slugs = await Promise.all(
    ['en', 'de'].map(async (locale) => {
      const { documentId } = (await askFor(id, writer, { type: ARTICLES, locale }).expect(200)).body.data;
      return (await editors.api.get(`/decisions/${documentId}`).expect(200)).body.decision.slug as string;
    }),
  );
  expect(slugs.every((slug) => /^coffee-\d+$/.test(slug))).toBe(true);
  expect(new Set(slugs).size).toBe(2);
  expect((await stateOf(id, writer, 'de')).decision.title).toBe('Publish "Coffee" (de)?');
});

it('is asked for once', async () => {
  const id = await editors.newArticle();
  await askFor(id).expect(200);
  const { body } = await askFor(id).expect(400);
  expect(body.error.message).toBe('Somebody has asked for this already; that decision is open.');

  const other = await editors.newArticle();
  const answers = await Promise.all([askFor(other), askFor(other, editors.admin), askFor(other)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
});

it('who has asked can not approve it', async () => {
  const id = await editors.newArticle();
  const { documentId } = (await askFor(id, editors.admin).expect(200)).body.data;
  await editors.refuseToSign(documentId, 'You have asked for this yourself.');
  for (const who of [editors.admin, writer]) {
    expect(await stateOf(id, who)).toMatchObject({ state: 'open', signers: [] });
  }
});

it('does not name who has changed the draft last among those who may approve it', async () => {
  const id = await editors.newArticle();
  await askFor(id).expect(200);
  expect((await stateOf(id)).signers).toEqual(['Ada Lovelace']);
  await editors.editInPanel(id, { title: 'Coffee' });
  expect((await stateOf(id, editors.admin)).signers).toEqual([]);
});

it('nor who has changed another draft that the same decision is about', async () => {
  const id = await editors.newArticle();
  await editors.inCode('update', { documentId: id, locale: 'de', data: { title: 'Kaffee' } });
  const decision = await editors.ask(id);
  expect((await stateOf(id)).signers).toEqual(['Ada Lovelace']);
  await editors.editInPanel(id, { title: 'Kaffee' }, 'de');
  expect((await stateOf(id)).signers).toEqual([]);
  await editors.refuseToSign(decision, 'You were the last to change');
});

it('who may not create decisions sees the state, without the decision where they may not read it', async () => {
  const reader = await newColleague(editors.server, editors.admin, [mayReadArticles(['en'])]);
  const id = await editors.newArticle();
  await askFor(id).expect(200);
  expect(await stateOf(id, reader)).toMatchObject({ state: 'open', decision: null, canAsk: false });
  await askFor(await editors.newArticle(), reader).expect(403);
});

it('tells nothing of an entry that the person may not read, and of types that are not under sign-off', async () => {
  const id = await editors.newArticle();
  await editors.inCode('update', { documentId: id, locale: 'fr', data: { title: 'Café' } });
  const at = (type: string, locale: string) =>
    writer.get(`/work-tracking/content/${id}/sign-off?type=${type}&locale=${locale}`);
  await at(ARTICLES, 'fr').expect(404);
  await askFor(id, writer, { type: ARTICLES, locale: 'fr' }).expect(404);
  await askFor('nothing').expect(404);
  // It is in English; in German there is nothing yet that could be approved.
  await askFor(id, writer, { type: ARTICLES, locale: 'de' }).expect(404);
  await writer.get(`/work-tracking/content/${id}/sign-off?type=${ARTICLES}`).expect(400);
  await askFor(id, writer, { type: ARTICLES }).expect(400);
  // The last are what every object inherits.
  for (const type of ['api::no.no', 'constructor', 'toString', '__proto__']) {
    expect((await at(type, 'en').expect(200)).body.data).toBeNull();
    const { body } = await askFor(id, writer, { type }).expect(400);
    expect(body.error.message).toBe(`Entries of "${type}" need no sign-off.`);
  }
  const nobody = await newColleague(editors.server, editors.admin, [{ action: actionId('board.read') }]);
  await nobody.get(`/work-tracking/content/${id}/sign-off?type=${ARTICLES}&locale=en`).expect(403);
  await askFor(id, nobody).expect(403);
});

it('the settings tell what is set, and who may approve', async () => {
  const { body } = await editors.admin.get('/work-tracking/sign-off').expect(200);
  expect(body.data).toEqual({
    types: [{ type: ARTICLES, name: 'Article', rule: 'always' }],
    project: { key: 'SIGN', name: 'SIGN' },
    approvals: ['approved', 'Fine'],
    signers: ['Ada Lovelace'],
    hasOtherSigners: false,
  });
  await writer.get('/work-tracking/sign-off').expect(403);
  const resolve = { action: actionId('decision.resolve') };
  // Who may not read decisions can't sign them either.
  await newColleague(editors.server, editors.admin, [resolve]);
  expect((await editors.admin.get('/work-tracking/sign-off')).body.data.signers).toEqual(['Ada Lovelace']);
  await newColleague(editors.server, editors.admin, [resolve, mayInContentManager('read', 'decision', READ)]);
  expect((await editors.admin.get('/work-tracking/sign-off')).body.data.signers).toEqual([
    'Ada Lovelace',
    'Grace Hopper',
  ]);
});

it('where many may approve, it names the first of them and says that there are others', async () => {
  await editors.server.run(async (strapi) => {
    const roles = strapi.db.query('admin::role');
    const superAdmins = (await roles.findOne({ where: { code: 'strapi-super-admin' } })) as { id: number };
    for (let number = 10; number < 60; number += 1) {
      const names = { firstname: 'Many', lastname: `Number ${number}`, email: `many-${number}@example.org` };
      const data = { ...names, isActive: true, blocked: false, roles: [superAdmins.id] };
      await strapi.db.query('admin::user').create({ data });
    }
  });
  const id = await editors.newArticle();
  await askFor(id).expect(200);
  const expected = ['Ada Lovelace', 'Grace Hopper', 'Many Number 10', 'Many Number 11'];
  expect(await stateOf(id)).toMatchObject({ signers: expected, hasOtherSigners: true });
  const { signers, hasOtherSigners } = (await editors.admin.get('/work-tracking/sign-off')).body.data;
  expect([signers.length, signers.at(-1), hasOtherSigners]).toEqual([50, 'Many Number 57', true]);
});
