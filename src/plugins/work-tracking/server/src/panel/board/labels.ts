import type { Core } from '@strapi/types';
import { storedStatuses } from '../../content-types/ticket/moves';
import { pageOf } from '../../paging/page';
import type { Ticket } from '../../records/ticket';
import { TICKET } from '../../uids';
import type { Administrator } from '../route';
import { boardAccess, queryFor, type BoardFilters } from './filters';

/** Tickets of each column that are looked through, the latest change first. */
const LOOKED_THROUGH = 200;

const MAX_SUGGESTED = 200;

/**
 * The labels to suggest for the board's filter: those of the tickets that the person may read and that changed last, by
 * the alphabet. Of too many, those on the most tickets.
 * @throws WorkTrackingError `not_permitted` unless the labels of tickets may be read
 */
export async function suggestedLabels(
  strapi: Core.Strapi,
  admin: Administrator,
  { project }: Pick<BoardFilters, 'project'>,
): Promise<string[]> {
  const access = boardAccess(strapi, admin);
  access.assertCanRead('labels');
  const { where } = await queryFor(strapi, admin, access, { project });
  const uses = new Map<string, number>();
  for (const state of storedStatuses(strapi)) {
    const { items } = await pageOf(
      strapi,
      TICKET,
      {
        where: { $and: [where, { state }] },
        select: ['id', 'labels', 'createdAt', 'syncedAt'],
        orderBy: 'syncedAt',
        limit: LOOKED_THROUGH,
      },
      ({ labels }: Ticket) => labels ?? [],
    );
    for (const label of items.flat()) uses.set(label, (uses.get(label) ?? 0) + 1);
  }
  return [...uses]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_SUGGESTED)
    .map(([label]) => label)
    .sort((one, other) => one.localeCompare(other));
}
