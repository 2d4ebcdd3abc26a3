import type { Core } from '@strapi/types';
import pick from 'lodash/pick';
import { RECENT_DAYS, type BoardSort } from '../../../../domain/board';
import { DAY_MS } from '../../../../domain/period';
import { allowedMoves } from '../../../../domain/ticket';
import { ticketRef } from '../../../../domain/ticket-ref';
import {
  isEnded,
  projectMoves,
  storedPriorities,
  storedStatuses,
  ticketMoves,
  ticketPriorities,
} from '../../content-types/ticket/moves';
import { countBounded } from '../../database/bounded-count';
import { transact } from '../../database/transact';
import { personRecord } from '../../records/person';
import { populateOwnRelations } from '../../records/populate';
import type { Project } from '../../records/project';
import type { Ticket } from '../../records/ticket';
import { TICKET } from '../../uids';
import type { ContentAccess, PermittedQuery } from '../content-access';
import { PROJECT_FIELDS, projectChoices } from '../project-choices';
import { notFound } from '../readable';
import type { Administrator } from '../route';
import { boardAccess, permittedFilters, queryFor, type BoardFilters } from './filters';
import { assertCanSort, columnPage } from './order';

/** Tickets of one column in a page. */
const PAGE_SIZE = 25;

/** The fields on a card. */
export const CARD_FIELDS = [
  'documentId',
  'number',
  'title',
  'state',
  'priority',
  'type',
  'effort',
  'labels',
  'dueAt',
  'syncedAt',
  'project',
];

/**
 * The columns: one for each status that tickets have or can be given, with its number of tickets and the allowed moves.
 * Where work ends, those that changed in the last days are counted too.
 */
export async function boardColumns(strapi: Core.Strapi, admin: Administrator, filters: BoardFilters) {
  const access = boardAccess(strapi, admin);
  const moves = ticketMoves(strapi);
  const { where } = await queryFor(strapi, admin, access, filters);
  const columns = await Promise.all(
    storedStatuses(strapi).map(async (status) => {
      const isFinal = isEnded(strapi, status);
      const inColumn = { $and: [where, columnWhere(status, isFinal, filters)] };
      const recent = { $and: [inColumn, changedRecently()] };
      return {
        status,
        count: await countBounded(strapi, TICKET, inColumn),
        ...(isFinal ? { recent: await countBounded(strapi, TICKET, recent, 'syncedAt') } : {}),
        moves: allowedMoves(moves, status),
      };
    }),
  );
  return {
    columns,
    projectMoves: projectMoves(strapi),
    priorities: ticketPriorities(strapi),
  };
}

/** The part of a column to read, and its order. */
interface ColumnPart {
  status: string;
  sort?: BoardSort | undefined;
  /** Only what changed in the last days. */
  isRecent?: boolean | undefined;
  cursor?: string | undefined;
}

/** One page of a column. */
export async function boardTickets(
  strapi: Core.Strapi,
  admin: Administrator,
  { status, sort = 'changed', isRecent = false, cursor, ...filters }: BoardFilters & ColumnPart,
) {
  const access = boardAccess(strapi, admin);
  assertCanSort(access, sort);
  const { where, populate } = await queryFor(strapi, admin, access, { ...filters, sort });
  const isFinal = isEnded(strapi, status);
  const inColumn = [where, columnWhere(status, isFinal, filters), ...(isRecent ? [changedRecently()] : [])];
  const { tickets, nextCursor } = await columnPage(strapi, {
    where: { $and: inColumn },
    populate: withCardRelations(populate),
    filters,
    sort,
    cursor,
    limit: PAGE_SIZE,
  });
  return { tickets: await Promise.all(tickets.map((ticket) => visibleTicket(access, ticket))), nextCursor };
}

/** A ticket that has ended is not overdue, whenever it was due. */
const columnWhere = (status: string, isFinal: boolean, { due }: BoardFilters) =>
  isFinal && due === 'overdue' ? { id: { $in: [] } } : { state: status };

const changedRecently = () => ({ syncedAt: { $gte: new Date(Date.now() - RECENT_DAYS * DAY_MS) } });

/** The choices of the board's filters: those that the person may use, and the priorities that tickets have. */
export function boardChoices(strapi: Core.Strapi, admin: Administrator) {
  const access = boardAccess(strapi, admin);
  return {
    filters: permittedFilters(access),
    priorities: storedPriorities(strapi),
  };
}

/**
 * The projects by which the board can be filtered, sorted by key; none when projects or the tickets' project may not
 * be read.
 */
export async function boardProjects(strapi: Core.Strapi, admin: Administrator) {
  return projectChoices(strapi, admin, boardAccess(strapi, admin));
}

/** The fields of a card that the person may read, of a ticket that `access` found. */
export async function visibleTicket(access: ContentAccess, ticket: Ticket, fields = CARD_FIELDS) {
  const { number, project, ...card } = await access.visible(ticket, fields);
  const { key } = (project ?? {}) as Partial<Project>;
  return {
    ...card,
    ...(project ? { project: pick(project, PROJECT_FIELDS) } : {}),
    ...(key !== undefined && number !== undefined ? { ref: ticketRef(key, ticket.number) } : {}),
    // Only the name, for which no right to read administrators is needed.
    ...(ticket.assignee && access.canRead('assignee') ? { assignee: personRecord(ticket.assignee) } : {}),
  };
}

/**
 * The card of a ticket, as far as the person may read it; only its id when the person may not see the ticket.
 * @param documentId public id of a ticket that there is
 */
export async function cardOf(strapi: Core.Strapi, admin: Administrator, documentId: string) {
  const access = boardAccess(strapi, admin);
  const ticket = await findTicket(strapi, await access.query({ documentId }));
  return ticket ? visibleTicket(access, ticket) : { documentId };
}

/** The relations that a card shows, and those that a role's conditions refer to. */
export const withCardRelations = (populate: PermittedQuery['populate']) => ({
  project: true,
  ...populateOwnRelations(TICKET),
  ...populate,
});

/** The ticket that a query of `boardAccess` finds. */
export const findTicket = async (
  strapi: Core.Strapi,
  { where, populate }: PermittedQuery,
): Promise<Ticket | null> =>
  strapi.db.query(TICKET).findOne({ where, populate: withCardRelations(populate) });

/**
 * Moves a ticket that the person may read; the action "Move tickets", which the route asks for, suffices for the change.
 * The lifecycles enforce the rules, and the actor in the audit entry is the person.
 * @returns the ticket as it is now, as far as the person may read it
 * @throws ValidationError for a move that is not allowed
 * @throws WorkTrackingError `not_permitted` unless the person may read the status of tickets
 * @throws WorkTrackingError `not_found` for a ticket that does not exist or that the person may not read
 */
export async function moveTicket(
  strapi: Core.Strapi,
  admin: Administrator,
  documentId: string,
  status: string,
) {
  const access = boardAccess(strapi, admin);
  const query = await access.query({ documentId });
  return transact(strapi, async () => {
    const ticket = await findTicket(strapi, query);
    if (ticket === null) throw notFound('ticket');
    const data = access.ownChange({ state: status });
    await strapi.documents(TICKET as never).update({ documentId, data } as never);
    const moved = await findTicket(strapi, query);
    return visibleTicket(access, moved ?? { ...ticket, state: status });
  });
}
