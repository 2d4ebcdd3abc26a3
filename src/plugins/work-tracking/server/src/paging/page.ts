import type { Core } from '@strapi/types';
import { decodeCursor, encodeCursor, type Place } from './cursor';
import { rowsOfBoundedSize, sizedRows, type SizedQuery } from './stored-sizes';

/** The largest page, in bytes of its records' JSON in UTF-8 (specification 4.7). A single record may be larger. */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** A page's position in its list. */
export interface PlaceInList {
  /** The last row of the page before. */
  after?: Place | undefined;
  /** Rows to skip. */
  offset: number;
  /** One row more than the page has. */
  limit: number;
}

interface PageRequest {
  /** The filters of the list. */
  where: Record<string, unknown>;
  /** Attributes to read, where none of them is long; all unless given. */
  select?: string[];
  populate?: Record<string, unknown> | undefined;
  /** The time that the list is ordered by, newest first; by default the time of creation. All rows must have it. */
  orderBy?: 'createdAt' | 'syncedAt' | 'dueAt';
  /** Unless given, the newest comes first. */
  oldestFirst?: boolean;
  /**
   * Finds the row ids of the page, where another table has the list in its order, and applies the filters itself.
   */
  idsOf?: ((place: PlaceInList) => Promise<number[]>) | undefined;
  cursor?: string | undefined;
  /** Rows to skip. */
  offset?: number;
  limit: number;
}

/** A page of a list, and where the next one begins (specification 4.7). */
export interface Page<Item> {
  items: Item[];
  /** The same items as JSON: a list. */
  json: string;
  next: { next_cursor: string | null; has_more: boolean };
}

/** A row of a list, as far as its order needs it. */
interface Listed {
  id: number;
  createdAt: string;
  syncedAt?: string;
  dueAt?: string | null;
}

/**
 * Reads a page of a type's rows. It ends early where the items would be larger than a page may be. The
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
    // One more for the comma after it.
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

/** The rows of a page, and whether they are the last of the list. */
async function readRows(strapi: Core.Strapi, uid: string, request: PageRequest): Promise<FirstRows<Listed>> {
  const { select, populate, orderBy: time = 'createdAt', oldestFirst = false, limit } = request;
  // `idsOf` skips rows itself, in the other table.
  const offset = request.idsOf ? 0 : (request.offset ?? 0);
  const where = await conditionsOf(strapi, request);
  const order = oldestFirst ? 'asc' : 'desc';
  const orderBy = [{ [time]: order }, { id: order }] as const;
  if (!select) return rowsThatFit(strapi, uid, { where, orderBy, offset, limit, populate });
  const rows: Listed[] = await strapi.db
    .query(uid)
    .findMany({ where, orderBy, offset, limit: limit + 1, select, ...(populate ? { populate } : {}) });
  return { rows: rows.slice(0, limit), isLast: rows.length <= limit };
}

/** A list whose rows are read whole. */
interface RowsRequest extends SizedQuery {
  populate: Record<string, unknown> | undefined;
}

/** The first rows of a list, and whether they are the last ones, too. */
interface FirstRows<Row> {
  rows: Row[];
  isLast: boolean;
}

/**
 * Reads the first rows of a list, as many as a page has room for and at least one. Where some are large, the sizes of
 * all are asked for, and only what fits is read.
 */
export async function rowsThatFit<Row>(
  strapi: Core.Strapi,
  uid: string,
  { populate, limit, ...query }: RowsRequest,
): Promise<FirstRows<Row>> {
  // One row more than asked for shows whether there is a next page.
  const list = { ...query, limit: limit + 1 };
  const bounded = await rowsOfBoundedSize<Row>(strapi, uid, list, { populate, pageBytes: MAX_PAGE_BYTES });
  if (bounded) return { rows: bounded.slice(0, limit), isLast: bounded.length <= limit };
  for (;;) {
    const sized = await sizedRows(strapi, uid, list);
    const ids = fitting(sized.slice(0, limit));
    const rows: Row[] = await strapi.db.query(uid).findMany({
      where: { id: { $in: ids } },
      orderBy: list.orderBy,
      ...(populate ? { populate } : {}),
    });
    // All of them may have been deleted meanwhile, and others be left.
    if (rows.length > 0 || ids.length === 0) return { rows, isLast: ids.length === sized.length };
  }
}

/** The ids of the first rows that are not larger together than a page may be; at least one. */
function fitting(sized: readonly { id: number; bytes: number }[]): number[] {
  let total = 0;
  const end = sized.findIndex(({ bytes }, index) => (total += bytes) > MAX_PAGE_BYTES && index > 0);
  return sized.slice(0, end === -1 ? undefined : end).map(({ id }) => id);
}

async function conditionsOf(
  strapi: Core.Strapi,
  { where, orderBy = 'createdAt', oldestFirst = false, idsOf, cursor, offset = 0, limit }: PageRequest,
): Promise<Record<string, unknown>> {
  const place = cursor === undefined ? undefined : decodeCursor(strapi, cursor);
  if (idsOf) return { id: { $in: await idsOf({ after: place, offset, limit: limit + 1 }) } };
  if (place === undefined) return where;
  return { $and: [where, oldestFirst ? laterThan(orderBy, place) : earlierThan(orderBy, place)] };
}

// The first condition follows from the second; it lets the database start at that place in its index.

const earlierThan = (time: string, { at, id }: Place) => ({
  [time]: { $lte: at },
  $or: [{ [time]: { $lt: at } }, { id: { $lt: id } }],
});

const laterThan = (time: string, { at, id }: Place) => ({
  [time]: { $gte: at },
  $or: [{ [time]: { $gt: at } }, { id: { $gt: id } }],
});

/** Leaves out the filters that were not given. */
export const omitUndefined = (conditions: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined));
