import { BOARD_SORTS } from '../../../../domain/board';
import { addView, changeView, deleteView } from '../../content-types/board-view/views';
import { ticketPriorities, storedStatuses } from '../../content-types/ticket/moves';
import { z } from '../../host/strapi-utils';
import { TICKET } from '../../uids';
import { changeMarker } from '../change-marker';
import { contentInput } from '../content-input';
import { requiredFieldInputs } from '../required-fields';
import { panelRoute } from '../route';
import { boardChoices, boardColumns, boardProjects, boardTickets, moveTicket } from './board';
import { bulkRights } from './bulk';
import { boardQuery, filterSchemas, oneOf } from './filters';
import { firstRun } from './first-run';
import { suggestedLabels } from './labels';
import { canFileTickets, fileTicket } from './new-ticket';
import { ownFieldInputs } from './own-fields';
import { people } from './people';
import { changeTicket, openTicket } from './ticket';
import { boardViews, viewInput, viewSchema } from './views';

/** The routes of the page "Board". */
export const boardRoutes = [
  panelRoute({
    method: 'GET',
    path: '/board',
    action: 'board.read',
    query: boardQuery,
    async handle({ strapi, admin, query }) {
      const columns = await boardColumns(strapi, admin, query);
      const canFile = canFileTickets(strapi, admin);
      const canRefer = canFileTickets(strapi, admin, 'content');
      return { data: { ...columns, canFile, canRefer, ...bulkRights(strapi, admin) } };
    },
  }),

  panelRoute({
    method: 'GET',
    path: '/board/tickets',
    action: 'board.read',
    query: (strapi) =>
      z.strictObject({
        ...filterSchemas(strapi),
        status: oneOf(storedStatuses(strapi)),
        sort: z.enum(BOARD_SORTS).optional(),
        recent: z.literal('true').optional(),
        cursor: z.string().optional(),
      }),
    async handle({ strapi, admin, query: { recent, ...part } }) {
      const request = { ...part, isRecent: recent === 'true' };
      const { tickets, nextCursor } = await boardTickets(strapi, admin, request);
      return { data: tickets, meta: { nextCursor } };
    },
  }),

  panelRoute({
    method: 'GET',
    path: '/board/projects',
    action: 'board.read',
    handle: async ({ strapi, admin }) => ({ data: await boardProjects(strapi, admin) }),
  }),

  panelRoute({
    method: 'GET',
    path: '/board/choices',
    action: 'board.read',
    handle({ strapi, admin }) {
      return Promise.resolve({ data: boardChoices(strapi, admin) });
    },
  }),

  panelRoute({
    method: 'GET',
    path: '/board/labels',
    action: 'board.read',
    query: (strapi) => z.strictObject({ project: filterSchemas(strapi).project }),
    handle: async ({ strapi, admin, query }) => ({ data: await suggestedLabels(strapi, admin, query) }),
  }),

  panelRoute({
    method: 'GET',
    path: '/board/first-run',
    action: 'board.read',
    handle: async ({ strapi, admin }) => ({ data: await firstRun(strapi, admin) }),
  }),

  panelRoute({
    method: 'GET',
    path: '/people',
    action: 'board.read',
    query: () => z.strictObject({ former: z.literal('true').optional() }),
    handle: async ({ strapi, admin, query }) => ({
      data: await people(strapi, admin, query.former === 'true'),
    }),
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
    method: 'GET',
    path: '/board/views',
    action: 'board.read',
    handle: async ({ strapi, admin }) => ({ data: await boardViews(strapi, admin) }),
  }),

  panelRoute({
    method: 'POST',
    path: '/board/views',
    action: 'board.read',
    body: viewSchema,
    async handle({ strapi, admin, body }) {
      return { data: { id: await addView(strapi, admin.user.id, viewInput(body)) } };
    },
  }),

  panelRoute({
    method: 'PUT',
    path: '/board/views/:id',
    action: 'board.read',
    body: viewSchema,
    async handle({ strapi, admin, id, body }) {
      await changeView(strapi, admin.user.id, id, viewInput(body));
      return { data: { id } };
    },
  }),

  panelRoute({
    method: 'DELETE',
    path: '/board/views/:id',
    action: 'board.read',
    async handle({ strapi, admin, id }) {
      await deleteView(strapi, admin.user.id, id);
      return { data: { id } };
    },
  }),

  panelRoute({
    method: 'POST',
    path: '/board/tickets',
    action: 'board.read',
    body: (strapi) =>
      z.strictObject({
        title: z.string(),
        project: z.string().min(1),
        priority: oneOf(ticketPriorities(strapi)).optional(),
        content: contentInput().optional(),
        fields: requiredFieldInputs(strapi, TICKET),
      }),
    handle: async ({ strapi, admin, body }) => ({ data: await fileTicket(strapi, admin, body) }),
  }),

  panelRoute({
    method: 'GET',
    path: '/board/tickets/:id',
    action: 'board.read',
    handle: async ({ strapi, admin, id }) => ({ data: await openTicket(strapi, admin, id) }),
  }),

  panelRoute({
    method: 'PUT',
    path: '/board/tickets/:id',
    action: 'board.read',
    body: (strapi) =>
      z.strictObject({
        version: z.number().int(),
        title: z.string().optional(),
        body: z.string().nullable().optional(),
        priority: oneOf(ticketPriorities(strapi)).optional(),
        type: z.string().nullable().optional(),
        labels: z.array(z.string()).optional(),
        /** The id of a person. */
        assignee: z.string().nullable().optional(),
        dueAt: z.iso.datetime({ offset: true }).nullable().optional(),
        content: contentInput().optional(),
        /** Those that a content team has added, by name. */
        fields: ownFieldInputs(strapi),
      }),
    async handle({ strapi, admin, id, body: { version, fields, ...change } }) {
      return { data: await changeTicket(strapi, admin, id, { version, change, fields }) };
    },
  }),

  panelRoute({
    method: 'POST',
    path: '/board/tickets/:id/move',
    action: 'ticket.move',
    body: () => z.strictObject({ status: z.string() }),
    handle: async ({ strapi, admin, id, body }) => ({
      data: await moveTicket(strapi, admin, id, body.status),
    }),
  }),
];
