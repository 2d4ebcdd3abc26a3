import type { Core } from '@strapi/types';
import { decodeCursor, encodeCursor } from './cursor';
import { rowsOfBoundedSize, sizedRows } from './stored-sizes';

/** The largest page, in bytes of its records' JSON in UTF-8 (specification 4.6). A single record may be larger. */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024;

interface PageRequest {
  /** The filters of the list. */
  where: Record<string, unknown>;
  /** Attributes to read, where none of them is long; all unless given. */
  select?: string[];
  populate?: Record<string, unknown> | undefined;
  /** The time that the list is ordered by, newest first; by default the time of creation. */
  orderBy?: 'createdAt' | 'syncedAt';
  cursor?: string | undefined;
  /** Rows to skip. */
  offset?: number;
  limit: number;
}

/** A page of a list, and where the next one begins (specification 4.6). */
export interface Page<Item> {
  items: Item[];
  /** The same items as JSON: a list. */
  json: string;
  next: { next_cursor: string | null; has_more: boolean };
}

/** What a row needs to be listed. */
interface Listed {
  id: number;
  createdAt: string;
  syncedAt?: string;
}

/**
 * Reads a page of a type's rows, newest first. It ends early where the items would be larger than a page may be. The
 * row that the cursor was made from may be deleted by now.
 * @param itemOf what the page holds of a row, which is as stored
 * @throws WorkTrackingError `invalid_cursor`
 */
export async function pageOf<Item>(
  strapi: Core.Strapi,
  uid: string,
  request: PageRequest,
  itemOf: (row: never) => Item,
): Promise<Page<Item>> {
  const { orderBy = 'createdAt' } = request;
  const { rows, isLast } = await readRows(strapi, uid, request);
  const items: Item[] = [];
  const texts: string[] = [];
  let bytes = 0;
  for (const row of rows) {
    const item = itemOf(row as never);
    const text = JSON.stringify(item);
    // With the comma after it.
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > MAX_PAGE_BYTES && items.length > 0) break;
    items.push(item);
    texts.push(text);
  }
  const last = rows[items.length - 1];
  const hasMore = last !== undefined && (!isLast || items.length < rows.length);
  const nextCursor = hasMore
    ? encodeCursor(strapi, { at: new Date(last[orderBy] ?? last.createdAt), id: last.id })
    : null;
  return { items, json: `[${texts.join()}]`, next: { next_cursor: nextCursor, has_more: hasMore } };
}

/** The rows of a page. Where some are large, the sizes of all are asked for, and only what fits is read. */
async function readRows(
  strapi: Core.Strapi,
  uid: string,
  { where: filters, select, populate, orderBy: time = 'createdAt', cursor, offset = 0, limit }: PageRequest,
): Promise<{ rows: Listed[]; isLast: boolean }> {
  const where = cursor === undefined ? filters : { $and: [filters, after(strapi, time, cursor)] };
  const orderBy = [{ [time]: 'desc' as const }, { id: 'desc' as const }];
  // One row more than asked for shows whether there is a next page.
  const list = { where, orderBy, offset, limit: limit + 1 };
  if (select) {
    const rows: Listed[] = await strapi.db
      .query(uid)
      .findMany({ ...list, select, ...(populate ? { populate } : {}) });
    return { rows: rows.slice(0, limit), isLast: rows.length <= limit };
  }
  const bounded = await rowsOfBoundedSize<Listed>(strapi, uid, list, { populate, pageBytes: MAX_PAGE_BYTES });
  if (bounded) return { rows: bounded.slice(0, limit), isLast: bounded.length <= limit };
  for (;;) {
    const sized = await sizedRows(strapi, uid, list);
    const ids = fitting(sized.slice(0, limit));
    const rows: Listed[] = await strapi.db
      .query(uid)
      .findMany({ where: { id: { $in: ids } }, orderBy, ...(populate ? { populate } : {}) });
    // All of them may have been deleted meanwhile, and others be left.
    if (rows.length > 0 || ids.length === 0) return { rows, isLast: ids.length === sized.length };
  }
}

/** The ids of the first rows that are not larger together than a page may be; one at least. */
function fitting(sized: readonly { id: number; bytes: number }[]): number[] {
  let total = 0;
  const end = sized.findIndex(({ bytes }, index) => (total += bytes) > MAX_PAGE_BYTES && index > 0);
  return sized.slice(0, end === -1 ? undefined : end).map(({ id }) => id);
}

/** The first condition follows from the second; it lets the database start at that place in its index. */
function after(strapi: Core.Strapi, orderBy: string, cursor: string): Record<string, unknown> {
  const { at, id } = decodeCursor(strapi, cursor);
  return { [orderBy]: { $lte: at }, $or: [{ [orderBy]: { $lt: at } }, { id: { $lt: id } }] };
}

/** Leaves out the filters that were not given. */
export const omitUndefined = (conditions: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined));
