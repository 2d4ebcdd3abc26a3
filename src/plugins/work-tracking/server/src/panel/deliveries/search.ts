import type { Core } from '@strapi/types';
import { PROJECT, TICKET } from '../../uids';
import { contentAccess, type ContentAccess } from '../content-access';
import type { Administrator } from '../route';
import { refFilter } from '../ticket-ref';

type Row = Record<string, unknown>;

/** No row has it. */
const NOTHING: Row = { id: 0 };

/**
 * The filter for the deliveries of an event by its id, or of the events about a ticket by its ref (`WEB-12`). It finds
 * nothing for any other text, and nothing by what the person may not read.
 * @param deliveries the access to deliveries
 */
export async function searchFilter(
  strapi: Core.Strapi,
  admin: Administrator,
  deliveries: ContentAccess,
  search: string,
): Promise<Row> {
  const text = search.trim();
  const targetId = deliveries.canRead('targetId') ? await ticketByRef(strapi, admin, text) : undefined;
  if (targetId !== undefined) return { targetId };
  return deliveries.canRead('eventId') && text !== '' ? { eventId: text } : NOTHING;
}

/** The public id of the ticket with this ref, if there is one that the person may read, and so its project. */
async function ticketByRef(
  strapi: Core.Strapi,
  admin: Administrator,
  text: string,
): Promise<string | undefined> {
  const tickets = contentAccess(strapi, admin, TICKET);
  const projects = contentAccess(strapi, admin, PROJECT);
  if (!projects.canRead('key')) return undefined;
  const named = await refFilter(strapi, tickets, text, (await projects.query()).where);
  if (named === undefined) return undefined;
  const { where } = await tickets.query();
  const ticket: { documentId: string } | null = await strapi.db
    .query(TICKET)
    .findOne({ select: ['documentId'], where: { $and: [named, where] } });
  return ticket?.documentId;
}
