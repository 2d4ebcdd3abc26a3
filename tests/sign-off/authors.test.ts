import supertest from 'supertest';
import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { CREDENTIALS, mayInContentManager, newColleague, type Admin } from '../support/admin';
import { ARTICLES, inCode } from '../support/documents';
import { ARTICLE } from '../support/extended';
import { strapiToken } from '../support/tokens';
import { upload } from '../support/uploads';
import { startEditing, type Editors } from './editors';

const TAGS = 'api::tag.tag';
const TOPICS = 'api::topic.topic';
const SOURCES = 'api::source.source';
const MEDIA = { type: 'media', multiple: true };

const [[ARTICLE_FILE, article] = ['']] = Object.entries(ARTICLE);

const relation = (kind: string, target: string, side: object = {}) => ({
  type: 'relation',
  relation: kind,
  target,
  ...side,
});

const type = (name: string, attributes: object, draftAndPublish = false) => ({
  [`api/${name}/content-types/${name}/schema.json`]: {
    kind: 'collectionType',
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish },
    attributes: { name: { type: 'string' }, ...attributes },
  },
});

const APPLICATION = {
  'components/team/album.json': {
    collectionName: 'components_team_albums',
    info: { displayName: 'Album' },
    options: {},
    attributes: { files: MEDIA, source: relation('oneToOne', SOURCES) },
  },
  [ARTICLE_FILE]: {
    ...article,
    attributes: {
      ...article?.attributes,
      files: MEDIA,
      album: { type: 'component', component: 'team.album' },
      tags: relation('manyToMany', TAGS, { inversedBy: 'articles' }),
      topic: relation('oneToOne', TOPICS, { mappedBy: 'article' }),
      source: relation('manyToOne', SOURCES),
      sequel: relation('oneToOne', ARTICLES, { inversedBy: 'prequel' }),
      prequel: relation('oneToOne', ARTICLES, { mappedBy: 'sequel' }),
    },
  },
  ...type('tag', { articles: relation('manyToMany', ARTICLES, { mappedBy: 'tags' }) }),
  ...type('topic', { article: relation('oneToOne', ARTICLES, { inversedBy: 'topic' }) }, true),
  ...type('source', {}),
};

const may = (verb: string, subject: string, fields: string[], locales?: string[]) => ({
  action: `plugin::content-manager.explorer.${verb}`,
  subject,
  properties: {
    ...(['create', 'read', 'update'].includes(verb) && { fields }),
    ...(locales && { locales }),
  },
});

/** May approve, and change whatever articles refer to. */
const APPROVES = [
  { action: actionId('decision.read') },
  { action: actionId('decision.resolve') },
  mayInContentManager('read', 'decision', ['title', 'state', 'verdict', 'frontmatter', 'content']),
  may('read', ARTICLES, ['title', 'files', 'tags', 'topic'], ['en', 'fr']),
  ...['create', 'read', 'update', 'delete', 'publish'].flatMap((verb) => [
    ...(verb === 'publish' ? [] : [may(verb, TAGS, ['name', 'articles']), may(verb, SOURCES, ['name'])]),
    may(verb, TOPICS, ['name', 'article']),
  ]),
  ...['read', 'assets.create', 'assets.update'].map((verb) => ({ action: `plugin::upload.${verb}` })),
];

let editors: Editors;
let approver: Admin & typeof CREDENTIALS;
/** May change the fields of articles, their album not among them. */
let editor: Admin & typeof CREDENTIALS;

beforeAll(async () => {
  editors = await startEditing('always', { types: [], files: APPLICATION });
  const { server, admin } = editors;
  approver = await newColleague(server, admin, APPROVES);
  const fields = ['title', 'files', 'sequel'];
  editor = await newColleague(server, admin, [
    ...APPROVES,
    may('create', ARTICLES, fields, ['en']),
    may('update', ARTICLES, fields, ['en']),
  ]);
});
afterAll(() => editors.server.destroy());

