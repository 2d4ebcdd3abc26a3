import { z } from '../../host/strapi-utils';
import { panelRoute } from '../route';
import { bindableTokens, tokenList } from './token-list';
import { bindToken, issueProjectToken, revokeToken, unbindToken } from './tokens';

/** The routes for tokens on the page "Projects and tokens". */
export const tokenRoutes = [
  panelRoute({
    method: 'GET',
    path: '/tokens',
    action: 'token.read',
    handle: async ({ strapi, admin }) => ({ data: await tokenList(strapi, admin) }),
  }),

  panelRoute({
    method: 'POST',
    path: '/tokens',
    action: 'token.manage',
    body: () =>
      z.strictObject({
        /** The project's public id. */
        project: z.string().min(1),
        name: z.string().trim().min(1).max(255).optional(),
        access: z.enum(['full', 'read-only']),
        /** Lifetime; without it the token does not expire. */
        days: z.number().int().min(1).max(36_500).optional(),
      }),
    handle: async ({ strapi, admin, body }) => ({ data: await issueProjectToken(strapi, admin, body) }),
  }),

  panelRoute({
    method: 'GET',
    path: '/tokens/actions',
    action: 'token.read',
    handle: ({ strapi }) =>
      Promise.resolve({ data: strapi.plugin('work-tracking').service('tokens').describedActions as unknown }),
  }),

  panelRoute({
    method: 'GET',
    path: '/tokens/bindable',
    action: 'token.manage',
    handle: async ({ strapi }) => ({ data: await bindableTokens(strapi) }),
  }),

  panelRoute({
    method: 'POST',
    path: '/tokens/:id/bind',
    action: 'token.manage',
    body: () => z.strictObject({ project: z.string().min(1) }),
    async handle({ strapi, admin, id, body }) {
      await bindToken(strapi, admin, id, body.project);
      return { data: null };
    },
  }),

  panelRoute({
    method: 'POST',
    path: '/tokens/:id/unbind',
    action: 'token.manage',
    async handle({ strapi, admin, id }) {
      await unbindToken(strapi, admin, id);
      return { data: null };
    },
  }),

  panelRoute({
    method: 'DELETE',
    path: '/tokens/:id',
    action: 'token.manage',
    async handle({ strapi, admin, id }) {
      await revokeToken(strapi, admin, id);
      return { data: null };
    },
  }),
];
