import { logInAdmin } from '../support/admin';
import { fileDecision, fileTicket, v1 } from '../support/api';
import { builtWith } from '../support/configured';
import { ARTICLES, inCode } from '../support/documents';
import { ARTICLE } from '../support/extended';
import { startServer } from '../support/server';
import { startEditing } from './editors';

const STORIES = 'api::story.story';

const schema = ARTICLE['api/article/content-types/article/schema.json'];

/** The same type with another name in the panel, as the builder renames it. */
const RENAMED = {
  'api/article/content-types/article/schema.json': {
    ...schema,
    info: { ...schema.info, displayName: 'Story' },
  },
};

/** The same table under another uid, as a developer renames it. */
const MOVED = {
  'api/story/content-types/story/schema.json': {
    ...schema,
    info: { singularName: 'story', pluralName: 'stories', displayName: 'Story' },
  },
};

it('a type with another name keeps its approvals; one with another uid is another type', async () => {
  const before = await startEditing('always');
  const { database } = before.server;
  const id = await before.newArticle();
  await before.sign(await before.ask(id), { verdict: 'approved' });
  const article = { type: ARTICLES, id, locale: null };
  const ticket = await fileTicket(before.api, { content: [article] });
  await before.server.stop();

  const startWith = (files: object, type: string) =>
    startServer({
      database,
      env: {
        ...builtWith({ files: files as never }),
        SIGN_OFF_PROJECT: 'SIGN',
        SIGN_OFF_TYPES: `${type}=always`,
      },
    });

  const renamed = await startWith(RENAMED, ARTICLES);
  const settings = (await (await logInAdmin(renamed)).get('/work-tracking/sign-off').expect(200)).body.data;
  expect(settings.types).toEqual([{ type: ARTICLES, name: 'Story', rule: 'always' }]);
  expect(await inCode(renamed, ARTICLES, 'publish', { documentId: id })).toBe(id);
  await renamed.stop();

  const moved = await startWith(MOVED, STORIES);
  const admin = await logInAdmin(moved);
  const api = v1(moved, before.api.token);
  const ticketsAbout = async (type: string) =>
    (await api.get(`/tickets?content=${type}:${id}`).expect(200)).body.tickets.map(
      (one: { id: string }) => one.id,
    );
  expect(await ticketsAbout(ARTICLES)).toEqual([ticket.id]);
  expect(await ticketsAbout(STORIES)).toEqual([]);
  const described = await admin.get(`/work-tracking/entries?content=${ARTICLES}:${id}`).expect(200);
  expect(described.body.data).toMatchObject([{ state: 'gone', title: null }]);

  await inCode(moved, STORIES, 'update', { documentId: id, data: { title: 'Tea' } });
  const publish = () => inCode(moved, STORIES, 'publish', { documentId: id });
  await expect(publish()).rejects.toThrow('"Tea" is not published: nobody has approved it.');
  const story = { type: STORIES, id, locale: null };
  await api.patch(`/tickets/${ticket.id}`, { content: [story] }).expect(200);
  expect(await ticketsAbout(STORIES)).toEqual([ticket.id]);
  const asked = await fileDecision({ ...before.api, ...api }, { content: [story] });
  const { contentDigest } = (await admin.get(`/work-tracking/decisions/${String(asked.id)}`)).body.data;
  const resolution = { verdict: 'approved', contentDigest };
  await admin.post(`/work-tracking/decisions/${String(asked.id)}/resolve`, resolution).expect(200);
  expect(await publish()).toBe(id);
  await moved.destroy();
});
