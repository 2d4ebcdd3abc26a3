import type { Core } from '@strapi/types';
import { allowedMoves } from '../../../../domain/ticket';
import { personGiven } from '../../content-types/ticket/assignees';
import { ticketMoves } from '../../content-types/ticket/moves';
import { transact } from '../../database/transact';
import { omitUndefined } from '../../paging/page';
import { populateCustomFields } from '../../records/custom-fields';
import type { Project } from '../../records/project';
import type { Ticket } from '../../records/ticket';
import { TICKET } from '../../uids';
import { noteSeenRecord } from '../../write/optimistic-lock';
import type { ContentAccess, PermittedQuery } from '../content-access';
import { notFound } from '../readable';
import type { Administrator } from '../route';
import { refFilter } from '../ticket-ref';
import { CARD_FIELDS, findTicket, visibleTicket } from './board';
import { boardAccess } from './filters';
import { editableFields, ownFields } from './own-fields';

/** The fields of a ticket that is open beside the board. */
const OPEN_FIELDS = [...CARD_FIELDS, 'body', 'content', 'version', 'createdAt'];

/** The fields that can be changed there, one by one; the others are in the form of the content manager. */
const EDITED_FIELDS = [
  'title',
  'body',
  'priority',
  'type',
  'labels',
  'assignee',
  'dueAt',
  'content',
] as const;

/** Some of those fields with their new values; an assignee is the id of a person. */
type TicketChange = Partial<Record<Exclude<(typeof EDITED_FIELDS)[number], 'assignee'>, unknown>> & {
  assignee?: string | null | undefined;
};

/**
 * A ticket that is open beside the board, as far as the person may read it, with the fields that the person may change
 * and the statuses that it can move to.
 * @param name its public id or its ref, such as `WEB-12`
 * @throws WorkTrackingError `not_found` for a ticket that does not exist or that the person may not read
 */
export async function openTicket(strapi: Core.Strapi, admin: Administrator, name: string) {
  const access = boardAccess(strapi, admin);
  const query = await access.query();
  const named = (await refFilter(strapi, access, name)) ?? { documentId: name };
  const ticket = await findOpenTicket(strapi, { ...query, where: { $and: [query.where, named] } });
  if (ticket === null) throw notFound('ticket');
  return shownTicket(strapi, admin, access, ticket);
}

/**
 * Changes fields of a ticket that the person may change in the content manager. The lifecycles enforce the rules, and
 * the actor in the audit entry is the person.
 * @param version the one that the person has seen
 * @param fields new values of the fields that a content team has added
 * @returns the ticket as it is now
 * @throws WorkTrackingError `changed_meanwhile` when it has another version by now
 * @throws WorkTrackingError `not_permitted`, `not_found`; ValidationError for a broken rule
 */
export async function changeTicket(
  strapi: Core.Strapi,
  admin: Administrator,
  documentId: string,
  {
    version,
    change,
    fields,
  }: { version: number; change: TicketChange; fields?: Record<string, unknown> | undefined },
) {
  const access = boardAccess(strapi, admin);
  const query = await access.query({ documentId });
  return transact(strapi, async () => {
    const ticket = await findTicket(strapi, query);
    if (ticket === null) throw notFound('ticket');
    const given = omitUndefined({ ...fields, ...change });
    const data = await access.change(ticket, given);
    // Strapi takes people out of what is sent by those who may not read administrators.
    if (change.assignee !== undefined) data.assignee = await personGiven(strapi, change.assignee);
    noteSeenRecord(strapi, { documentId, version });
    await strapi.documents(TICKET as never).update({ documentId, data } as never);
    const changed = await findOpenTicket(strapi, query);
    return changed ? shownTicket(strapi, admin, access, changed) : { documentId };
  });
}

/** The ticket that a query finds, with what a content team has added to it. */
const findOpenTicket = (strapi: Core.Strapi, { where, populate }: PermittedQuery) =>
  findTicket(strapi, { where, populate: { ...populateCustomFields(strapi, TICKET), ...populate } });

async function shownTicket(
  strapi: Core.Strapi,
  admin: Administrator,
  access: ContentAccess,
  ticket: Ticket & { project?: Project | null },
) {
  const fields = await ownFields(strapi, admin, access, ticket);
  const editable = EDITED_FIELDS.filter((field) => access.canRead(field) && access.canChange(ticket, field));
  return {
    ...(access.canRead('assignee') ? { assignee: null } : {}),
    ...(await visibleTicket(access, ticket, OPEN_FIELDS)),
    version: ticket.version,
    fields,
    editable: [
      ...editable,
      ...editableFields(strapi, access, ticket, fields).map((name) => `fields.${name}`),
    ],
    moves: allowedMoves(ticketMoves(strapi, ticket.project?.key), ticket.state),
  };
}
