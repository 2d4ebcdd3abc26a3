import type { Core } from '@strapi/types';
import type { ContentFilter } from '../../../domain/content';
import { mergePatch } from '../../../domain/merge-patch';
import { recordsAbout } from '../content-types/content-reference/references';
import { personGiven } from '../content-types/ticket/assignees';
import { ticketsWithLabel } from '../content-types/ticket/labels';
import { hasLabel } from '../content-types/ticket/rare-values';
import { transact } from '../database/transact';
import { z } from '../host/strapi-utils';
import { omitUndefined, pageOf, type PlaceInList } from '../paging/page';
import { populateInDocument, populateRecord } from '../records/populate';
import type { Project } from '../records/project';
import { ticketRecord, type Ticket } from '../records/ticket';
import { TICKET } from '../uids';
import { entityTag, NotModified, RecordAnswer } from './conditions';
import { allOf } from './custom-field-filters';
import { storedInput } from './custom-field-input';
import { route, ListAnswer } from './endpoint';
import { newTicket, ticketChange, ticketListQuery } from './schemas/requests';
import { deleteInProject, documents, findInProject, knownTag, lockInProject } from './scoped';

/** @returns finds a page by the rows of another table, for the filters `content` and `label`; undefined without them */
async function foundByRows(
  strapi: Core.Strapi,
  { id: projectId }: Project,
  {
    content,
    label,
    where,
  }: { content?: ContentFilter | undefined; label?: string | undefined; where: Record<string, unknown> },
): Promise<((place: PlaceInList) => Promise<number[]>) | undefined> {
  if (content) {
    const both = label === undefined ? where : { $and: [where, await hasLabel(strapi, label)] };
    return (place) => recordsAbout(strapi, 'ticket', { projectId, entry: content, where: both }, place);
  }
  return label === undefined
    ? undefined
    : (place) => ticketsWithLabel(strapi, { projectId, label, where }, place);
}

const answerOf = (strapi: Core.Strapi, ticket: Ticket, project: Project) =>
  new RecordAnswer('ticket', ticketRecord(strapi, ticket, project), entityTag(ticket, project));

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
    async handle({ strapi, project, query: { cursor, limit, status, priority, type, ...filters } }) {
      const { label, assignee, due_before: dueBefore, content, ...custom } = filters;
      const where = {
        project_id: project.id,
        ...omitUndefined({
          state: status,
          assignee_id: assignee === 'none' ? null : assignee,
          dueAt: dueBefore && { $lt: dueBefore },
          priority,
          type,
        }),
        ...allOf(custom),
      };
      const idsOf = await foundByRows(strapi, project, { content, label, where });
      const page = await pageOf(
        strapi,
        TICKET,
        { where, idsOf, populate: populateRecord(strapi, TICKET), cursor, limit },
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
    tagged: 'ticket',
    errors: ['record_too_large'],
    body: newTicket,
    async handle({ strapi, project, body, write }) {
      const { due_at: dueAt, ...fields } = await storedInput(strapi, project, TICKET, body());
      const assignee = await personGiven(strapi, fields.assignee);
      const data = { ...fields, ...omitUndefined({ dueAt, assignee }), project: project.id };
      return write(async () => {
        const ticket: Ticket = await documents(strapi, TICKET).create({
          data,
          populate: populateInDocument(strapi, TICKET),
        });
        return answerOf(strapi, ticket, project);
      });
    },
  }),

  route({
    method: 'GET',
    path: '/tickets/:id',
    action: 'ticket.findOne',
    summary: 'Read a ticket',
    status: 200,
    answer: ({ ticket }) => ({ ticket }),
    tagged: 'ticket',
    condition: 'If-None-Match',
    async handle({ strapi, project, id, ifNoneMatch }) {
      const known = await knownTag(strapi, TICKET, project, { id, ifNoneMatch });
      if (known !== undefined) return new NotModified(known);
      const ticket = await findInProject<Ticket>(strapi, TICKET, project, id);
      return answerOf(strapi, ticket, project);
    },
  }),

  route({
    method: 'PATCH',
    path: '/tickets/:id',
    action: 'ticket.update',
    summary: 'Change a ticket, or move it',
    opens: 'Change a ticket, or move it; the answer is the whole ticket.',
    status: 200,
    answer: ({ ticket }) => ({ ticket }),
    tagged: 'ticket',
    condition: 'If-Match',
    errors: ['unknown_status', 'invalid_transition', 'record_too_large'],
    body: ticketChange,
    async handle({ strapi, project, id, body, assertMatch }) {
      const given = body();
      const ticket: Ticket = await transact(strapi, async () => {
        // Locked, so that of two merges at once both survive.
        const current = await lockInProject<Ticket>(strapi, TICKET, project, id);
        assertMatch(current.version);
        const {
          status,
          frontmatter,
          due_at: dueAt,
          ...fields
        } = await storedInput(strapi, project, TICKET, given);
        const assignee = await personGiven(strapi, fields.assignee);
        return documents(strapi, TICKET).update({
          documentId: current.documentId,
          populate: populateInDocument(strapi, TICKET),
          data: {
            ...fields,
            ...omitUndefined({ state: status, dueAt, assignee }),
            ...(frontmatter === undefined
              ? {}
              : { frontmatter: mergePatch(current.frontmatter, frontmatter) }),
          },
        });
      });
      return answerOf(strapi, ticket, project);
    },
  }),

  route({
    method: 'DELETE',
    path: '/tickets/:id',
    action: 'ticket.delete',
    summary: 'Delete a ticket',
    opens: 'Delete a ticket; the answer is the whole ticket.',
    status: 200,
    answer: ({ ok, ticket }) => ({ ok, ticket }),
    condition: 'If-Match',
    async handle({ strapi, project, id, assertMatch }) {
      const ticket = await deleteInProject<Ticket>(strapi, TICKET, project, id, ({ version }) =>
        assertMatch(version),
      );
      return { ok: true, ticket: ticketRecord(strapi, ticket, project) };
    },
  }),
];
