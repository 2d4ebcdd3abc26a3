import type { Core } from '@strapi/types';
import pick from 'lodash/pick';
import { allowedMoves } from '../../../../domain/ticket';
import {
  projectMoves,
  ticketMoves,
  ticketPriorities,
  ticketStatuses,
} from '../../content-types/ticket/moves';
import { given, pageOf } from '../../page';
import type { Ticket } from '../../records/ticket';
import { TICKET } from '../../uids';
import { contentAccess, type ContentAccess } from '../content-access';
import { PROJECT_FIELDS, projectChoices } from '../project-choices';
import type { Administrator } from '../route';

/** What narrows the board. */
export interface BoardFilters {
  /** A project's public id. */
  project?: string | undefined;
  priority?: string | undefined;
  /** In the title or the body, whatever its case. */
  text?: string | undefined;
}

/** Tickets of one column that are read at once. */
const PAGE_SIZE = 25;

/** What a card shows. */
const CARD_FIELDS = ['documentId', 'title', 'state', 'priority', 'type', 'effort', 'createdAt', 'project'];
const TEXT_FIELDS = ['title', 'body'];

/** A column for each status, with how many tickets are in it and where they may go from there. */
export async function boardColumns(strapi: Core.Strapi, admin: Administrator, filters: BoardFilters) {
  const access = boardAccess(strapi, admin);
  const moves = ticketMoves(strapi);
  const { where } = await queryFor(access, filters);
  const columns = await Promise.all(
    ticketStatuses(strapi).map(async (status) => ({
      status,
      count: await strapi.db.query(TICKET).count({ where: { $and: [where, { state: status }] } }),
      moves: allowedMoves(moves, status),
    })),
  );
  return {
    columns,
    projectMoves: projectMoves(strapi),
    priorities: ticketPriorities(strapi),
    canUpdate: access.canUpdate('state'),
  };
}

/** One page of a column, what changed last first. */
export async function boardTickets(
  strapi: Core.Strapi,
  admin: Administrator,
  { status, cursor, ...filters }: BoardFilters & { status: string; cursor?: string | undefined },
) {
  const access = boardAccess(strapi, admin);
  const { where, populate } = await queryFor(access, filters);
  const { rows, next } = await pageOf<Ticket>(strapi, TICKET, {
    where: { $and: [where, { state: status }] },
    populate: { project: true, ...populate },
    orderBy: 'syncedAt',
    cursor,
    limit: PAGE_SIZE,
  });
  const tickets = await Promise.all(rows.map((ticket) => visibleTicket(access, ticket)));
  return { tickets, nextCursor: next.next_cursor };
}

/** The projects to filter by, by key; none when projects or the tickets' project may not be read. */
export async function boardProjects(strapi: Core.Strapi, admin: Administrator) {
  return projectChoices(strapi, admin, boardAccess(strapi, admin));
}

/** What a card may show of a ticket that was found by `access`, with its project. */
export async function visibleTicket(access: ContentAccess, ticket: object) {
  const card = await access.visible(ticket, CARD_FIELDS);
  return card.project ? { ...card, project: pick(card.project, PROJECT_FIELDS) } : card;
}

/** The columns tell each ticket's status: whoever may not read it sees no board. */
export function boardAccess(strapi: Core.Strapi, admin: Administrator): ContentAccess {
  const access = contentAccess(strapi, admin, TICKET);
  access.assertCanRead('state');
  return access;
}

function queryFor(access: ContentAccess, { project, priority, text }: BoardFilters) {
  const readable = TEXT_FIELDS.filter((field) => access.canRead(field));
  // To ask by fields that may not be read is refused, not passed over.
  const texts = (readable.length > 0 ? readable : TEXT_FIELDS).map((field) => ({
    [field]: { $containsi: text },
  }));
  return access.query({
    ...given({ priority }),
    ...(project === undefined ? {} : { project: { documentId: project } }),
    ...(text === undefined ? {} : { $or: texts }),
  });
}
