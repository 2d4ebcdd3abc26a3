import supertest from 'supertest';
import type { Admin } from '../support/admin';
import { ARTICLES } from '../support/documents';
import type { TestServer } from '../support/server';
import { strapiToken } from '../support/tokens';

/** Why something was not published, as Strapi's error says it. */
export interface Refusal {
  name: string;
  message: string;
  details: unknown;
}

/** A way to publish an entry that is there. @returns why it was not */
export type Way = (id: string, title: string) => Promise<Refusal | undefined>;

/** Every way in which Strapi publishes an entry in its default locale, by its name. */
export async function waysIn(server: TestServer, admin: Admin): Promise<Record<string, Way>> {
  const { accessKey } = await strapiToken(server, null, { type: 'full-access' });
  const http = supertest(server.url);
  const panel = `/content-manager/collection-types/${ARTICLES}`;

  const inCode = (action: 'publish' | 'update', params: object): Promise<Refusal | undefined> =>
    server.run(
      async (strapi, given) => {
        const documents = strapi.documents('api::article.article' as never) as never as Record<
          typeof action,
          (params: object) => Promise<unknown>
        >;
        try {
          await documents[given.action](given.params);
          return undefined;
        } catch (error) {
          const { name, message, details } = error as Refusal;
          return { name, message, details };
        }
      },
      { action, params },
    );

  return {
    'publish in code': (id) => inCode('publish', { documentId: id }),
    'publish every locale in code': (id) => inCode('publish', { documentId: id, locale: '*' }),
    'publish one of several locales in code': (id) =>
      inCode('publish', { documentId: id, locale: ['en', 'fr'] }),
    'update in code': (id, title) =>
      inCode('update', { documentId: id, status: 'published', data: { title } }),
    async 'PUT of REST'(id, title) {
      const { body } = await http
        .put(`/api/articles/${id}?fields[0]=title`)
        .set('Authorization', `Bearer ${accessKey}`)
        .send({ data: { title } });
      return body.error;
    },
    async 'a mutation of GraphQL'(id, title) {
      const query = `mutation ($id: ID!, $title: String) {
        updateArticle(documentId: $id, status: PUBLISHED, data: { title: $title }) { title }
      }`;
      const { body } = await http
        .post('/graphql')
        .set('Authorization', `Bearer ${accessKey}`)
        .send({ query, variables: { id, title } });
      const [error] = (body.errors ?? []) as { message: string; extensions: { error: Refusal } }[];
      return error && { ...error.extensions.error, message: error.message };
    },
    async "the panel's Publish"(id, title) {
      return (await admin.post(`${panel}/${id}/actions/publish`, { title })).body.error;
    },
    async "the panel's bulk Publish"(id) {
      return (await admin.post(`${panel}/actions/bulkPublish`, { documentIds: [id] })).body.error;
    },
  };
}