const path = (uid: string, id = '') => `/content-manager/collection-types/${uid}${id === '' ? '' : `/${id}`}`;
const ids = (...documentIds: string[]) => documentIds.map((documentId) => ({ documentId, locale: 'en' }));

const newEntry = (uid: string, data: object = {}): Promise<string> =>
  inCode(editors.server, uid, 'create', { data: { name: 'An entry', ...data } });

const newArticle = (data: object): Promise<string> =>
  inCode(editors.server, ARTICLES, 'create', { data: { title: 'Coffee', ...data } });

async function bearerOf({ email, password }: typeof CREDENTIALS): Promise<string> {
  const { body } = await supertest(editors.server.url).post('/admin/login').send({ email, password });
  return body.data.token;
}

async function newFile(): Promise<{ id: number; documentId: string }> {
  const { body } = await upload(editors.server, '/upload', await bearerOf(editor), {}).expect(201);
  return body[0];
}

/** The rows of the draft of an article and of its album. */
const rowsOf = (id: string): Promise<{ draft: number; album: number }> =>
  editors.server.run(
    async (strapi, { uid, documentId }) => {
      const row = await strapi.db.query(uid).findOne({
        where: { documentId, publishedAt: null, locale: 'en' },
        populate: ['album'],
      });
      return { draft: row!.id as number, album: row!.album?.id as number };
    },
    { uid: ARTICLES, documentId: id },
  );

const attach = async (id: string, who: typeof CREDENTIALS, status: number) => {
  const { draft } = await rowsOf(id);
  const form = { ref: ARTICLES, refId: String(draft), field: 'files' };
  const answer = await upload(editors.server, '/upload', await bearerOf(who), form);
  expect([answer.status, answer.body.error?.message]).toEqual([status, answer.body.error?.message]);
  return answer.body;
};

const approve = async (id: string, who: Admin) => {
  const decision = await editors.ask(id, 'en');
  const contentDigest = await editors.digest(decision);
  return who.post(`/work-tracking/decisions/${decision}/resolve`, { verdict: 'approved', contentDigest });
};

/** What changes a draft that is not opened itself, and who does it. @returns the draft's id */
const WAYS: Record<string, (who: Admin) => Promise<string>> = {
  async 'a tag that is made'(who) {
    const id = await editors.newArticle();
    await who.post(path(TAGS), { name: 'New', articles: { connect: ids(id), disconnect: [] } }).expect(201);
    return id;
  },
  async 'a tag that is taken away'(who) {
    const tag = await newEntry(TAGS);
    const id = await newArticle({ tags: [tag] });
    const articles = { connect: [], disconnect: ids(id) };
    await who.put(path(TAGS, tag), { name: 'An entry', articles }).expect(200);
    return id;
  },
  async 'a tag that is deleted'(who) {
    const tag = await newEntry(TAGS);
    const id = await newArticle({ tags: [tag] });
    await who.delete(path(TAGS, tag)).expect(200);
    return id;
  },
  async 'a topic that takes another article'(who) {
    const id = await editors.newArticle();
    const topic = await newEntry(TOPICS, { article: { documentId: id, locale: 'en' } });
    const article = { connect: ids(await editors.newArticle()), disconnect: ids(id) };
    await who.put(path(TOPICS, topic), { name: 'An entry', article }).expect(200);
    return id;
  },
  async 'what it refers to alone, deleted'(who) {
    const source = await newEntry(SOURCES);
    const id = await newArticle({ source });
    await who.delete(path(SOURCES, source)).expect(200);
    return id;
  },
  async 'what its component refers to, deleted'(who) {
    const source = await newEntry(SOURCES);
    const id = await newArticle({ album: { source } });
    await who.delete(path(SOURCES, source)).expect(200);
    return id;
  },
  async 'a file that is deleted'(who) {
    const { id: file } = await newFile();
    const id = await newArticle({ files: [file] });
    await who.delete(`/upload/files/${file}`).expect(200);
    return id;
  },
};

