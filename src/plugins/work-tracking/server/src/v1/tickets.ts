import { mergePatch } from '../../../domain/merge-patch';
import { ticketRecord, type Ticket } from '../records/ticket';
import { transact } from '../transaction';
import { TICKET } from '../uids';
import { route } from './endpoint';
import { newTicket, ticketChange, ticketListQuery } from './formats';
import { given, pageOf } from './page';
import { deleteInProject, documents, findInProject, lockInProject } from './scoped';

/** v1.md 4.1 */
export const ticketRoutes = [
  route({
    method: 'GET',
    path: '/tickets',
    action: 'ticket.find',
    status: 200,
    query: ticketListQuery,
    async handle({ strapi, project, query: { cursor, limit, status, priority, type } }) {
      const where = { project_id: project.id, ...given({ state: status, priority, type }) };
      const { rows, next } = await pageOf<Ticket>(strapi, TICKET, { where, cursor, limit });
      return { tickets: rows.map((ticket) => ticketRecord(ticket, project)), ...next };
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
