import type { Test } from 'supertest';
import { fileDecision, fileTicket, newProject, v1, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { ARTICLES, inCode } from '../support/documents';
import { ARTICLE, extended } from '../support/extended';
import { startServer, type OwnServer } from '../support/server';

const TO_ARTICLE = { type: 'relation', target: ARTICLES };
const ARTICLE_FILE = 'api/article/content-types/article/schema.json';
const article = ARTICLE[ARTICLE_FILE];

/** Of both types, each with relations that are kept on either side. */
const fieldsOf = (type: string) => ({
  about: { ...TO_ARTICLE, relation: 'manyToOne' },
  sources: { ...TO_ARTICLE, relation: 'manyToMany' },
  lead: { ...TO_ARTICLE, relation: 'oneToOne', mappedBy: type },
  // As the builder makes none.
  column: { ...TO_ARTICLE, relation: 'oneToOne', useJoinTable: false },
  cover: { ...TO_ARTICLE, relation: 'oneToOne', mappedBy: `${type}_column` },
  related: { type: 'relation', relation: 'oneToMany', target: `plugin::work-tracking.${type}` },
  tier: { type: 'enumeration', enum: ['gold', 'silver'] },
  goes_live: { type: 'date' },
  opens: { type: 'time' },
  seen: { type: 'datetime' },
  points: { type: 'integer' },
  serial: { type: 'biginteger' },
  weight: { type: 'float' },
  cost: { type: 'decimal' },
  // Named like the ranges of another field, or of the API itself.
  ends: { type: 'date' },
  ends_before: { type: 'string' },
  due: { type: 'date' },
  secret_points: { type: 'integer', private: true },
});

let server: OwnServer;
let articles: string[];

beforeAll(async () => {
  const files = {
    [ARTICLE_FILE]: {
      ...article,
      attributes: {
        ...article.attributes,
        ...Object.fromEntries(
          ['ticket', 'decision'].flatMap((type) => {
            const one = { type: 'relation', relation: 'oneToOne', target: `plugin::work-tracking.${type}` };
            return [
              [type, { ...one, inversedBy: 'lead' }],
              [`${type}_column`, { ...one, inversedBy: 'cover', useJoinTable: false }],
            ];
          }),
        ),
      },
    },
    ...extended('ticket', fieldsOf('ticket')),
    ...extended('decision', fieldsOf('decision')),
  };
  server = await startServer({ env: builtWith({ files }) });
  await server.run(async (strapi) => {
    await strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
  });
  articles = [];
  for (const title of ['Ada', 'Bob']) {
    const documentId = await inCode(server, ARTICLES, 'create', { data: { title } });
    await inCode(server, ARTICLES, 'update', { documentId, locale: 'de', data: { title } });
    await inCode(server, ARTICLES, 'publish', { documentId, locale: '*' });
    articles.push(documentId);
  }
});
afterAll(() => server.destroy());

describe.each([
  ['tickets', fileTicket],
  ['decisions', fileDecision],
] as const)('a list of %s', (list, file) => {
  let api: Api;
  beforeEach(async () => {
    api = await newProject(server);
  });

  /** The ids of the records that a query finds, oldest first. */
  async function idsOf(query: string, from = api): Promise<string[]> {
    const { body } = await from.get(`/${list}?${query}`).expect(200);
    return body[list].map(({ id }: { id: string }) => id).reverse();
  }

  const refusal = async (query: string) => (await api.get(`/${list}?${query}`).expect(400)).body;

  it.each([
    ['goes_live', 'before', 'after', ['0001-01-01', '2026-02-20', '9999-12-31']],
    ['opens', 'before', 'after', ['00:00', '09:40', '23:59:59.999']],
    [
      'seen',
      'before',
      'after',
      ['1970-01-01T00:00:00Z', '2026-02-20T10:40:44.123+01:00', '9998-12-31T23:59:59Z'],
    ],
    ['points', 'max', 'min', [-(2 ** 31), -1, 2 ** 31 - 1]],
    ['serial', 'max', 'min', ['-9007199254740991', '9', '9007199254740991']],
    ['weight', 'max', 'min', [-1.5, 0, 10.25]],
    ['cost', 'max', 'min', [-99999999.99, 9.5, 10]],
  ] as const)('is filtered by the range of %s', async (name, to, from, values) => {
    const ids: string[] = [];
    for (const value of values) ids.push((await file(api, { [name]: value })).id);
    await file(api);
    const [low, middle, high] = values.map((value) => encodeURIComponent(String(value)));
    const withItself = to === 'max';
    const parts = (end: number) => (withItself ? end + 1 : end);
    expect(await idsOf(`${name}_${to}=${low}`)).toEqual(ids.slice(0, parts(0)));
    expect(await idsOf(`${name}_${to}=${middle}`)).toEqual(ids.slice(0, parts(1)));
    expect(await idsOf(`${name}_${from}=${middle}`)).toEqual(ids.slice(withItself ? 1 : 2));
    expect(await idsOf(`${name}_${from}=${high}`)).toEqual(ids.slice(withItself ? 2 : 3));
    expect(await idsOf(`${name}_${from}=${low}&${name}_${to}=${high}`)).toEqual(withItself ? ids : [ids[1]]);
    expect(await idsOf(`${name}_${from}=${high}&${name}_${to}=${low}`)).toEqual([]);
  });

  it('compares with numbers that no column holds', async () => {
    const { id } = await file(api, { weight: 1, cost: 1 });
    const large = '9'.repeat(300);
    for (const name of ['weight', 'cost']) {
      expect(await idsOf(`${name}_max=${large}&${name}_min=-${large}.5`)).toEqual([id]);
      expect(await idsOf(`${name}_min=${large}`)).toEqual([]);
      expect(await idsOf(`${name}_min=-0&${name}_max=1.0000000000000000000001`)).toEqual([id]);
    }
  });

  it.each([
    'goes_live_before=soon',
    'goes_live_after=2026-02-30',
    'goes_live_before=0000-01-01',
    'goes_live_before=10000-01-01',
    'opens_after=24:00',
    'seen_before=2026-02-20',
    'seen_after=1969-12-31T23:59:59Z',
    'seen_before=9999-01-01T00:00:00Z',
    'points_min=2147483648',
    'points_max=1.5',
    'points_min=NaN',
    `points_min=-${'9'.repeat(400)}`,
    'serial_min=9223372036854775808',
    'serial_max=many',
    'weight_min=NaN',
    'weight_max=1e999',
    `cost_max=${'9'.repeat(400)}`,
    'points_min=',
    'points_min=1%00',
    'about=%00',
    'about=',
    'tier=tin',
  ])('refuses %s', async (query) => {
    const { error, details } = await refusal(query);
    expect([error, details[0].path]).toEqual(['validation_failed', query.split('=')[0]]);
    expect(details[0].code).not.toBe('unknown_parameter');
  });

  it('is filtered by the id of what a relation leads to, or none, whatever drafts and locales that has', async () => {
    const [ada, bob] = articles as [string, string];
    const plain = await file(api);
    for (const name of ['about', 'sources', 'lead']) {
      const given = (...ids: string[]) => (name === 'sources' ? ids : ids[0]);
      const own = await newProject(server);
      const first = await file(own, { [name]: given(ada, bob) });
      const second = await file(own, { [name]: given(bob) });
      const empty = await file(own);
      expect(await idsOf(`${name}=${ada}`, own)).toEqual([first.id]);
      expect(await idsOf(`${name}=${bob}`, own)).toEqual(
        name === 'sources' ? [first.id, second.id] : [second.id],
      );
      expect(await idsOf(`${name}=none`, own)).toEqual([empty.id]);
      expect(await idsOf(`${name}=none`)).toEqual([plain.id]);
      expect(await idsOf(`${name}=${ada}`)).toEqual([]);
    }
  });

  it('is filtered by several relations, fields and its own filters at once, page by page', async () => {
    const [ada, bob] = articles as [string, string];
    const content = [{ type: ARTICLES, id: ada }];
    const given = { about: ada, sources: [ada, bob], tier: 'gold', points: 3, content };
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await file(api, given)).id);
    const related = await file(api, { ...given, related: [ids[0]] });
    for (const other of [
      { about: bob },
      { sources: [] },
      { tier: 'silver' },
      { points: 2 },
      { content: [] },
    ]) {
      await file(api, { ...given, ...other });
    }
    const query = `about=${ada}&sources=${bob}&related=none&tier=gold&points_min=3&content=${ARTICLES}:${ada}&limit=2`;
    const seen: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const page: Test = api.get(`/${list}?${query}${next && `&cursor=${next}`}`);
      const { body } = await page.expect(200);
      seen.push(...body[list].map(({ id }: { id: string }) => id));
      next = body.next_cursor;
    }
    expect(seen.reverse()).toEqual(ids);
    expect(await idsOf(`related=${ids[0]}`)).toEqual([related.id]);
    if (list === 'decisions') expect(await idsOf(`${query}&offset=4`)).toEqual(ids.slice(0, 1));
  });

  it("finds nothing by an id that is not there, differs in capitals, is no id, or is another project's", async () => {
    const other = await newProject(server);
    const foreign = await file(other);
    await file(other, { related: [foreign.id] });
    const own = await file(api);
    await file(api, { related: [own.id], about: articles[0] });
    const strange = ['nobody', articles[0]!.toUpperCase(), `${articles[0]}%20`, '1', '%27', 'x'.repeat(1000)];
    for (const id of strange) expect(await idsOf(`about=${id}`)).toEqual([]);
    expect(await idsOf(`related=${foreign.id}`)).toEqual([]);
  });

  it("names a field before another one's range, and the API's own filters before both", async () => {
    const { id } = await file(api, { ends: '2026-02-20', ends_before: 'dawn', due: '2026-02-20' });
    expect(await idsOf('ends_before=dawn')).toEqual([id]);
    expect(await idsOf('ends_before=2026-02-21')).toEqual([]);
    expect(await idsOf('ends_after=2026-02-19')).toEqual([id]);
    if (list === 'decisions') expect(await idsOf('due_before=2026-02-21')).toEqual([id]);
    else expect(await idsOf('due_before=2026-02-21T00:00:00Z')).toEqual([]);
  });

  it('tells of the filters that there are, and of no others', async () => {
    const { details } = await refusal('unknown=1');
    const { accepted } = details[0] as { accepted: string[] };
    expect(accepted).toEqual(
      expect.arrayContaining([
        ...['about', 'sources', 'lead', 'related', 'tier'],
        ...['goes_live', 'goes_live_before', 'goes_live_after', 'points', 'points_min', 'points_max'],
      ]),
    );
    const none = [
      'column',
      'secret_points',
      'secret_points_min',
      'tier_min',
      'about_before',
      'ends_before_after',
    ];
    expect(accepted).toEqual(expect.not.arrayContaining(none));
    for (const name of none) expect((await refusal(`${name}=1`)).details[0].code).toBe('unknown_parameter');

    const { body } = await v1(server, '').get('/openapi.json').expect(200);
    const { parameters } = body.paths[`/${list}`].get as { parameters: { name: string }[] };
    expect(parameters.map(({ name }) => name).sort()).toEqual([...accepted].sort());
    const schemaOf = (name: string) => parameters.find((parameter) => parameter.name === name);
    expect(schemaOf('about')).toMatchObject({
      description: 'The id of a related record, or `none`.',
      schema: { type: 'string' },
    });
    expect(schemaOf('goes_live_before')).toMatchObject({
      description: '`goes_live` is earlier than this.',
      schema: { type: 'string', format: 'date' },
    });
    expect(schemaOf('points_min')).toMatchObject({ description: '`points` is this or more.' });
  });
});
