import { MAX_BULK_TICKETS } from '../../../../domain/bulk';
import { MAX_LABELS } from '../../../../domain/labels';
import { ticketStatuses } from '../../content-types/ticket/moves';
import { z } from '../../host/strapi-utils';
import { panelRoute } from '../route';
import { assignTickets, labelTickets, moveTickets, chosenTickets } from './bulk';
import { boardQuery, oneOf } from './filters';

/** Public ids of tickets. */
const ids = z.array(z.string().min(1)).min(1).max(MAX_BULK_TICKETS);

const labels = z.array(z.string()).max(MAX_LABELS).optional();

/** The routes for many tickets of the board at once. */
export const bulkRoutes = [
  panelRoute({
    method: 'POST',
    path: '/board/tickets/chosen',
    action: 'board.read',
    query: boardQuery,
    body: () => z.strictObject({ ids }),
    handle: async ({ strapi, admin, query, body }) => ({
      data: await chosenTickets(strapi, admin, body.ids, query),
    }),
  }),

  panelRoute({
    method: 'POST',
    path: '/board/tickets/move',
    action: 'ticket.move',
    body: (strapi) => z.strictObject({ ids, status: oneOf(ticketStatuses(strapi)) }),
    handle: async ({ strapi, admin, body }) => ({
      data: await moveTickets(strapi, admin, body.ids, body.status),
    }),
  }),

  panelRoute({
    method: 'POST',
    path: '/board/tickets/assign',
    action: 'board.read',
    body: () => z.strictObject({ ids, assignee: z.string().nullable() }),
    handle: async ({ strapi, admin, body }) => ({
      data: await assignTickets(strapi, admin, body.ids, body.assignee),
    }),
  }),

  panelRoute({
    method: 'POST',
    path: '/board/tickets/label',
    action: 'board.read',
    body: () => z.strictObject({ ids, add: labels, remove: labels }),
    async handle({ strapi, admin, body: { ids: chosen, ...change } }) {
      return { data: await labelTickets(strapi, admin, chosen, change) };
    },
  }),
];
