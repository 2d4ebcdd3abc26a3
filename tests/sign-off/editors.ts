import type { SignOffRule } from '../../src/plugins/work-tracking/domain/sign-off';
import { collection, registerAdmin, type Admin } from '../support/admin';
import { fileDecision, tokenFor, type Api } from '../support/api';
import { builtWith, type Additions } from '../support/configured';
import { ARTICLES, inCode, storedTitles, type StoredTitles } from '../support/documents';
import { ARTICLE } from '../support/extended';
import { GRAPHQL, servedByStrapi } from '../support/host';
import { startServer, type OwnServer } from '../support/server';

/** An application whose articles are under sign-off, and who works with it. */
export interface Editors {
  server: OwnServer;
  /** What it was started with, to start it again. */
  env: Record<string, string>;
  admin: Admin;
  /** Of the project whose decisions count. */
  api: Api;
  /** @returns the document id of a draft with the title "Coffee" */
  newArticle(): Promise<string>;
  stored(id: string): Promise<StoredTitles>;
  /** Files a decision about an article, or an entry of another type. @returns its public id */
  ask(id: string, locale?: string | null, project?: Api, type?: string): Promise<string>;
  /** What the panel says of the content of a decision. */
  digest(decision: string): Promise<string | null>;
  /** Resolves it as a person in the panel, who has seen the entries as they are. */
  sign(
    decision: string,
    resolution: { verdict: string; option_id?: string; note?: string },
  ): Promise<unknown>;
  /** The same by a person who may not approve it, and why. */
  refuseToSign(decision: string, sentence: string): Promise<void>;
  /** As `ask`, in the content manager. */
  askInPanel(id: string): Promise<string>;
  /** Saves a draft in the content manager. */
  editInPanel(id: string, data: object, locale?: string): Promise<unknown>;
  /** Calls the document service of articles. @returns the document id of what it answers */
  inCode(action: string, params: object): Promise<string>;
}

let asked = 0;

/** Starts it, with English, German and French, and with other types under the same rule. */
export async function startEditing(
  rule: SignOffRule = 'asked',
  others: { types: string[]; files: Additions['files'] } = { types: [], files: {} },
): Promise<Editors> {
  const files = { ...ARTICLE, ...servedByStrapi('article'), ...others.files };
  const build = builtWith({ files, plugins: GRAPHQL });
  const env = {
    ...build,
    SIGN_OFF_PROJECT: 'SIGN',
    SIGN_OFF_TYPES: [ARTICLES, ...others.types].map((type) => `${type}=${rule}`).join(','),
    SIGN_OFF_APPROVALS: 'approved, Fine',
  };
  const server = await startServer({ env });
  const admin = await registerAdmin(server);
  const api = await tokenFor(server, 'SIGN');
  await server.run(async (strapi) => {
    for (const [code, name] of Object.entries({ de: 'German', fr: 'French' })) {
      await strapi.plugin('i18n').service('locales').create({ code, name });
    }
  });
  const frontmatter = {
    options: [
      { id: 'approved', title: 'Approved' },
      { id: 'rejected', title: 'Rejected' },
    ],
  };
  const about = (id: string, locale: string | null, type = ARTICLES) => ({
    title: 'Shall it be public?',
    content: [{ type, id, locale }],
    frontmatter,
  });
  const digest = async (decision: string): Promise<string | null> =>
    (await admin.get(`/work-tracking/decisions/${decision}`).expect(200)).body.data.contentDigest;
  const resolve = async (decision: string, resolution: object) =>
    admin.post(`/work-tracking/decisions/${decision}/resolve`, {
      ...resolution,
      contentDigest: await digest(decision),
    });
  return {
    server,
    env,
    admin,
    api,
    digest,
    newArticle: () => inCode(server, ARTICLES, 'create', { data: { title: 'Coffee' } }),
    stored: (id) => storedTitles(server, id),
    ask: async (id, locale = null, project = api, type = ARTICLES) =>
      (await fileDecision(project, about(id, locale, type))).id as string,
    async sign(decision, resolution) {
      const { status, body } = await resolve(decision, resolution);
      expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    },
    async refuseToSign(decision, sentence) {
      const { status, body } = await resolve(decision, { verdict: 'approved' });
      expect(body.error.message).toContain(sentence);
      expect([status, body.error.details.code]).toEqual([403, 'self_resolution']);
    },
    async askInPanel(id) {
      const project = await server.run(
        async (strapi) =>
          (await strapi.db.query('plugin::work-tracking.project').findOne({ where: { key: 'SIGN' } }))!
            .documentId as string,
      );
      asked += 1;
      const decision = {
        slug: `asked-${asked}`,
        ...about(id, null),
        project: { connect: [{ documentId: project }] },
      };
      return (await admin.post(collection('decision'), decision).expect(201)).body.data.documentId;
    },
    editInPanel: (id, data, locale = 'en') =>
      admin.put(`/content-manager/collection-types/${ARTICLES}/${id}?locale=${locale}`, data).expect(200),
    inCode: (action, params) => inCode(server, ARTICLES, action, params),
  };
}
