import { ticketMoves } from '../../content-types/ticket/moves';
import { z } from '../../host/strapi-utils';
import { TICKET } from '../../uids';
import type { InProject } from '../../write/rows';
import { panelRoute } from '../route';
import { recordDeliveries, sendTestEvent } from './deliveries';
import { recordHistory } from './history';

/** More than a side panel shows. */
const MAX_LIMIT = 500;

/** The type of the record, and how many of the newest entries to return. */
const newest = () =>
  z.strictObject({
    type: z.enum(['ticket', 'decision', 'subscription']),
    limit: z.coerce.number().int().min(1).max(MAX_LIMIT),
  });

/** The routes of what the plugin adds to the content manager's edit view. */
export const editViewRoutes = [
  panelRoute({
    method: 'GET',
    path: '/records/:id/history',
    action: 'audit.read',
    query: newest,
    async handle({ strapi, admin, id, query: { type, limit } }) {
      const { entries, hasMore } = await recordHistory(strapi, admin, { type, documentId: id, limit });
      return { data: entries, meta: { hasMore } };
    },
  }),

  panelRoute({
    method: 'GET',
    path: '/records/:id/deliveries',
    action: 'delivery.read',
    query: newest,
    async handle({ strapi, admin, id, query: { type, limit } }) {
      const { deliveries, hasMore } = await recordDeliveries(strapi, admin, { type, documentId: id, limit });
      return { data: deliveries, meta: { hasMore } };
    },
  }),

  panelRoute({
    method: 'GET',
    path: '/tickets/:id/moves',
    action: 'ticket.move',
    async handle({ strapi, id }) {
      const ticket: InProject<object> | null = await strapi.db
        .query(TICKET)
        .findOne({ select: ['id'], where: { documentId: id }, populate: { project: true } });
      return { data: ticketMoves(strapi, ticket?.project?.key) };
    },
  }),

  panelRoute({
    method: 'POST',
    path: '/subscriptions/:id/test',
    action: 'subscription.test',
    handle: async ({ strapi, admin, id }) => ({ data: await sendTestEvent(strapi, admin, id) }),
  }),
];
