import type { Core } from '@strapi/types';
import pick from 'lodash/pick';
import { allowedMoves } from '../../../../domain/ticket';
import {
  projectMoves,
  ticketMoves,
  ticketPriorities,
  ticketStatuses,
} from '../../content-types/ticket/moves';
import { countBounded } from '../../database/bounded-count';
import { transact } from '../../database/transaction';
import { pageOf } from '../../paging/page';
import type { Ticket } from '../../records/ticket';
import { TICKET } from '../../uids';
import { contentAccess, type ContentAccess, type PermittedQuery } from '../content-access';
import { PROJECT_FIELDS, projectChoices, projectIdOf } from '../project-choices';
import { notFound } from '../readable';
import type { Administrator } from '../route';

/** The filters of the board. */
export interface BoardFilters {
  /** A project's public id. */
  project?: string | undefined;
  priority?: string | undefined;
  /** Text in the title or the body, in any case. */
  text?: string | undefined;
}

/** Tickets of one column in a page. */
const PAGE_SIZE = 25;

/** The fields on a card. */
const CARD_FIELDS = ['documentId', 'title', 'state', 'priority', 'type', 'effort', 'createdAt', 'project'];
const TEXT_FIELDS = ['title', 'body'];

/** The columns: one for each status, with its number of tickets and the allowed moves. */
export async function boardColumns(strapi: Core.Strapi, admin: Administrator, filters: BoardFilters) {
  const access = boardAccess(strapi, admin);
  const moves = ticketMoves(strapi);
  const { where } = await queryFor(strapi, admin, access, filters);
  const columns = await Promise.all(
    ticketStatuses(strapi).map(async (status) => ({
      status,
      count: await countBounded(strapi, TICKET, { $and: [where, { state: status }] }),
      moves: allowedMoves(moves, status),
    })),
  );
  return {
    columns,
    projectMoves: projectMoves(strapi),
    priorities: ticketPriorities(strapi),
  };
}

/** One page of a column, the latest change first. */
export async function boardTickets(
  strapi: Core.Strapi,
  admin: Administrator,
  { status, cursor, ...filters }: BoardFilters & { status: string; cursor?: string | undefined },
) {
  const access = boardAccess(strapi, admin);
  const { where, populate } = await queryFor(strapi, admin, access, filters);
  const { items, next } = await pageOf(
    strapi,
    TICKET,
    {
      where: { $and: [where, { state: status }] },
      populate: { project: true, ...populate },
      orderBy: 'syncedAt',
      cursor,
      limit: PAGE_SIZE,
    },
    (ticket: Ticket) => ticket,
  );
  const tickets = await Promise.all(items.map((ticket) => visibleTicket(access, ticket)));
  return { tickets, nextCursor: next.next_cursor };
}

/**
 * The projects by which the board can be filtered, sorted by key; none when projects or the tickets' project may not
 * be read.
 */
export async function boardProjects(strapi: Core.Strapi, admin: Administrator) {
  return projectChoices(strapi, admin, boardAccess(strapi, admin));
}

/** The fields of a card that the person may read, of a ticket that `access` found. */
async function visibleTicket(access: ContentAccess, ticket: object) {
  const card = await access.visible(ticket, CARD_FIELDS);
  return card.project ? { ...card, project: pick(card.project, PROJECT_FIELDS) } : card;
}

/** The columns show the status of tickets, so the board is only for those who may read it. */
function boardAccess(strapi: Core.Strapi, admin: Administrator): ContentAccess {
  const access = contentAccess(strapi, admin, TICKET);
  access.assertCanRead('state');
  return access;
}

async function queryFor(
  strapi: Core.Strapi,
  admin: Administrator,
  access: ContentAccess,
  { project, priority, text }: BoardFilters,
): Promise<PermittedQuery> {
  const readable = TEXT_FIELDS.filter((field) => access.canRead(field));
  // A search in fields that may not be read is refused, not ignored.
  const texts = (readable.length > 0 ? readable : TEXT_FIELDS).map((field) => ({
    [field]: { $containsi: text },
  }));
  const { where, populate } = await access.query({
    // Said so that SQLite goes by the index that has a column's tickets in order, instead of sorting all of a priority.
    ...(priority === undefined ? {} : { $not: { priority: { $ne: priority } } }),
    ...(text === undefined ? {} : { $or: texts }),
  });
  if (project === undefined) return { where, populate };
  return {
    where: { $and: [where, { project_id: await projectIdOf(strapi, access, project) }] },
    populate,
  };
}

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
  const { where, populate } = await access.query({ documentId });
  return transact(strapi, async () => {
    const find = async (): Promise<Ticket | null> =>
      strapi.db.query(TICKET).findOne({ where, populate: { project: true, ...populate } });
    const ticket = await find();
    if (ticket === null) throw notFound('ticket');
    const data = access.ownChange({ state: status });
    await strapi.documents(TICKET as never).update({ documentId, data } as never);
    const moved = await find();
    return visibleTicket(access, moved ?? { ...ticket, state: status });
  });
}
