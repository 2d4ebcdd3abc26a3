import type { Core } from '@strapi/types';
import type { Ticket } from '../../records/ticket';
import { TICKET } from '../../uids';
import type { Administrator } from '../route';
import { visibleTicket, withCardRelations } from './board';
import { boardAccess, queryFor, type BoardFilters } from './filters';

/** The cards of those of the tickets that are still there and match the filters, as they are now. */
export async function chosenTickets(
  strapi: Core.Strapi,
  admin: Administrator,
  ids: readonly string[],
  filters: BoardFilters,
) {
  const access = boardAccess(strapi, admin);
  const { where, populate } = await queryFor(strapi, admin, access, filters);
  const tickets: Ticket[] = await strapi.db.query(TICKET).findMany({
    where: { $and: [where, { documentId: { $in: ids } }] },
    populate: withCardRelations(populate),
  });
  return Promise.all(tickets.map((ticket) => visibleTicket(access, ticket)));
}
