import { z } from '@strapi/utils';
import { ticketPriorities, ticketStatuses } from '../../content-types/ticket/moves';
import { changeMarker } from '../change-marker';
import { panelRoute } from '../route';
import { boardColumns, boardProjects, boardTickets, moveTicket } from './board';

const oneOf = (values: readonly string[]) => z.enum(values as [string, ...string[]]);

const filters = (priorities: readonly string[]) => ({
  /** A project's public id. */
  project: z.string().min(1).optional(),
  priority: oneOf(priorities).optional(),
  text: z.string().min(1).optional(),
});

/** The routes of the page "Board". */
export const boardRoutes = [
  panelRoute({
    method: 'GET',
    path: '/board',
    action: 'board.read',
    query: (strapi) => z.strictObject(filters(ticketPriorities(strapi))),
    async handle({ strapi, admin, query }) {
      return { data: await boardColumns(strapi, admin, query) };
    },
  }),

  panelRoute({
    method: 'GET',
    path: '/board/tickets',
    action: 'board.read',
    query: (strapi) =>
      z.strictObject({
        ...filters(ticketPriorities(strapi)),
        status: oneOf(ticketStatuses(strapi)),
        cursor: z.string().optional(),
      }),
    async handle({ strapi, admin, query }) {
      const { tickets, nextCursor } = await boardTickets(strapi, admin, query);
      return { data: tickets, meta: { nextCursor } };
    },
  }),

  panelRoute({
    method: 'GET',
    path: '/board/projects',
    action: 'board.read',
    async handle({ strapi, admin }) {
      return { data: await boardProjects(strapi, admin) };
    },
  }),

  panelRoute({
    method: 'GET',
    path: '/board/changes',
    action: 'board.read',
    async handle({ strapi }) {
      return { data: { marker: await changeMarker(strapi) } };
    },
  }),

  panelRoute({
    method: 'POST',
    path: '/board/tickets/:id/move',
    action: 'ticket.move',
    body: () => z.strictObject({ status: z.string() }),
    async handle({ strapi, admin, id, body }) {
      return { data: await moveTicket(strapi, admin, id, body.status) };
    },
  }),
];
