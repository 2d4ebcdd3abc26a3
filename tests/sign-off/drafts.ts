import { ARTICLES } from '../support/documents';
import type { Callers, Refusal } from './callers';
import { FRONT } from './single-type';

/** An article that is published, with the ids of its rows. */
export interface Published {
  id: string;
  draft: number;
  published: number;
}

/** What publishes nothing, and is refused nobody: what is published afterwards stays as it was, or is so no longer. */
type Passing<Arguments extends unknown[]> = Record<
  string,
  ['stays' | 'ends', (callers: Callers, ...given: Arguments) => Promise<Refusal | undefined>]
>;

const PANEL = `/collection-types/${ARTICLES}`;
const DATA = { title: 'Water' };

/** By what Strapi offers for it, as `whatStrapiOffers` names it. */
export const PASSING: Passing<[article: Published]> = {
  'documents().create': ['stays', ({ documents }) => documents(ARTICLES, 'create', { data: DATA })],
  'documents().update': [
    'stays',
    ({ documents }, { id }) =>
      documents(ARTICLES, 'update', { documentId: id, data: { ...DATA, publishedAt: new Date() } }),
  ],
  'documents().clone': [
    'stays',
    ({ documents }, { id }) =>
      documents(ARTICLES, 'clone', { documentId: id, status: 'published', data: DATA }),
  ],
  'documents().discardDraft': [
    'stays',
    ({ documents }, { id }) => documents(ARTICLES, 'discardDraft', { documentId: id }),
  ],
  'documents().unpublish': [
    'ends',
    ({ documents }, { id }) => documents(ARTICLES, 'unpublish', { documentId: id }),
  ],
  'documents().delete': [
    'ends',
    ({ documents }, { id }) => documents(ARTICLES, 'delete', { documentId: id }),
  ],

  'entityService.create': [
    'stays',
    ({ entityService }) => entityService('create', ARTICLES, { data: { ...DATA, publishedAt: null } }),
  ],
  'entityService.update': [
    'stays',
    ({ entityService }, { draft }) =>
      entityService('update', ARTICLES, draft, { data: { ...DATA, publishedAt: new Date() } }),
  ],
  'entityService.delete': [
    'ends',
    ({ entityService }, { published }) => entityService('delete', ARTICLES, published),
  ],

  'POST /api/articles': ['stays', ({ rest }) => rest('post', '/api/articles?status=draft', DATA)],
  'PUT /api/articles/:id': [
    'stays',
    ({ rest }, { id }) => rest('put', `/api/articles/${id}?status=draft`, DATA),
  ],
  'DELETE /api/articles/:id': ['ends', ({ rest }, { id }) => rest('delete', `/api/articles/${id}`)],

  'mutation createArticle': [
    'stays',
    ({ graphql }) => graphql('mutation { createArticle(status: DRAFT, data: { title: "Water" }) { title } }'),
  ],
  'mutation updateArticle': [
    'stays',
    ({ graphql }, { id }) =>
      graphql(
        'mutation ($id: ID!) { updateArticle(documentId: $id, status: DRAFT, data: { title: "Water" }) { title } }',
        { id },
      ),
  ],
  'mutation deleteArticle': [
    'ends',
    ({ graphql }, { id }) =>
      graphql('mutation ($id: ID!) { deleteArticle(documentId: $id) { documentId } }', { id }),
  ],

  'POST /content-manager/collection-types/:model': [
    'stays',
    ({ panel }) => panel('post', PANEL, { ...DATA, status: 'published' }),
  ],
  'PUT /content-manager/collection-types/:model/:id': [
    'stays',
    ({ panel }, { id }) => panel('put', `${PANEL}/${id}`, { ...DATA, status: 'published' }),
  ],
  'POST /content-manager/collection-types/:model/clone/:sourceId': [
    'stays',
    ({ panel }, { id }) => panel('post', `${PANEL}/clone/${id}`, { ...DATA, status: 'published' }),
  ],
  'POST /content-manager/collection-types/:model/auto-clone/:sourceId': [
    'stays',
    ({ panel }, { id }) => panel('post', `${PANEL}/auto-clone/${id}`),
  ],
  'POST /content-manager/collection-types/:model/:id/actions/discard': [
    'stays',
    ({ panel }, { id }) => panel('post', `${PANEL}/${id}/actions/discard`),
  ],
  'POST /content-manager/collection-types/:model/:id/actions/unpublish': [
    'ends',
    ({ panel }, { id }) => panel('post', `${PANEL}/${id}/actions/unpublish`),
  ],
  'POST /content-manager/collection-types/:model/actions/bulkUnpublish': [
    'ends',
    ({ panel }, { id }) => panel('post', `${PANEL}/actions/bulkUnpublish`, { documentIds: [id] }),
  ],
  'DELETE /content-manager/collection-types/:model/:id': [
    'ends',
    ({ panel }, { id }) => panel('delete', `${PANEL}/${id}`),
  ],
  'POST /content-manager/collection-types/:model/actions/bulkDelete': [
    'ends',
    ({ panel }, { id }) => panel('post', `${PANEL}/actions/bulkDelete`, { documentIds: [id] }),
  ],
};

/** The same for the one entry of a single type. */
export const PASSING_OF_SINGLE: Passing<[]> = {
  'PUT /api/front': ['stays', ({ rest }) => rest('put', '/api/front?status=draft', DATA)],
  'DELETE /api/front': ['ends', ({ rest }) => rest('delete', '/api/front')],
  'mutation updateFront': [
    'stays',
    ({ graphql }) => graphql('mutation { updateFront(status: DRAFT, data: { title: "Water" }) { title } }'),
  ],
  'mutation deleteFront': ['ends', ({ graphql }) => graphql('mutation { deleteFront { documentId } }')],
  'PUT /content-manager/single-types/:model': [
    'stays',
    ({ panel }) => panel('put', `/single-types/${FRONT}`, { ...DATA, status: 'published' }),
  ],
  'POST /content-manager/single-types/:model/actions/discard': [
    'stays',
    ({ panel }) => panel('post', `/single-types/${FRONT}/actions/discard`),
  ],
  'POST /content-manager/single-types/:model/actions/unpublish': [
    'ends',
    ({ panel }) => panel('post', `/single-types/${FRONT}/actions/unpublish`),
  ],
  'DELETE /content-manager/single-types/:model': [
    'ends',
    ({ panel }) => panel('delete', `/single-types/${FRONT}`),
  ],
};
