import type { TestServer } from './server';

/** The type of `ARTICLE` in `extended.ts`. */
export const ARTICLES = 'api::article.article';

/**
 * Calls the document service as a host's own code does.
 * @returns the document id of what it answers, which must be a document
 */
export const inCode = (
  server: Pick<TestServer, 'run'>,
  uid: string,
  action: string,
  params: object,
): Promise<string> =>
  server.run(
    async (strapi, given) => {
      const documents = strapi.documents(given.uid as never) as never as Record<
        string,
        (params: object) => Promise<{ documentId: string }>
      >;
      return (await documents[given.action]!(given.params)).documentId;
    },
    { uid, action, params },
  );

/** The titles of an article in all its locales, in the order in which they were written. */
export interface StoredTitles {
  drafts: string[];
  published: string[];
}

export const storedTitles = (server: Pick<TestServer, 'run'>, id: string): Promise<StoredTitles> =>
  server.run(
    async (strapi, { uid, documentId }) => {
      const rows = await strapi.db.query(uid).findMany({ where: { documentId }, orderBy: { id: 'asc' } });
      const titles = (isPublished: boolean): string[] =>
        rows.filter(({ publishedAt }) => (publishedAt !== null) === isPublished).map(({ title }) => title);
      return { drafts: titles(false), published: titles(true) };
    },
    { uid: ARTICLES, documentId: id },
  );

export const publishedTitles = async (server: Pick<TestServer, 'run'>, id: string): Promise<string[]> =>
  (await storedTitles(server, id)).published;
