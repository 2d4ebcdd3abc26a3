import { registerAdmin, type Admin } from '../support/admin';
import { fileDecision, tokenFor, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { ARTICLE } from '../support/extended';
import { GRAPHQL, servedByStrapi } from '../support/host';
import { startServer, type OwnServer } from '../support/server';

export const ARTICLES = 'api::article.article';

/** An application whose articles are under sign-off, and who works with it. */
export interface Editors {
  server: OwnServer;
  admin: Admin;
  /** Of the project whose decisions count. */
  api: Api;
  /** @returns the document id of a draft with the title "Coffee" */
  newArticle(): Promise<string>;
  /** The titles of an article, in the order in which its locales were written. */
  stored(id: string): Promise<{ drafts: string[]; published: string[] }>;
  /** Files a decision about an article. @returns its public id */
  ask(id: string, locale?: string | null, project?: Api): Promise<string>;
  /** Resolves it as a person in the panel. */
  sign(
    decision: string,
    resolution: { verdict: string; option_id?: string; note?: string },
  ): Promise<unknown>;
  /** Calls the document service. */
  inCode(action: string, params: object): Promise<unknown>;
}

/** Starts it, with English, German and French. */
export async function startEditing(): Promise<Editors> {
  const build = builtWith({ files: { ...ARTICLE, ...servedByStrapi('article') }, plugins: GRAPHQL });
  const server = await startServer({
    env: {
      ...build,
      SIGN_OFF_PROJECT: 'SIGN',
      SIGN_OFF_TYPES: `${ARTICLES}=asked`,
      SIGN_OFF_APPROVALS: 'approved, Fine',
    },
  });
  const admin = await registerAdmin(server);
  const api = await tokenFor(server, 'SIGN');
  await server.run(async (strapi) => {
    for (const [code, name] of Object.entries({ de: 'German', fr: 'French' })) {
      await strapi.plugin('i18n').service('locales').create({ code, name });
    }
  });
  return {
    server,
    admin,
    api,
    newArticle: () =>
      server.run(async (strapi) => {
        const data = { title: 'Coffee' };
        const made = await strapi.documents('api::article.article' as never).create({ data } as never);
        return (made as { documentId: string }).documentId;
      }),
    stored: (id) =>
      server.run(async (strapi, documentId) => {
        const rows = await strapi.db.query('api::article.article').findMany({
          where: { documentId },
          orderBy: { id: 'asc' },
        });
        const titles = (isPublished: boolean): string[] =>
          rows.filter(({ publishedAt }) => (publishedAt !== null) === isPublished).map(({ title }) => title);
        return { drafts: titles(false), published: titles(true) };
      }, id),
    async ask(id, locale = null, project = api) {
      const frontmatter = {
        options: [
          { id: 'approved', title: 'Approved' },
          { id: 'rejected', title: 'Rejected' },
        ],
      };
      const content = [{ type: ARTICLES, id, locale }];
      return (await fileDecision(project, { title: 'Shall it be public?', content, frontmatter }))
        .id as string;
    },
    sign: (decision, resolution) =>
      admin.post(`/work-tracking/decisions/${decision}/resolve`, resolution).expect(200),
    inCode: (action, params) =>
      server.run(
        async (strapi, given) => {
          const documents = strapi.documents('api::article.article' as never) as never as Record<
            string,
            (params: object) => Promise<unknown>
          >;
          return documents[given.action]!(given.params);
        },
        { action, params },
      ),
  };
}
