import { z } from '@strapi/utils';
import { mergePatch } from '../../../domain/merge-patch';
import { transact } from '../database/transaction';
import { omitUndefined, pageOf } from '../paging/page';
import { populateCustomFields } from '../records/custom-fields';
import { ticketRecord, type Ticket } from '../records/ticket';
import { TICKET } from '../uids';
import { storedInput } from './custom-field-input';
import { route } from './endpoint';
import { ListAnswer } from './list-answer';
import { newTicket, ticketChange, ticketListQuery } from './schemas/requests';
import { complete, deleteInProject, documents, findInProject, lockInProject } from './scoped';

/** specification 4.1 */
export const ticketRoutes = [
  route({
    method: 'GET',
    path: '/tickets',
    action: 'ticket.find',
    summary: "List the project's tickets, newest first",
    status: 200,
    answer: ({ ticket, page }) => ({ tickets: z.array(ticket), ...page }),
    errors: ['unknown_status'],
    query: ticketListQuery,
    async handle({ strapi, project, query: { cursor, limit, status, ...filters } }) {
      const where = { project_id: project.id, ...omitUndefined({ state: status, ...filters }) };
      const page = await pageOf(
        strapi,
        TICKET,
        { where, populate: populateCustomFields(strapi, TICKET), cursor, limit },
        (ticket: Ticket) => ticketRecord(strapi, ticket, project),
      );
      return new ListAnswer('tickets', page);
    },
  }),

  route({
    method: 'POST',
    path: '/tickets',
    action: 'ticket.create',
    summary: 'File a ticket',
    status: 201,
    answer: ({ ticket }) => ({ ticket }),
    errors: ['record_too_large'],
    body: newTicket,
    async handle({ strapi, project, body }) {
      const data = { ...(await storedInput(strapi, project, TICKET, body())), project: project.id };
      const ticket = await transact(strapi, async () =>
        complete<Ticket>(strapi, TICKET, await documents(strapi, TICKET).create({ data })),
      );
      return { ticket: ticketRecord(strapi, ticket, project) };
    },
  }),

  route({
    method: 'GET',
    path: '/tickets/:id',
    action: 'ticket.findOne',
    summary: 'Read a ticket',
    status: 200,
    answer: ({ ticket }) => ({ ticket }),
    async handle({ strapi, project, id }) {
      const ticket = await findInProject<Ticket>(strapi, TICKET, project, id);
      return { ticket: ticketRecord(strapi, ticket, project) };
    },
  }),

  route({
    method: 'PATCH',
    path: '/tickets/:id',
    action: 'ticket.update',
    summary: 'Change a ticket, or move it',
    status: 200,
    answer: ({ ticket }) => ({ ticket }),
    errors: ['unknown_status', 'invalid_transition', 'record_too_large'],
    body: ticketChange,
    async handle({ strapi, project, id, body }) {
      const { status, frontmatter, ...fields } = await storedInput(strapi, project, TICKET, body());
      const ticket = await transact(strapi, async () => {
        // Locked, so that of two merges at once both survive.
        const current = await lockInProject<Ticket>(strapi, TICKET, project, id);
        const updated: Ticket = await documents(strapi, TICKET).update({
          documentId: id,
          data: {
            ...fields,
            ...(status === undefined ? {} : { state: status }),
            ...(frontmatter === undefined
              ? {}
              : { frontmatter: mergePatch(current.frontmatter, frontmatter) }),
          },
        });
        return complete(strapi, TICKET, updated);
      });
      return { ticket: ticketRecord(strapi, ticket, project) };
    },
  }),

  route({
    method: 'DELETE',
    path: '/tickets/:id',
    action: 'ticket.delete',
    summary: 'Delete a ticket',
    status: 200,
    answer: ({ ok, ticket }) => ({ ok, ticket }),
    async handle({ strapi, project, id }) {
      const ticket = await deleteInProject<Ticket>(strapi, TICKET, project, id);
      return { ok: true, ticket: ticketRecord(strapi, ticket, project) };
    },
  }),
];
