import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileDecision } from '../support/api';
import { ARTICLES } from '../support/documents';
import { startServer } from '../support/server';
import { startEditing, type Editors } from './editors';

let editors: Editors;
/** May ask and comment, and read no decision. */
let asker: Admin;

const ASK = mayInContentManager('create', 'decision', ['title', 'slug', 'frontmatter', 'content', 'project']);
const READ_ARTICLES = {
  action: 'plugin::content-manager.explorer.read',
  subject: ARTICLES,
  properties: { fields: ['title'], locales: ['en'] },
};
const COMMENT = { action: actionId('comment.write') };
const DECISIONS = '/work-tracking/decisions';

beforeAll(async () => {
  editors = await startEditing('always');
  asker = await newColleague(editors.server, editors.admin, [ASK, READ_ARTICLES, COMMENT]);
});
afterAll(() => editors.server.destroy());

const askFor = async (id: string, who: Admin): Promise<string> =>
  (await who.post(`/work-tracking/content/${id}/sign-off`, { type: ARTICLES, locale: 'en' }).expect(200)).body
    .data.documentId;

const dataOf = async (who: Admin, path: string) => (await who.get(path).expect(200)).body.data;

const idsIn = (decisions: { documentId: string }[]) => decisions.map(({ documentId }) => documentId);

it('who may ask reads their own questions in the inbox, with their comments and answers, and no others', async () => {
  const id = await editors.newArticle();
  const own = await askFor(id, asker);
  const { id: other } = await fileDecision(editors.api, {
    title: 'Of somebody else',
    content: [{ type: ARTICLES, id, locale: null }],
  });
  const { admin } = editors;
  await admin.post(`${DECISIONS}/${own}/comments`, { body: 'Which photo?' }).expect(200);

  const list = await asker.get(`${DECISIONS}?status=open`).expect(200);
  expect(list.body.meta).toEqual({ count: 1 });
  expect(list.body.data).toEqual([
    {
      documentId: own,
      title: 'Publish "Coffee" (en)?',
      slug: expect.any(String),
      state: 'open',
      verdict: null,
      optionId: null,
      createdAt: expect.any(String),
      resolvedAt: null,
      project: { documentId: expect.any(String), key: 'SIGN', name: 'SIGN' },
      askedBy: { type: 'admin', name: 'Grace Hopper' },
      isOwn: true,
      resolvedBy: null,
    },
  ]);
  expect(await dataOf(asker, `${DECISIONS}/counts`)).toEqual({ open: 1, resolved: 0 });
  expect(await dataOf(asker, `${DECISIONS}/counts?text=coffee`)).toEqual({ open: 1, resolved: 0 });
  expect(await dataOf(asker, `${DECISIONS}/counts?text=somebody`)).toEqual({ open: 0, resolved: 0 });
  expect(await dataOf(asker, `${DECISIONS}/projects`)).toEqual([]);
  await asker.get(`${DECISIONS}/changes`).expect(200);
  expect(await dataOf(asker, `${DECISIONS}/${own}`)).toMatchObject({
    content: [{ type: ARTICLES, id, locale: 'en' }],
    frontmatter: { options: [{ id: 'approved' }, { id: 'rejected' }] },
    isContentEditable: false,
    isOwn: true,
  });
  expect((await dataOf(asker, `${DECISIONS}/${own}/changes`)).entries).toHaveLength(1);
  expect(await dataOf(asker, `${DECISIONS}/${own}/comments`)).toMatchObject([{ body: 'Which photo?' }]);
  await asker.post(`${DECISIONS}/${own}/comments`, { body: 'The red one.' }).expect(200);

  const about = `type=${ARTICLES}&locale=en`;
  const decisions = await dataOf(asker, `/work-tracking/content/${id}/decisions?${about}`);
  expect([decisions.open, idsIn(decisions.items)]).toEqual([1, [own]]);
  expect(await dataOf(asker, `/work-tracking/open-work?ids=${id}&${about}`)).toEqual([{ id, count: 1 }]);
  expect(await dataOf(asker, `/work-tracking/content/${id}/sign-off?${about}`)).toMatchObject({
    state: 'open',
    decision: null,
  });

  for (const rest of ['', '/changes', '/comments'])
    await asker.get(`${DECISIONS}/${other}${rest}`).expect(404);
  await asker.post(`${DECISIONS}/${other}/comments`, { body: 'Mine?' }).expect(404);
  await asker.post(`${DECISIONS}/${own}/resolve`, { verdict: 'approved' }).expect(403);
  await asker.put(`${DECISIONS}/${own}/content`, { version: 1, content: [] }).expect(403);

  await editors.sign(own, { verdict: 'rejected', note: 'Not this photo.' });
  expect(await dataOf(asker, `${DECISIONS}?status=resolved`)).toMatchObject([
    { documentId: own, verdict: 'rejected', resolvedBy: { name: 'Ada Lovelace' } },
  ]);
  expect(await dataOf(asker, `${DECISIONS}/${own}`)).toMatchObject({ note: 'Not this photo.' });
});

it('who may read some decisions or some of their fields reads their own as a whole beside them', async () => {
  const reader = await newColleague(editors.server, editors.admin, [
    ASK,
    READ_ARTICLES,
    { action: actionId('decision.read') },
    mayInContentManager('read', 'decision', ['title', 'state']),
  ]);
  const own = await askFor(await editors.newArticle(), reader);
  const { id: other } = await fileDecision(editors.api, { title: 'Another', body_markdown: 'Secret' });
  const { data } = (await reader.get(`${DECISIONS}?status=open&limit=1000`).expect(200)).body;
  const found = data.find(({ documentId }: { documentId: string }) => documentId === other);
  expect(found).not.toHaveProperty('slug');
  expect(data.find(({ documentId }: { documentId: string }) => documentId === own)).toHaveProperty('slug');
  expect(await dataOf(reader, `${DECISIONS}/${other}`)).not.toHaveProperty('bodyMarkdown');
  expect(await dataOf(reader, `${DECISIONS}/${own}`)).toHaveProperty('bodyMarkdown');
  const { open } = await dataOf(reader, `${DECISIONS}/counts`);
  expect(open).toBe(idsIn(data).length);
});

it('who may neither ask nor open the inbox is refused, also with the right to create some fields', async () => {
  const other = await newColleague(editors.server, editors.admin, [
    mayInContentManager('create', 'decision', ['title', 'slug', 'project']),
    mayInContentManager('read', 'decision', ['title', 'state']),
  ]);
  const { id } = await fileDecision(editors.api);
  for (const rest of ['?status=open', '/counts', '/projects', '/changes', `/${id}`, `/${id}/comments`]) {
    await other.get(`${DECISIONS}${rest}`).expect(403);
  }
});

it('is asked in the language of the project', async () => {
  const id = await editors.newArticle();
  const { database } = editors.server;
  await editors.server.stop();
  const env = { ...editors.env, SIGN_OFF_LANGUAGE: 'de' };
  editors.server = await startServer({ env, database });
  const admin = await registerAdmin(editors.server);
  const decision = await dataOf(admin, `${DECISIONS}/${await askFor(id, admin)}`);
  expect(decision).toMatchObject({
    title: '„Coffee“ (en) veröffentlichen?',
    frontmatter: {
      options: [
        { id: 'approved', title: 'Freigegeben' },
        { id: 'rejected', title: 'Abgelehnt' },
      ],
    },
  });
});
