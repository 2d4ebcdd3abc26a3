import type { Core } from '@strapi/types';
import map from 'lodash/map';
import partition from 'lodash/partition';
import { compareExactly, sortByIndex } from '../database/knex-query';
import { memoizePerInstance } from '../database/memoize-per-instance';
import { tableOf } from '../database/tables';
import { afterwards, changeKnexQuery } from '../host/queries';

/** The types of attributes whose values may be long. */
const LONG_TYPES: readonly string[] = ['text', 'richtext', 'json', 'blocks'];

/** The bytes of a column's value as text. */
const BYTES: Record<string, string> = {
  sqlite: 'coalesce(length(cast(?? as blob)), 0)',
  postgres: 'coalesce(octet_length(??::text), 0)',
  mysql: 'coalesce(length(??), 0)',
};

/** Rows of a list, by their attributes. */
export interface SizedQuery {
  where: Record<string, unknown>;
  orderBy: readonly Readonly<Record<string, 'asc' | 'desc'>>[];
  offset: number;
  limit: number;
  /** Has the list in its order, in which no two rows are alike. */
  index?: string | undefined;
}

/**
 * Reads the rows of a list, if none of them has a text or JSON that is longer than its share of the page: in the usual
 * case one statement both bounds what is read and reads it.
 * @param pageBytes the bytes that all long values together may have
 * @returns undefined when one is longer: what it holds stays in the database
 */
export async function rowsOfBoundedSize<Row>(
  strapi: Core.Strapi,
  uid: string,
  list: SizedQuery,
  { populate, pageBytes }: { populate: object | undefined; pageBytes: number },
): Promise<Row[] | undefined> {
  const query = listQuery(strapi, uid, list);
  const knex = strapi.db.connection;
  const { long, short } = columnsOf(strapi.db.metadata.get(uid));
  const share = Math.floor(pageBytes / list.limit / Math.max(long.length, 1));
  const bytes = BYTES[strapi.db.dialect.client] ?? '0';
  const aliased = (column: string) => `${query.alias}.${column}`;
  const shortEnough = long.map((column) =>
    knex.raw(`case when ${bytes} <= ? then ?? end as ??`, [aliased(column), share, aliased(column), column]),
  );
  const isCut = knex.raw(
    `case when ${long.map(() => `${bytes} > ?`).join(' or ') || '1 = 0'} then 1 else 0 end as ??`,
    [...long.flatMap((column) => [aliased(column), share]), CUT],
  );
  const found = { areWhole: true };
  changeKnexQuery(query, (made) =>
    afterwards(made, (rows) => {
      found.areWhole = (rows as Record<string, number>[]).every((row) => !row[CUT]);
      return found.areWhole ? rows : [];
    }),
  );
  const rows = await query
    .select([...short, ...shortEnough, isCut] as never)
    .populate(populate ?? {})
    .execute<Row[]>();
  return found.areWhole ? rows : undefined;
}

/** The query of a list, without the columns to select. */
function listQuery(strapi: Core.Strapi, uid: string, { where, orderBy, offset, limit, index }: SizedQuery) {
  const query = strapi.db.queryBuilder(uid).where(where).orderBy(orderBy).offset(offset).limit(limit);
  compareExactly(strapi, uid, query, where);
  if (index !== undefined) sortByIndex(strapi, uid, query, { index, orderBy });
  return query;
}

/** The column that tells whether a value was left out; no attribute has this name. */
const CUT = 'is_cut_here';

/** A row that has not been read yet. */
export interface SizedRow {
  id: number;
  /** Bytes of its long texts and its JSON, as stored. */
  bytes: number;
}

/** The ids and sizes of the rows of a list. What they hold stays in the database. */
export async function sizedRows(strapi: Core.Strapi, uid: string, list: SizedQuery): Promise<SizedRow[]> {
  const query = listQuery(strapi, uid, list);
  const columns = columnsOf(strapi.db.metadata.get(uid)).long.map((column) => `${query.alias}.${column}`);
  const bytes = BYTES[strapi.db.dialect.client] ?? '0';
  const sum = ['0', ...columns.map(() => bytes)].join(' + ');
  const rows = await query
    .select(['id', strapi.db.connection.raw(`${sum} as bytes`, columns) as never])
    .execute<{ id: number; bytes: number | string }[]>({ mapResults: false });
  // PostgreSQL's driver returns a sum as text.
  return rows.map(({ id, bytes }) => ({ id, bytes: Number(bytes) }));
}

/** The names of a type's columns: those whose values may be long, and all others. */
const columnsOf = memoizePerInstance(({ attributes }: ReturnType<Core.Strapi['db']['metadata']['get']>) => {
  const stored = Object.values(attributes).flatMap((attribute) =>
    'columnName' in attribute && attribute.columnName !== undefined
      ? [{ name: attribute.columnName, type: attribute.type }]
      : [],
  );
  const [long, short] = partition(stored, ({ type }) => LONG_TYPES.includes(type));
  return { long: map(long, 'name'), short: map(short, 'name') };
});

/**
 * The values of one text or JSON column, as text by row id, of those rows where it is not null and not longer than this.
 * The others stay in the database.
 */
export async function shortValues(
  strapi: Core.Strapi,
  uid: string,
  column: string,
  ids: readonly number[],
  maxBytes: number,
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const bytes = BYTES[strapi.db.dialect.client] ?? '0';
  const rows: Record<string, unknown>[] = await tableOf(strapi, uid)
    .select<Record<string, unknown>[]>('id', column)
    .whereIn('id', [...ids])
    .whereNotNull(column)
    .whereRaw(`${bytes} <= ?`, [column, maxBytes]);
  return new Map(
    rows.map((row) => {
      const value = row[column];
      return [Number(row.id), typeof value === 'string' ? value : JSON.stringify(value)];
    }),
  );
}
