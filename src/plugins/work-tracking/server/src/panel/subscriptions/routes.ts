import { z } from '../../host/strapi-utils';
import { panelRoute } from '../route';
import { attention } from './attention';
import { replaceSecret, switchSubscription, waitingDeliveries } from './changes';
import { listSubscriptions } from './list';

/** The routes of the page "Subscriptions"; the one for test events is beside those of the edit view. */
export const subscriptionRoutes = [
  panelRoute({
    method: 'GET',
    path: '/subscriptions',
    action: 'delivery.read',
    query: () =>
      z.strictObject({ text: z.string().min(1).max(255).optional(), cursor: z.string().optional() }),
    async handle({ strapi, admin, query }) {
      const { subscriptions, ...meta } = await listSubscriptions(strapi, admin, query);
      return { data: subscriptions, meta };
    },
  }),

  panelRoute({
    method: 'GET',
    path: '/subscriptions/attention',
    action: 'delivery.read',
    handle: async ({ strapi, admin }) => ({ data: await attention(strapi, admin) }),
  }),

  panelRoute({
    method: 'GET',
    path: '/subscriptions/:id/waiting',
    action: 'delivery.read',
    handle: async ({ strapi, admin, id }) => ({ data: await waitingDeliveries(strapi, admin, id) }),
  }),

  panelRoute({
    method: 'PUT',
    path: '/subscriptions/:id/active',
    action: 'delivery.read',
    body: () => z.strictObject({ active: z.boolean() }),
    async handle({ strapi, admin, id, body }) {
      await switchSubscription(strapi, admin, id, body.active);
      return { data: null };
    },
  }),

  panelRoute({
    method: 'PUT',
    path: '/subscriptions/:id/secret',
    action: 'delivery.read',
    body: () => z.strictObject({ secret: z.string(), endsPrevious: z.boolean().default(false) }),
    async handle({ strapi, admin, id, body }) {
      await replaceSecret(strapi, admin, id, body);
      return { data: null };
    },
  }),
];
