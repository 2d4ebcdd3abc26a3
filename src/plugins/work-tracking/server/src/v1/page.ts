import type { Core } from '@strapi/types';
import { decodeCursor, encodeCursor } from './cursor';

interface PageRequest {
  /** What narrows the list, besides the place. */
  where: Record<string, unknown>;
  /** Attributes to read; all unless given. */
  select?: string[];
  cursor: string | undefined;
  limit: number;
}

/** A page of a list, and where the next one begins (v1.md 4.1). */
export interface Page<Row> {
  rows: Row[];
  next: { next_cursor: string | null; has_more: boolean };
}

/**
 * A page of a type's rows, newest first. The row that the cursor was made of need no longer exist.
 * @throws ApiError `invalid_cursor`
 */
export async function pageOf<Row extends { id: number; createdAt: string }>(
  strapi: Core.Strapi,
  uid: string,
  { where: filters, select, cursor, limit }: PageRequest,
): Promise<Page<Row>> {
  const where = { ...filters, ...(cursor === undefined ? {} : after(strapi, cursor)) };
  const rows: Row[] = await strapi.db.query(uid).findMany({
    ...(select ? { select } : {}),
    where,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    // One row more than asked for tells whether there is a next page.
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  const nextCursor =
    hasMore && last ? encodeCursor(strapi, { createdAt: new Date(last.createdAt), id: last.id }) : null;
  return { rows: page, next: { next_cursor: nextCursor, has_more: hasMore } };
}

/** The first bound follows from the second, and lets the database start at the place in its index. */
function after(strapi: Core.Strapi, cursor: string): Record<string, unknown> {
  const { createdAt, id } = decodeCursor(strapi, cursor);
  return { createdAt: { $lte: createdAt }, $or: [{ createdAt: { $lt: createdAt } }, { id: { $lt: id } }] };
}

/** The conditions that were given, by attribute. */
export const given = (conditions: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined));
