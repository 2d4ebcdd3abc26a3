import {
  DELIVERY_FILTER_STATES,
  ENDED_DELIVERY_STATES,
  MAX_SEARCH_LENGTH,
} from '../../../../domain/delivery';
import { SENT_EVENT_TYPES } from '../../../../domain/events';
import { PERIODS } from '../../../../domain/period';
import { z } from '../../host/strapi-utils';
import { isoTime } from '../../records/times';
import { panelRoute } from '../route';
import { deliveryChart } from './chart';
import { deliveryChoices } from './choices';
import { deliveryDetail } from './detail';
import { listDeliveries } from './list';
import { cancelOne, retryOne } from './open-deliveries';
import { previewBulkResend, startBulkResend, recentResends, resendOne } from './resends';

const publicId = z.string().min(1).max(64);

const subject = {
  project: publicId.optional(),
  subscription: publicId.optional(),
  eventType: z.enum(SENT_EVENT_TYPES).optional(),
};

const time = {
  period: z.enum(PERIODS).optional(),
  since: isoTime.optional(),
  until: isoTime.optional(),
};

const bulkResend = () =>
  z.strictObject({
    subscriptionId: publicId,
    state: z.enum(ENDED_DELIVERY_STATES),
    since: isoTime.optional(),
    until: isoTime.optional(),
  });

/** The routes of the page "Deliveries". */
export const deliveryRoutes = [
  panelRoute({
    method: 'GET',
    path: '/deliveries',
    action: 'delivery.read',
    query: () =>
      z.strictObject({
        ...subject,
        ...time,
        state: z.enum(DELIVERY_FILTER_STATES).optional(),
        search: z.string().min(1).max(MAX_SEARCH_LENGTH).optional(),
        cursor: z.string().optional(),
      }),
    async handle({ strapi, admin, query }) {
      const { deliveries, nextCursor } = await listDeliveries(strapi, admin, query);
      return { data: deliveries, meta: { nextCursor } };
    },
  }),

  panelRoute({
    method: 'GET',
    path: '/deliveries/choices',
    action: 'delivery.read',
    handle: async ({ strapi, admin }) => ({ data: await deliveryChoices(strapi, admin) }),
  }),

  panelRoute({
    method: 'GET',
    path: '/deliveries/chart',
    action: 'delivery.read',
    query: () => z.strictObject({ ...subject, ...time }),
    handle: async ({ strapi, admin, query }) => ({ data: await deliveryChart(strapi, admin, query) }),
  }),

  panelRoute({
    method: 'GET',
    path: '/deliveries/resends',
    action: 'delivery.read',
    handle: async ({ strapi, admin }) => ({ data: await recentResends(strapi, admin) }),
  }),

  panelRoute({
    method: 'POST',
    path: '/deliveries/resends',
    action: 'delivery.resend',
    body: bulkResend,
    handle: async ({ strapi, admin, body }) => ({ data: await startBulkResend(strapi, admin, body) }),
  }),

  panelRoute({
    method: 'GET',
    path: '/deliveries/resends/count',
    action: 'delivery.resend',
    query: bulkResend,
    handle: async ({ strapi, admin, query }) => ({ data: await previewBulkResend(strapi, admin, query) }),
  }),

  panelRoute({
    method: 'GET',
    path: '/deliveries/:id',
    action: 'delivery.read',
    handle: async ({ strapi, admin, id }) => ({ data: await deliveryDetail(strapi, admin, id) }),
  }),

  panelRoute({
    method: 'POST',
    path: '/deliveries/:id/resend',
    action: 'delivery.resend',
    handle: async ({ strapi, admin, id }) => ({ data: await resendOne(strapi, admin, id) }),
  }),

  panelRoute({
    method: 'POST',
    path: '/deliveries/:id/retry',
    action: 'delivery.resend',
    handle: async ({ strapi, admin, id }) => ({ data: await retryOne(strapi, admin, id) }),
  }),

  panelRoute({
    method: 'POST',
    path: '/deliveries/:id/cancel',
    action: 'delivery.resend',
    handle: async ({ strapi, admin, id }) => ({ data: await cancelOne(strapi, admin, id) }),
  }),
];
