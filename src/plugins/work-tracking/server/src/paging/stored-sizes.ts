import type { Core } from '@strapi/types';
import { afterwards, type KnexQuery } from '../database/knex-query';

/** The types of attributes whose values may be long. */
const LONG_TYPES: readonly string[] = ['text', 'richtext', 'json', 'blocks'];

/** The bytes of a column's value as text. */
const BYTES: Record<string, string> = {
  sqlite: 'coalesce(length(cast(?? as blob)), 0)',
  postgres: 'coalesce(octet_length(??::text), 0)',
  mysql: 'coalesce(length(??), 0)',
};

interface Query {
  where: Record<string, unknown>;
  orderBy: Record<string, 'asc' | 'desc'>[];
  offset: number;
  limit: number;
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
  { where, orderBy, offset, limit }: Query,
  { populate, pageBytes }: { populate: object | undefined; pageBytes: number },
): Promise<Row[] | undefined> {
  const query = strapi.db.queryBuilder(uid);
  const knex = strapi.db.connection;
  const long = longColumns(strapi, uid);
  const share = Math.floor(pageBytes / limit / Math.max(long.length, 1));
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
  const make = query.getKnexQuery.bind(query) as () => KnexQuery;
  query.getKnexQuery = () =>
    afterwards(make(), (rows) => {
      found.areWhole = (rows as Record<string, number>[]).every((row) => !row[CUT]);
      return found.areWhole ? rows : [];
    }) as never;
  const rows = await query
    .select([...shortColumns(strapi, uid), ...shortEnough, isCut] as never)
    .where(where)
    .orderBy(orderBy)
    .offset(offset)
    .limit(limit)
    .populate(populate ?? {})
    .execute<Row[]>();
  return found.areWhole ? rows : undefined;
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
export async function sizedRows(
  strapi: Core.Strapi,
  uid: string,
  { where, orderBy, offset, limit }: Query,
): Promise<SizedRow[]> {
  const query = strapi.db.queryBuilder(uid);
  const columns = longColumns(strapi, uid).map((column) => `${query.alias}.${column}`);
  const bytes = BYTES[strapi.db.dialect.client] ?? '0';
  const sum = ['0', ...columns.map(() => bytes)].join(' + ');
  const rows = await query
    .select(['id', strapi.db.connection.raw(`${sum} as bytes`, columns) as never])
    .where(where)
    .orderBy(orderBy)
    .offset(offset)
    .limit(limit)
    .execute<{ id: number; bytes: number | string }[]>({ mapResults: false });
  // PostgreSQL's driver returns a sum as text.
  return rows.map(({ id, bytes }) => ({ id, bytes: Number(bytes) }));
}

const longColumns = (strapi: Core.Strapi, uid: string) =>
  columns(strapi, uid, (type) => LONG_TYPES.includes(type));

const shortColumns = (strapi: Core.Strapi, uid: string) =>
  columns(strapi, uid, (type) => !LONG_TYPES.includes(type));

const columns = (strapi: Core.Strapi, uid: string, choose: (type: string) => boolean): string[] =>
  Object.values(strapi.db.metadata.get(uid).attributes).flatMap((attribute) =>
    'columnName' in attribute && attribute.columnName !== undefined && choose(attribute.type)
      ? [attribute.columnName]
      : [],
  );
