import { fileDecision } from '../support/api';
import { ARTICLES, inCode } from '../support/documents';
import { startEditing, type Editors } from './editors';

const POSTERS = 'api::poster.poster';

const relation = (kind: string) => ({ type: 'relation', relation: kind, target: ARTICLES });

/** A type without locales that refers to entries with locales, by itself, in a component and in a zone. */
const FILES = {
  'components/team/teaser.json': {
    collectionName: 'components_team_teasers',
    info: { displayName: 'Teaser' },
    options: {},
    attributes: { article: relation('oneToOne') },
  },
  'api/poster/content-types/poster/schema.json': {
    kind: 'collectionType',
    collectionName: 'posters',
    info: { singularName: 'poster', pluralName: 'posters', displayName: 'Poster' },
    options: { draftAndPublish: true },
    attributes: {
      title: { type: 'string' },
      article: relation('oneToOne'),
      articles: relation('manyToMany'),
      teaser: { type: 'component', component: 'team.teaser' },
      zone: { type: 'dynamiczone', components: ['team.teaser'] },
    },
  },
};

let editors: Editors;
let article: string;

beforeAll(async () => {
  editors = await startEditing('always', { types: [POSTERS], files: FILES });
  article = await editors.newArticle();
  await editors.inCode('update', { documentId: article, locale: 'fr', data: { title: 'Du café' } });
});
afterAll(() => editors.server.destroy());

const inLocale = (locale: string) => ({ documentId: article, locale });

/** How one and the same entry is referred to in a locale. */
const WAYS: Record<string, (...locales: string[]) => object> = {
  article: (locale = '') => ({ article: inLocale(locale) }),
  articles: (...locales) => ({ articles: locales.map(inLocale) }),
  teaser: (locale = '') => ({ teaser: { article: inLocale(locale) } }),
  zone: (locale = '') => ({ zone: [{ __component: 'team.teaser', article: inLocale(locale) }] }),
};

const write = (action: string, params: object) => inCode(editors.server, POSTERS, action, params);

const newPoster = (data: object) => write('create', { data: { title: 'A poster', ...data } });

const approve = async (id: string) =>
  editors.sign(await editors.ask(id, null, editors.api, POSTERS), { verdict: 'approved' });

async function shownChanges(id: string) {
  const content = [{ type: POSTERS, id, locale: null }];
  const decision = await fileDecision(editors.api, { content });
  const { body } = await editors.admin
    .get(`/work-tracking/decisions/${decision.id as string}/changes`)
    .expect(200);
  return body.data.entries[0].locales[0];
}

describe.each(Object.keys(WAYS))('%s', (name) => {
  const to = WAYS[name]!;

  it('to another locale of what was approved is not published, and is shown', async () => {
    const id = await newPoster(to('en'));
    await approve(id);
    await write('update', { documentId: id, data: to('fr') });
    await expect(write('publish', { documentId: id })).rejects.toThrow('is not any more what the decision');
    const { parts } = await shownChanges(id);
    const named = (locale: string, title: string) => ({
      entries: [expect.objectContaining({ id: article, locale, title })],
    });
    expect(parts).toEqual([
      expect.objectContaining({ before: named('en', 'Coffee'), after: named('fr', 'Du café') }),
    ]);
  });

  it('to the same locale again is as it was approved', async () => {
    const id = await newPoster(to('fr'));
    await approve(id);
    await write('update', { documentId: id, data: to('en') });
    await write('update', { documentId: id, data: to('fr') });
    expect((await shownChanges(id)).parts).toEqual([]);
    await expect(write('publish', { documentId: id })).rejects.toThrow('about it is open');
  });
});

it('two locales of one entry are two', async () => {
  const to = WAYS.articles!;
  const id = await newPoster(to('en'));
  await approve(id);
  await write('update', { documentId: id, data: to('en', 'fr') });
  await expect(write('publish', { documentId: id })).rejects.toThrow('is not any more what the decision');
});
