import type { Core } from '@strapi/types';
import type { BoardSort } from '../../../../domain/board';
import { WorkTrackingError } from '../../../../domain/errors';
import { storedPriorities } from '../../content-types/ticket/moves';
import { pageOf } from '../../paging/page';
import type { Ticket } from '../../records/ticket';
import { TICKET } from '../../uids';
import type { ContentAccess, PermittedQuery } from '../content-access';
import type { BoardFilters } from './filters';

/** A part of a column that an index has in its order. */
interface Part {
  where: Record<string, unknown>;
  orderBy: 'syncedAt' | 'dueAt';
}

interface ColumnRequest extends PermittedQuery {
  filters: BoardFilters;
  sort: BoardSort;
  cursor: string | undefined;
  limit: number;
}

/**
 * A page of a column in its order. The parts of the column follow each other, each in the order of an index: the
 * tickets of one priority after those of the one before, and those without a date when they are due after all others.
 * @throws WorkTrackingError `invalid_cursor`
 */
export async function columnPage(
  strapi: Core.Strapi,
  { where, populate, filters, sort, cursor, limit }: ColumnRequest,
): Promise<{ tickets: Ticket[]; nextCursor: string | null }> {
  const parts = partsOf(strapi, sort, filters);
  const tickets: Ticket[] = [];
  let place = placeOf(cursor, parts.length);
  for (;;) {
    const part = parts[place.part];
    if (part === undefined) return { tickets, nextCursor: null };
    const { items, next } = await pageOf(
      strapi,
      TICKET,
      {
        where: { $and: [where, part.where] },
        populate,
        orderBy: part.orderBy,
        oldestFirst: part.orderBy === 'dueAt',
        cursor: place.cursor,
        limit: limit - tickets.length,
      },
      (ticket: Ticket) => ticket,
    );
    tickets.push(...items);
    if (next.next_cursor !== null) return { tickets, nextCursor: `${place.part}.${next.next_cursor}` };
    place = { part: place.part + 1, cursor: undefined };
    if (tickets.length === limit) {
      return { tickets, nextCursor: place.part < parts.length ? `${place.part}.` : null };
    }
  }
}

/** @throws WorkTrackingError `not_permitted` unless the field of the order may be read */
export function assertCanSort(access: ContentAccess, sort: BoardSort): void {
  if (sort === 'priority') access.assertCanRead('priority');
  if (sort === 'due') access.assertCanRead('dueAt');
}

function partsOf(strapi: Core.Strapi, sort: BoardSort, { assignee, priority }: BoardFilters): Part[] {
  switch (sort) {
    case 'changed':
      return [{ where: {}, orderBy: 'syncedAt' }];
    case 'priority':
      if (priority !== undefined) return [{ where: {}, orderBy: 'syncedAt' }];
      return storedPriorities(strapi).map((one) => ({
        // Written twice negated with an assignee, so that SQLite uses the index of that person's tickets.
        where: assignee === undefined ? { priority: one } : { $not: { priority: { $ne: one } } },
        orderBy: 'syncedAt',
      }));
    case 'due':
      return [
        { where: { dueAt: { $notNull: true } }, orderBy: 'dueAt' },
        // Written with `$not`, so that SQLite uses the index by the time of the last change, the order of these.
        { where: { $not: { dueAt: { $notNull: true } } }, orderBy: 'syncedAt' },
      ];
  }
}

/** A cursor is the number of a part, and the place in it; at its beginning without one. */
function placeOf(cursor: string | undefined, parts: number): { part: number; cursor: string | undefined } {
  if (cursor === undefined) return { part: 0, cursor: undefined };
  const [, number, place] = /^(\d{1,3})\.([\w-]*)$/.exec(cursor) ?? [];
  const part = Number(number);
  if (place === undefined || part >= parts) throw new WorkTrackingError('invalid_cursor');
  return { part, cursor: place === '' ? undefined : place };
}
