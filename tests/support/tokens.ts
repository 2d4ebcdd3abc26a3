import type { TestServer } from './server';

/** The attributes that Strapi's own page can give a token. */
export interface TokenAttributes {
  type: 'full-access' | 'read-only' | 'custom';
  /** Of a custom one. */
  permissions?: string[];
}

/**
 * A token as Settings → API Tokens makes it.
 * @param key the project that it is bound to; null for none
 */
export const strapiToken = (server: TestServer, key: string | null, attributes: TokenAttributes) =>
  server.run(
    async (strapi, input) => {
      const token = await strapi
        .service('admin::api-token-content-api')
        .create({ name: `Token ${Math.random()}`, kind: 'content-api', lifespan: null, ...input.attributes });
      if (input.key !== null) {
        const project = await strapi.db
          .query('plugin::work-tracking.project')
          .findOne({ where: { key: input.key } });
        await strapi.db
          .query('admin::api-token')
          .update({ where: { id: token.id }, data: { workTrackingProject: project.id } as never });
      }
      return { id: token.id as number, accessKey: token.accessKey as string };
    },
    { key, attributes },
  );
