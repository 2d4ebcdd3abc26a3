import type { Core } from '@strapi/types';
import isEqual from 'lodash/isEqual';
import { v7 as uuidv7 } from 'uuid';
import { whereExactly } from '../../database/knex-query';
import { insertRows, tableOf } from '../../database/tables';
import type { PlaceInList } from '../../paging/page';
import { recordsOfRows } from '../../paging/records-of-rows';
import type { Ticket } from '../../records/ticket';
import { TICKET, TICKET_LABEL } from '../../uids';

/**
 * Keeps the rows by which a label's tickets are found, in the running transaction: those of a ticket that is new or has
 * other labels than before.
 * @param before what it had; none of a new ticket
 */
export async function storeLabels(
  strapi: Core.Strapi,
  projectId: number,
  ticket: Ticket,
  before: readonly string[] = [],
): Promise<void> {
  const labels = ticket.labels ?? [];
  if (isEqual(before, labels)) return;
  if (before.length > 0) await deleteLabels(strapi, ticket.id);
  const rows = labels.map((label) => ({
    document_id: uuidv7(),
    project_id: projectId,
    ticket_id: ticket.id,
    label,
  }));
  await insertRows(strapi, TICKET_LABEL, rows, new Date(ticket.createdAt));
}

/** @param ticketId row id */
export const deleteLabels = (strapi: Core.Strapi, ticketId: number): Promise<unknown> =>
  strapi.db.transaction(({ trx }) =>
    tableOf(strapi, TICKET_LABEL).where({ ticket_id: ticketId }).delete().transacting(trx),
  );

/**
 * The row ids of the tickets with a label in a page of the list, newest first.
 * @param where the filters of the list
 */
export const ticketsWithLabel = (
  strapi: Core.Strapi,
  { projectId, label, where }: { projectId: number; label: string; where: Record<string, unknown> },
  place: PlaceInList,
): Promise<number[]> =>
  recordsOfRows(
    strapi,
    {
      uid: TICKET_LABEL,
      column: 'ticket_id',
      narrow: (rows) => whereExactly(strapi, rows, { 'l.project_id': projectId, 'l.label': label }),
    },
    { uid: TICKET, where },
    place,
  );
