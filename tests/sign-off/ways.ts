import { ARTICLES } from '../support/documents';
import type { Callers, Refusal } from './callers';
import type { Published } from './drafts';
import { FRONT } from './single-type';

/** A way in which something is published. */
interface Way<Arguments extends unknown[]> {
  /** What Strapi offers for it, as `whatStrapiOffers` names it. */
  by: string;
  publish(callers: Callers, ...given: Arguments): Promise<Refusal | undefined>;
}

type Ways<Arguments extends unknown[]> = Record<string, Way<Arguments>>;

const PANEL = `/collection-types/${ARTICLES}`;

const UPDATE = `mutation ($id: ID!, $title: String) {
  updateArticle(documentId: $id, status: PUBLISHED, data: { title: $title }) { title }
}`;

/** Every way in which Strapi publishes an entry that is there in its default locale, by its name. */
export const WAYS: Ways<[id: string, title: string]> = {
  'publish in code': {
    by: 'documents().publish',
    publish: ({ documents }, id) => documents(ARTICLES, 'publish', { documentId: id }),
  },
  'publish every locale in code': {
    by: 'documents().publish',
    publish: ({ documents }, id) => documents(ARTICLES, 'publish', { documentId: id, locale: '*' }),
  },
  'publish one of several locales in code': {
    by: 'documents().publish',
    publish: ({ documents }, id) => documents(ARTICLES, 'publish', { documentId: id, locale: ['en', 'fr'] }),
  },
  'update in code': {
    by: 'documents().update',
    publish: ({ documents }, id, title) =>
      documents(ARTICLES, 'update', { documentId: id, status: 'published', data: { title } }),
  },
  'PUT of REST': {
    by: 'PUT /api/articles/:id',
    publish: ({ rest }, id, title) => rest('put', `/api/articles/${id}?fields[0]=title`, { title }),
  },
  'a mutation of GraphQL': {
    by: 'mutation updateArticle',
    publish: ({ graphql }, id, title) => graphql(UPDATE, { id, title }),
  },
  "the panel's Publish": {
    by: 'POST /content-manager/collection-types/:model/:id/actions/publish',
    publish: ({ panel }, id, title) => panel('post', `${PANEL}/${id}/actions/publish`, { title }),
  },
  "the panel's bulk Publish": {
    by: 'POST /content-manager/collection-types/:model/actions/bulkPublish',
    publish: ({ panel }, id) => panel('post', `${PANEL}/actions/bulkPublish`, { documentIds: [id] }),
  },
};

/** Those that publish only what was published before. */
export const WAYS_OF_PUBLISHED: Ways<[article: Published, title: string]> = {
  'update of the entity service': {
    by: 'entityService.update',
    publish: ({ entityService }, { published }, title) =>
      entityService('update', ARTICLES, published, { data: { title } }),
  },
};

/** Those that make the entry, too. */
export const WAYS_OF_NEW: Ways<[title: string]> = {
  'create in code': {
    by: 'documents().create',
    publish: ({ documents }, title) =>
      documents(ARTICLES, 'create', { status: 'published', data: { title } }),
  },
  'create of the entity service': {
    by: 'entityService.create',
    publish: ({ entityService }, title) => entityService('create', ARTICLES, { data: { title } }),
  },
  'POST of REST': {
    by: 'POST /api/articles',
    publish: ({ rest }, title) => rest('post', '/api/articles', { title }),
  },
  'a mutation of GraphQL': {
    by: 'mutation createArticle',
    publish: ({ graphql }, title) =>
      graphql('mutation ($title: String) { createArticle(data: { title: $title }) { title } }', { title }),
  },
  'a mutation of GraphQL that says so': {
    by: 'mutation createArticle',
    publish: ({ graphql }, title) =>
      graphql(
        'mutation ($title: String) { createArticle(status: PUBLISHED, data: { title: $title }) { title } }',
        { title },
      ),
  },
  "the panel's Publish": {
    by: 'POST /content-manager/collection-types/:model/actions/publish',
    publish: ({ panel }, title) => panel('post', `${PANEL}/actions/publish`, { title }),
  },
};

/** The same for the type `front`, which has one entry. */
export const WAYS_OF_SINGLE: Ways<[title: string]> = {
  'PUT of REST': {
    by: 'PUT /api/front',
    publish: ({ rest }, title) => rest('put', '/api/front', { title }),
  },
  'a mutation of GraphQL': {
    by: 'mutation updateFront',
    publish: ({ graphql }, title) =>
      graphql(
        'mutation ($title: String) { updateFront(status: PUBLISHED, data: { title: $title }) { title } }',
        {
          title,
        },
      ),
  },
  "the panel's Publish": {
    by: 'POST /content-manager/single-types/:model/actions/publish',
    publish: ({ panel }, title) => panel('post', `/single-types/${FRONT}/actions/publish`, { title }),
  },
};
