import type { Core } from '@strapi/types';
import type { Ticket } from '../../records/ticket';
import { transact } from '../../transaction';
import { TICKET } from '../../uids';
import { gone } from '../readable';
import type { Administrator } from '../route';
import { boardAccess, visibleTicket } from './board';

/**
 * Moves a ticket as the content manager would: its lifecycles hold the rules, and the audit's actor is the person.
 * @returns the ticket as it is now, as far as the person may read it
 * @throws ValidationError with the domain's sentence for a move that is not allowed
 * @throws PolicyError unless the person may change this ticket's state
 * @throws ApiError `not_found` for a ticket that is not there, or that the person may not read
 */
export async function moveTicket(
  strapi: Core.Strapi,
  admin: Administrator,
  documentId: string,
  status: string,
) {
  const access = boardAccess(strapi, admin);
  const { where, populate } = await access.query({ documentId });
  return transact(strapi, async () => {
    const find = async (): Promise<Ticket | null> =>
      strapi.db.query(TICKET).findOne({ where, populate: { project: true, ...populate } });
    const ticket = await find();
    if (ticket === null) throw gone('ticket');
    const data = await access.change(ticket, { state: status });
    await strapi.documents(TICKET as never).update({ documentId, data } as never);
    const moved = await find();
    return visibleTicket(access, moved ?? { ...ticket, state: status });
  });
}
