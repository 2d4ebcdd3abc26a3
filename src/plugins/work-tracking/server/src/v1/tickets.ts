import type { Core } from '@strapi/types';
import { mergePatch } from '../../../domain/merge-patch';
import type { Project } from '../records/project';
import { ticketRecord, type Ticket } from '../records/ticket';
import { transact } from '../transaction';
import { TICKET } from '../uids';
import { decodeCursor, encodeCursor, type Place } from './cursor';
import { route } from './endpoint';
import { newTicket, ticketChange, ticketListQuery } from './formats';
import { deleteInProject, documents, findInProject, lockInProject } from './scoped';

/** v1.md 4.1 */
export const ticketRoutes = [
  route({
    method: 'GET',
    path: '/tickets',
    action: 'ticket.find',
    status: 200,
    query: ticketListQuery,
    async handle({ strapi, project, query: { cursor, limit, ...filters } }) {
      const after = cursor === undefined ? undefined : decodeCursor(strapi, cursor);
      // One row more than asked for tells whether there is a next page.
      const rows = await listTickets(strapi, project, filters, after, limit + 1);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const hasMore = rows.length > limit;
      return {
        tickets: page.map((ticket) => ticketRecord(ticket, project)),
        next_cursor:
          hasMore && last ? encodeCursor(strapi, { createdAt: new Date(last.createdAt), id: last.id }) : null,
        has_more: hasMore,
      };
    },
  }),

  route({
    method: 'POST',
    path: '/tickets',
    action: 'ticket.create',
    status: 201,
    body: newTicket,
    async handle({ strapi, project, body }) {
      const data = { ...body(), project: project.id };
      const ticket: Ticket = await transact(strapi, () => documents(strapi, TICKET).create({ data }));
      return { ticket: ticketRecord(ticket, project) };
    },
  }),

  route({
    method: 'GET',
    path: '/tickets/:id',
    action: 'ticket.findOne',
    status: 200,
    async handle({ strapi, project, id }) {
      const ticket = await findInProject<Ticket>(strapi, TICKET, project, id);
      return { ticket: ticketRecord(ticket, project) };
    },
  }),

  route({
    method: 'PATCH',
    path: '/tickets/:id',
    action: 'ticket.update',
    status: 200,
    body: ticketChange,
    async handle({ strapi, project, id, body }) {
      const { status, frontmatter, ...fields } = body();
      const ticket: Ticket = await transact(strapi, async () => {
        // Under a lock, so that two merges at once both survive.
        const current = await lockInProject<Ticket>(strapi, TICKET, project, id);
        return documents(strapi, TICKET).update({
          documentId: id,
          data: {
            ...fields,
            ...(status === undefined ? {} : { state: status }),
            ...(frontmatter === undefined
              ? {}
              : { frontmatter: mergePatch(current.frontmatter, frontmatter) }),
          },
        });
      });
      return { ticket: ticketRecord(ticket, project) };
    },
  }),

  route({
    method: 'DELETE',
    path: '/tickets/:id',
    action: 'ticket.delete',
    status: 200,
    async handle({ strapi, project, id }) {
      const ticket = await deleteInProject<Ticket>(strapi, TICKET, project, id);
      return { ok: true, ticket: ticketRecord(ticket, project) };
    },
  }),
];

interface TicketFilters {
  status?: string | undefined;
  priority?: string | undefined;
  type?: string | undefined;
}

/** Newest first; `after` need no longer exist. */
function listTickets(
  strapi: Core.Strapi,
  project: Project,
  { status, priority, type }: TicketFilters,
  after: Place | undefined,
  limit: number,
): Promise<Ticket[]> {
  const where: Record<string, unknown> = { project_id: project.id };
  if (status !== undefined) where.state = status;
  if (priority !== undefined) where.priority = priority;
  if (type !== undefined) where.type = type;
  if (after) {
    // The first bound follows from the second, and lets the database start at the place in its index.
    where.createdAt = { $lte: after.createdAt };
    where.$or = [{ createdAt: { $lt: after.createdAt } }, { id: { $lt: after.id } }];
  }
  return strapi.db.query(TICKET).findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], limit });
}
