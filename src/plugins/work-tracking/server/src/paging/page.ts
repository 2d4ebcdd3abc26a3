import type { Core } from '@strapi/types';
import { decodeCursor, encodeCursor } from './cursor';

interface PageRequest {
  /** The filters of the list. */
  where: Record<string, unknown>;
  /** Attributes to read; all unless given. */
  select?: string[];
  populate?: Record<string, unknown> | undefined;
  /** The time that the list is ordered by, newest first; by default the time of creation. */
  orderBy?: 'createdAt' | 'syncedAt';
  cursor: string | undefined;
  limit: number;
}

/** A page of a list, and where the next one begins (specification 4.6). */
export interface Page<Row> {
  rows: Row[];
  next: { next_cursor: string | null; has_more: boolean };
}

/** What a row needs to be listed. */
interface Listed {
  id: number;
  createdAt: string;
  syncedAt?: string;
}

/**
 * Reads a page of a type's rows, newest first. The row that the cursor was made from may be deleted by now.
 * @throws WorkTrackingError `invalid_cursor`
 */
export async function pageOf<Row extends Listed>(
  strapi: Core.Strapi,
  uid: string,
  { where: filters, select, populate, orderBy = 'createdAt', cursor, limit }: PageRequest,
): Promise<Page<Row>> {
  const where = cursor === undefined ? filters : { $and: [filters, after(strapi, orderBy, cursor)] };
  const rows: Row[] = await strapi.db.query(uid).findMany({
    ...(select ? { select } : {}),
    ...(populate ? { populate } : {}),
    where,
    orderBy: [{ [orderBy]: 'desc' }, { id: 'desc' }],
    // One row more than asked for shows whether there is a next page.
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  const nextCursor =
    hasMore && last
      ? encodeCursor(strapi, { at: new Date(last[orderBy] ?? last.createdAt), id: last.id })
      : null;
  return { rows: page, next: { next_cursor: nextCursor, has_more: hasMore } };
}

/** The first condition follows from the second; it lets the database start at that place in its index. */
function after(strapi: Core.Strapi, orderBy: string, cursor: string): Record<string, unknown> {
  const { at, id } = decodeCursor(strapi, cursor);
  return { [orderBy]: { $lte: at }, $or: [{ [orderBy]: { $lt: at } }, { id: { $lt: id } }] };
}

/** Leaves out the filters that were not given. */
export const omitUndefined = (conditions: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined));
