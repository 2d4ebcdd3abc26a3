import type { Core } from '@strapi/types';
import type { ContentFilter } from '../../../../domain/content';
import { isFinalStatus } from '../../../../domain/ticket';
import { acceptedContentTypes } from '../../content-types/content-reference/accepted-types';
import { newestAbout } from '../../content-types/content-reference/references';
import {
  projectMoves,
  ticketMoves,
  ticketPriorities,
  ticketStatuses,
} from '../../content-types/ticket/moves';
import { countBounded } from '../../database/bounded-count';
import type { Decision } from '../../records/decision';
import type { Ticket } from '../../records/ticket';
import { DECISION, TICKET } from '../../uids';
import { visibleTicket, withCardRelations } from '../board/board';
import { boardAccess } from '../board/filters';
import { canFileTickets } from '../board/new-ticket';
import { inboxAccess, visibleDecisions } from '../inbox/inbox';
import type { Administrator } from '../route';

/** More than a side panel shows; the board and the inbox have the rest. */
const MAX_SHOWN = 50;

/** The work about an entry that is asked for. */
export interface WorkRequest {
  /** An entry, or one of its locales with the work that is about all of them. */
  entry: ContentFilter;
  /** Whether the work that has ended is shown, in place of the work that is open. */
  isEnded: boolean;
}

/** The fields of a decision in the list. */
const LINE_FIELDS = ['documentId', 'slug', 'title', 'state', 'verdict', 'createdAt', 'resolvedAt', 'project'];

/** Whether tickets and decisions can be about entries of a type; beside others nothing is shown. */
export const isAccepted = (strapi: Core.Strapi, type: string): boolean =>
  acceptedContentTypes(strapi).includes(type);

/**
 * The tickets about an entry that the person may read, of the newest 1,000: the latest change first, and how many are
 * open and have ended.
 * @throws WorkTrackingError `not_permitted` unless the person may read the status and the content of tickets
 */
export async function ticketsAbout(
  strapi: Core.Strapi,
  admin: Administrator,
  { entry, isEnded }: WorkRequest,
) {
  const access = boardAccess(strapi, admin);
  access.assertCanRead('content');
  const { where, populate } = await access.query();
  const maps = [ticketMoves(strapi), ...Object.values(projectMoves(strapi))];
  const ended = ticketStatuses(strapi).filter((status) => isFinalStatus(status, maps));
  const ids = await newestAbout(strapi, 'ticket', entry);
  const about = (state: object) => ({ $and: [where, { id: { $in: ids } }, { state }] });
  const [openWhere, endedWhere] = [about({ $notIn: ended }), about({ $in: ended })];
  const tickets: Ticket[] = await strapi.db.query(TICKET).findMany({
    where: isEnded ? endedWhere : openWhere,
    populate: withCardRelations(populate),
    orderBy: [{ syncedAt: 'desc' }, { id: 'desc' }],
    limit: MAX_SHOWN,
  });
  return {
    items: await Promise.all(tickets.map((ticket) => visibleTicket(access, ticket))),
    open: await countBounded(strapi, TICKET, openWhere),
    ended: await countBounded(strapi, TICKET, endedWhere),
    canFile: canFileTickets(strapi, admin, 'content'),
    priorities: ticketPriorities(strapi),
  };
}

/**
 * The decisions about an entry that the person may read, of the newest 1,000: the newest first, and how many are open and
 * resolved.
 * @throws WorkTrackingError `not_permitted` unless the person may read the status and the content of decisions
 */
export async function decisionsAbout(
  strapi: Core.Strapi,
  admin: Administrator,
  { entry, isEnded }: WorkRequest,
) {
  const access = inboxAccess(strapi, admin);
  access.assertCanRead('content');
  const { where, populate } = await access.query();
  const ids = await newestAbout(strapi, 'decision', entry);
  const about = (state: string) => ({ $and: [where, { id: { $in: ids } }, { state }] });
  const [openWhere, endedWhere] = [about('open'), about('resolved')];
  const decisions: Decision[] = await strapi.db.query(DECISION).findMany({
    where: isEnded ? endedWhere : openWhere,
    populate: { project: true, ...populate },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    limit: MAX_SHOWN,
  });
  return {
    items: await visibleDecisions(strapi, access, decisions, LINE_FIELDS),
    open: await countBounded(strapi, DECISION, openWhere),
    ended: await countBounded(strapi, DECISION, endedWhere),
  };
}
