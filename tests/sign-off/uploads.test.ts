import supertest from 'supertest';
import { CREDENTIALS, registerAdmin, type Admin } from '../support/admin';
import { fileDecision, tokenFor, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { ARTICLES, inCode } from '../support/documents';
import { ARTICLE } from '../support/extended';
import { startServer, type OwnServer } from '../support/server';
import { strapiToken } from '../support/tokens';
import { upload } from '../support/uploads';

const NOTES = 'api::note.note';
const MEDIA = { type: 'media', multiple: true };

const [[ARTICLE_FILE, article] = ['']] = Object.entries(ARTICLE);
const attributes = {
  ...article?.attributes,
  files: MEDIA,
  album: { type: 'component', component: 'team.album' },
};

const component = (name: string, own: object) => ({
  [`components/team/${name}.json`]: {
    collectionName: `components_team_${name}s`,
    info: { displayName: name },
    options: {},
    attributes: own,
  },
});

const FILES = {
  ...component('picture', { files: MEDIA }),
  ...component('album', { cover: { type: 'component', component: 'team.picture' } }),
  [ARTICLE_FILE]: { ...article, attributes },
  'api/note/content-types/note/schema.json': {
    ...article,
    collectionName: 'notes',
    info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
    attributes,
  },
};

let server: OwnServer;
let admin: Admin;
let api: Api;
/** The routes that upload, each with who may. */
let ways: [path: string, bearer: string][];

beforeAll(async () => {
  const env = { SIGN_OFF_PROJECT: 'SIGN', SIGN_OFF_TYPES: `${ARTICLES}=always,${NOTES}=asked` };
  server = await startServer({ env: { ...builtWith({ files: FILES }), ...env } });
  admin = await registerAdmin(server);
  api = await tokenFor(server, 'SIGN');
  const { accessKey } = await strapiToken(server, null, { type: 'full-access' });
  const { body } = await supertest(server.url).post('/admin/login').send(CREDENTIALS).expect(200);
  ways = [
    ['/api/upload', accessKey],
    ['/upload', body.data.token],
  ];
});
afterAll(() => server.destroy());

const newEntry = (type: string): Promise<string> =>
  inCode(server, type, 'create', {
    data: { title: 'Coffee', album: { cover: {} } },
  });

const publish = (type: string, id: string) => inCode(server, type, 'publish', { documentId: id });

const ask = async (type: string, id: string): Promise<string> =>
  (await fileDecision(api, { content: [{ type, id, locale: 'en' }] })).id as string;

async function approve(type: string, id: string): Promise<void> {
  const path = `/work-tracking/decisions/${await ask(type, id)}`;
  const { contentDigest } = (await admin.get(path).expect(200)).body.data;
  await admin.post(`${path}/resolve`, { verdict: 'approved', contentDigest }).expect(200);
}

interface Row {
  id: number;
  album: { cover: { id: number; files: unknown[] } };
  files: unknown[];
}

/** The row that is published, or that of the draft. */
const rowOf = (type: string, id: string, isPublished: boolean): Promise<Row> =>
  server.run(
    async (strapi, given) => {
      const rows = await strapi.db.query(given.type).findMany({
        where: { documentId: given.id },
        populate: { files: true, album: { populate: { cover: { populate: { files: true } } } } } as never,
      });
      return rows.find(({ publishedAt }) => (publishedAt !== null) === given.isPublished) as Row;
    },
    { type, id, isPublished },
  );

/** Forms that attach a file to an entry, and to a component in it. */
const formsFor = (type: string, { id, album }: Row): Record<string, string>[] => [
  { ref: type, refId: String(id), field: 'files' },
  { ref: 'team.picture', refId: String(album.cover.id), field: 'files' },
];

const REFUSED = {
  name: 'ApplicationError',
  message:
    'No file is attached to what is published of an entry that is signed off: attach it to the draft, and publish that.',
  details: { code: 'sign_off_required', decision: null },
};

it('no file is attached to what is published under the rule always, whatever was approved', async () => {
  const id = await newEntry(ARTICLES);
  await approve(ARTICLES, id);
  await publish(ARTICLES, id);
  const before = await rowOf(ARTICLES, id, true);
  for (const [path, bearer] of ways) {
    for (const form of formsFor(ARTICLES, before)) {
      const { status, body } = await upload(server, path, bearer, form);
      expect({ status, error: body.error }).toMatchObject({ status: 400, error: REFUSED });
    }
  }
  expect(await rowOf(ARTICLES, id, true)).toEqual(before);
  expect(await server.run((strapi) => strapi.db.query('plugin::upload.file').count({}))).toBe(0);
});

it('a file is attached to a draft, which has to be approved anew', async () => {
  const id = await newEntry(ARTICLES);
  await approve(ARTICLES, id);
  await publish(ARTICLES, id);
  const draft = await rowOf(ARTICLES, id, false);
  const stateOf = async () =>
    (await admin.get(`/work-tracking/content/${id}/sign-off?type=${ARTICLES}&locale=en`)).body.data;
  for (const form of formsFor(ARTICLES, draft)) {
    expect(await stateOf()).toMatchObject({ state: 'approved', isPublished: true });
    await upload(server, ...ways[0]!, form).expect(201);
    expect(await stateOf()).toMatchObject({ state: 'changed', isPublished: false });
    await approve(ARTICLES, id);
    await publish(ARTICLES, id);
  }
  await upload(server, ...ways[1]!, formsFor(ARTICLES, draft)[0]!).expect(201);
  expect((await rowOf(ARTICLES, id, true)).files).toHaveLength(1);
});

it('under the rule asked, none is while a decision about the entry is open', async () => {
  const id = await newEntry(NOTES);
  await publish(NOTES, id);
  const published = await rowOf(NOTES, id, true);
  const [form, ofComponent] = formsFor(NOTES, published);
  await upload(server, ...ways[0]!, form!).expect(201);
  await ask(NOTES, id);
  for (const [path, bearer] of ways) {
    const { body } = await upload(server, path, bearer, ofComponent!).expect(400);
    expect(body.error).toMatchObject({ ...REFUSED, details: { reason: 'open' } });
  }
  expect((await rowOf(NOTES, id, true)).files).toHaveLength(1);
});

it.each<Record<string, string>>([
  { 'ref[]': ARTICLES },
  { ref: ARTICLES.toUpperCase() },
  { ref: `${ARTICLES} ` },
  { ref: ARTICLES, refId: '1a' },
  { ref: ARTICLES, 'refId[]': '1', refId: '2' },
])('none is where the upload names no row: %j', async (given) => {
  const id = await newEntry(ARTICLES);
  const before = await rowOf(ARTICLES, id, false);
  for (const [path, bearer] of ways) {
    const form = { refId: String(before.id), field: 'files', ...given };
    const { status, body } = await upload(server, path, bearer, form);
    expect({ status, error: body.error }).toMatchObject({ status: 400, error: { name: 'ValidationError' } });
  }
  expect(await rowOf(ARTICLES, id, false)).toEqual(before);
});
