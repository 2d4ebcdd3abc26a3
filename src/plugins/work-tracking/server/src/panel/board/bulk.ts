import { type Core } from '@strapi/types';
import isEqual from 'lodash/isEqual';
import { WorkTrackingError } from '../../../../domain/errors';
import { labelsAfter, storedLabels, type LabelChange } from '../../../../domain/labels';
import { personGiven } from '../../content-types/ticket/assignees';
import { transact } from '../../database/transact';
import { type ApplicationError, errors } from '../../host/strapi-utils';
import { type Ticket } from '../../records/ticket';
import { TICKET } from '../../uids';
import { asStrapiError, toStrapiError } from '../../write/refusals';
import { lockRecord } from '../../write/rows';
import type { ContentAccess } from '../content-access';
import { notFound } from '../readable';
import { type Administrator } from '../route';
import { findTicket, visibleTicket, withCardRelations } from './board';
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

/** The result for one ticket. */
export type TicketOutcome = { documentId: string } & (
  | { outcome: 'changed' | 'unchanged' }
  /** The error has the form of Strapi's own routes. */
  | { outcome: 'refused'; error: { name: string; message: string; details: unknown } }
);

/**
 * The data to write to a ticket; undefined where it is as wanted.
 * @throws WorkTrackingError `not_permitted` unless the person may change this ticket so
 */
type Change = (access: ContentAccess, ticket: Ticket) => Promise<object | undefined> | object | undefined;

/** The person's rights on many tickets, beside moving them. */
export function bulkRights(strapi: Core.Strapi, admin: Administrator) {
  const access = boardAccess(strapi, admin);
  return { canAssign: access.canUpdate('assignee'), canLabel: access.canUpdate('labels') };
}

/** Moves tickets. The action "Move tickets", which the route asks for, suffices for the change. */
export const moveTickets = (
  strapi: Core.Strapi,
  admin: Administrator,
  ids: readonly string[],
  status: string,
) =>
  changeEach(strapi, admin, ids, (access, { state }) =>
    state === status ? undefined : access.ownChange({ state: status }),
  );

/**
 * Assigns tickets to somebody, or to nobody, as far as the person may change it in the content manager.
 * @param assignee id of a person
 * @throws WorkTrackingError `validation_failed` for somebody who is not there
 */
export async function assignTickets(
  strapi: Core.Strapi,
  admin: Administrator,
  ids: readonly string[],
  assignee: string | null,
) {
  const personId = await personGiven(strapi, assignee);
  return changeEach(strapi, admin, ids, async (access, ticket) => {
    const data = await permitted(access, ticket, { assignee: personId });
    return (ticket.assignee?.id ?? null) === personId ? undefined : data;
  });
}

/**
 * Adds labels to tickets and takes others from them, as far as the person may change them in the content manager.
 * @throws WorkTrackingError `validation_failed` for labels that no ticket can have
 */
export async function labelTickets(
  strapi: Core.Strapi,
  admin: Administrator,
  ids: readonly string[],
  change: LabelChange,
) {
  storedLabels(change.add ?? []);
  return changeEach(strapi, admin, ids, async (access, ticket) => {
    const before = ticket.labels ?? [];
    const labels = labelsAfter(before, change);
    const data = await permitted(access, ticket, { labels });
    return isEqual(labels, before) ? undefined : data;
  });
}

/** Strapi's sanitizing leaves out the ids of relations; each field was checked before. */
const permitted = async (access: ContentAccess, ticket: Ticket, data: Record<string, unknown>) => ({
  ...(await access.change(ticket, data)),
  ...data,
});

/**
 * Changes tickets one by one, each in a transaction and under rules of its own, as if nothing else were asked for.
 * @param ids public ids; each counts once
 * @returns what became of each, in the order in which they were given
 * @throws WorkTrackingError `not_permitted` unless the person may read the status of tickets
 */
async function changeEach(
  strapi: Core.Strapi,
  admin: Administrator,
  ids: readonly string[],
  change: Change,
): Promise<TicketOutcome[]> {
  const access = boardAccess(strapi, admin);
  const { where, populate } = await access.query();
  const outcomes: TicketOutcome[] = [];
  for (const documentId of new Set(ids)) {
    const query = { where: { $and: [where, { documentId }] }, populate };
    try {
      const outcome = await transact(strapi, async () => {
        // Read under its lock, so that nothing is lost that somebody else writes at the same time.
        await lockRecord(strapi, TICKET, { documentId });
        const ticket = await findTicket(strapi, query);
        if (ticket === null) throw notFound('ticket');
        const data = await change(access, ticket);
        if (data === undefined) return 'unchanged';
        await strapi.documents(TICKET as never).update({ documentId, data } as never);
        return 'changed';
      });
      outcomes.push({ documentId, outcome });
    } catch (error) {
      outcomes.push({ documentId, outcome: 'refused', error: refusal(strapi, error) });
    }
  }
  return outcomes;
}

/** The tickets before it are changed already, so an unexpected error is reported for this one and the rest goes on. */
function refusal(strapi: Core.Strapi, error: unknown) {
  let refused = asStrapiError(error);
  if (!(refused instanceof errors.ApplicationError)) {
    strapi.log.error(error);
    refused = toStrapiError(new WorkTrackingError('internal_error'));
  }
  const { name, message, details } = refused as ApplicationError;
  return { name, message, details };
}
