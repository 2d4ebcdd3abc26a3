import type { Core } from '@strapi/types';

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

const longColumns = (strapi: Core.Strapi, uid: string): string[] =>
  Object.values(strapi.db.metadata.get(uid).attributes).flatMap((attribute) =>
    'columnName' in attribute && attribute.columnName !== undefined && LONG_TYPES.includes(attribute.type)
      ? [attribute.columnName]
      : [],
  );