it.each(Object.keys(WAYS))('%s: who did it is the author of the change', async (name) => {
  const id = await WAYS[name]!(approver);
  const { body } = await approve(id, approver);
  expect(body.error).toMatchObject({
    message: 'You were the last to change "Coffee". Somebody else has to approve it.',
    details: { code: 'self_resolution' },
  });
  await approve(id, editor).then(({ status }) => expect(status).toBe(200));
});

it('an article that takes what another one had: who did it is the author of both changes', async () => {
  const sequel = await editors.newArticle();
  const id = await newArticle({ sequel: { documentId: sequel, locale: 'en' } });
  const other = await editors.newArticle();
  await editor
    .put(`${path(ARTICLES, other)}?locale=en`, {
      title: 'Tea',
      sequel: { connect: ids(sequel), disconnect: [] },
    })
    .expect(200);
  for (const one of [id, other, sequel]) expect((await approve(one, editor)).status).toBe(403);
  expect((await approve(id, approver)).status).toBe(200);
});

it('who saves what an article refers to, and changes nothing of that, is no author', async () => {
  const [tag, topic] = [await newEntry(TAGS), await newEntry(TOPICS)];
  const id = await newArticle({ tags: [tag] });
  await inCode(editors.server, TOPICS, 'update', {
    documentId: topic,
    data: { article: { documentId: id, locale: 'en' } },
  });
  expect((await approve(id, editor)).status).toBe(200);
  await editors.inCode('publish', { documentId: id });
  await approver
    .put(path(TAGS, tag), { name: 'Renamed', articles: { connect: [], disconnect: [] } })
    .expect(200);
  for (const action of ['publish', 'discard']) {
    await approver.post(`${path(TOPICS, topic)}/actions/${action}`, { name: 'An entry' }).expect(200);
  }
  expect((await approve(id, approver)).status).toBe(200);
});

describe('a file that is attached where it is uploaded', () => {
  it('takes the right to change the entry in the panel, and counts as a change of it', async () => {
    const id = await editors.newArticle();
    const { error } = await attach(id, approver, 403);
    expect(error.message).toContain('Your role does not let you change this in the content manager: Article');
    expect((await approve(id, approver)).status).toBe(200);
    await attach(id, editor, 201);
    expect((await approve(id, editor)).status).toBe(403);
  });

  it('takes it for the field, the component and the locale, too', async () => {
    const id = await newArticle({ album: {} });
    const { album } = await rowsOf(id);
    const form = { ref: 'team.album', refId: String(album), field: 'files' };
    await upload(editors.server, '/upload', await bearerOf(editor), form).expect(403);
    const french = await inCode(editors.server, ARTICLES, 'update', {
      documentId: id,
      locale: 'fr',
      data: { title: 'Du café' },
    });
    const row = await editors.server.run(
      async (strapi, { uid, documentId }) =>
        (await strapi.db.query(uid).findOne({ where: { documentId, locale: 'fr' } }))!.id as number,
      { uid: ARTICLES, documentId: french },
    );
    const ofLocale = { ref: ARTICLES, refId: String(row), field: 'files' };
    await upload(editors.server, '/upload', await bearerOf(editor), ofLocale).expect(403);
  });

  it('takes the scope to change it of a token', async () => {
    const id = await editors.newArticle();
    const form = { ref: ARTICLES, refId: String((await rowsOf(id)).draft), field: 'files' };
    const uploads = 'plugin::upload.content-api.upload';
    const tokenWith = async (permissions: string[]) =>
      (await strapiToken(editors.server, null, { type: 'custom', permissions })).accessKey;
    const without = await tokenWith([uploads]);
    await upload(editors.server, '/api/upload', without, form).expect(403);
    const other = await upload(editors.server, '/api/upload', without, {}).expect(201);
    expect(other.body).toHaveLength(1);
    const both = await tokenWith([uploads, `${ARTICLES}.update`]);
    await upload(editors.server, '/api/upload', both, form).expect(201);
  });
});
