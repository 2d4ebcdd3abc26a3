import type { Core } from '@strapi/types';
import type { ContentFilter } from '../../../../domain/content';
import { acceptedContentTypes } from '../../content-types/content-reference/accepted-types';
import { newestAbout, type WorkType } from '../../content-types/content-reference/references';
import { isEnded, ticketPriorities, ticketStatuses } from '../../content-types/ticket/moves';
import { countBounded } from '../../database/bounded-count';
import type { Decision } from '../../records/decision';
import type { Ticket } from '../../records/ticket';
import { TARGET_UIDS } from '../../uids';
import { visibleTicket, withCardRelations } from '../board/board';
import { boardAccess } from '../board/filters';
import { canFileTickets } from '../board/new-ticket';
import type { ContentAccess } from '../content-access';
import { inboxAccess } from '../inbox/access';
import { visibleDecisions } from '../inbox/inbox';
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
export async function ticketsAbout(strapi: Core.Strapi, admin: Administrator, request: WorkRequest) {
  const access = boardAccess(strapi, admin);
  const { rows, ...counts } = await rowsAbout(strapi, access, 'ticket', request, {
    states: statesOf(strapi, 'ticket'),
    populate: withCardRelations({}),
    latest: 'syncedAt',
  });
  return {
    items: await Promise.all((rows as Ticket[]).map((ticket) => visibleTicket(access, ticket))),
    ...counts,
    canFile: canFileTickets(strapi, admin, 'content'),
    priorities: ticketPriorities(strapi),
  };
}

/**
 * The decisions about an entry that the person may read, of the newest 1,000: the newest first, and how many are open and
 * resolved.
 * @throws WorkTrackingError `not_permitted` unless the person may read the status and the content of decisions
 */
export async function decisionsAbout(strapi: Core.Strapi, admin: Administrator, request: WorkRequest) {
  const access = inboxAccess(strapi, admin);
  const { rows, ...counts } = await rowsAbout(strapi, access, 'decision', request, {
    states: statesOf(strapi, 'decision'),
    populate: { project: true },
    latest: 'createdAt',
  });
  return { items: await visibleDecisions(strapi, admin, access, rows as Decision[], LINE_FIELDS), ...counts };
}

type States = Readonly<Record<'open' | 'ended', unknown>>;

/** The conditions on `state` for work that is open, and for work that has ended. */
export function statesOf(strapi: Core.Strapi, type: WorkType): States {
  if (type === 'decision') return { open: 'open', ended: 'resolved' };
  const ended = ticketStatuses(strapi).filter((status) => isEnded(strapi, status));
  return { open: { $notIn: ended }, ended: { $in: ended } };
}

/** The differences between the lists of tickets and of decisions. */
interface ListedType {
  states: States;
  /** The relations of a line. */
  populate: object;
  /** The time by which they are sorted. */
  latest: string;
}

/** The rows of a list, and how many are open and have ended. */
async function rowsAbout(
  strapi: Core.Strapi,
  access: Pick<ContentAccess, 'assertCanRead' | 'query'>,
  type: WorkType,
  { entry, isEnded: showsEnded }: WorkRequest,
  { states, populate: ofLines, latest }: ListedType,
): Promise<{ rows: unknown[]; open: number; ended: number }> {
  access.assertCanRead('content');
  const uid = TARGET_UIDS[type];
  const { where, populate } = await access.query();
  const ids = await newestAbout(strapi, type, entry);
  const about = (state: unknown) => ({ $and: [where, { id: { $in: ids } }, { state }] });
  const [open, ended] = [about(states.open), about(states.ended)];
  return {
    rows: await strapi.db.query(uid).findMany({
      where: showsEnded ? ended : open,
      populate: { ...ofLines, ...populate },
      orderBy: [{ [latest]: 'desc' }, { id: 'desc' }],
      limit: MAX_SHOWN,
    }),
    open: await countBounded(strapi, uid, open),
    ended: await countBounded(strapi, uid, ended),
  };
}
