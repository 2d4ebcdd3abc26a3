import type { Core } from '@strapi/types';
import isEqual from 'lodash/isEqual';
import { v7 as uuidv7 } from 'uuid';
import { compareExactly } from '../../database/knex-query';
import { insertRows, tableName, tableOf } from '../../database/tables';
import { knexQueryOf } from '../../host/queries';
import type { PlaceInList } from '../../paging/page';
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
 * The row ids of the tickets with a label in a page of the list, newest first. The rows of labels have them in that
 * order: however many tickets a project or a label has, those of the page are found by one index. Each is looked up in a
 * subquery for one value, which no planner turns into a join of its own order.
 * @param where the filters of the list
 */
export async function ticketsWithLabel(
  strapi: Core.Strapi,
  { projectId, label, where }: { projectId: number; label: string; where: Record<string, unknown> },
  { after, limit }: PlaceInList,
): Promise<number[]> {
  const query = strapi.db.queryBuilder(TICKET).select(['id']).where(where);
  compareExactly(strapi, TICKET, query, where);
  const ticket = knexQueryOf(query).whereRaw('?? = ??', [`${query.alias}.id`, 'l.ticket_id']);
  const rows = (await strapi.db
    .connection({ l: tableName(strapi, TICKET_LABEL) })
    .select('l.ticket_id')
    .where({ 'l.project_id': projectId, 'l.label': label })
    .whereRaw('(?) is not null', [ticket as never])
    .modify((labels) => {
      // MySQL and MariaDB compare texts without regard to case.
      if (strapi.db.dialect.client === 'mysql') void labels.whereRaw('binary l.label = ?', [label]);
      if (after === undefined) return;
      void labels.where('l.created_at', '<=', after.at as never).where((either) => {
        void either.where('l.created_at', '<', after.at as never).orWhere('l.ticket_id', '<', after.id);
      });
    })
    .orderBy([
      { column: 'l.created_at', order: 'desc' },
      { column: 'l.ticket_id', order: 'desc' },
    ])
    .limit(limit)) as { ticket_id: number }[];
  return rows.map(({ ticket_id: id }) => id);
}
