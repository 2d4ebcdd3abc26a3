import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { changeKnexQuery, type StrapiQuery } from '../host/queries';
import { tableName } from './tables';

/**
 * Has MariaDB read the rows of a list in the order of an index: left to choose, it may sort all that match. Other
 * databases choose.
 * @param index has the list in its order, in which no two rows are alike
 */
export function sortByIndex(
  strapi: Core.Strapi,
  uid: string,
  query: StrapiQuery,
  { index, orderBy }: { index: string; orderBy: readonly Readonly<Record<string, 'asc' | 'desc'>>[] },
): void {
  if (strapi.db.dialect.client !== 'mysql') return;
  changeKnexQuery(query, (made) => {
    const from = [tableName(strapi, uid), query.alias, index];
    made.from(strapi.db.connection.raw('?? as ?? force index (??)', from) as never);
    // Strapi adds the id to every order, which the index does not have.
    made.clearOrder();
    for (const [column, order] of orderBy.flatMap(Object.entries<'asc' | 'desc'>)) {
      made.orderBy(`${query.alias}.${column}`, order);
    }
    return made;
  });
}

/**
 * Narrows rows of a query by the values of columns, texts byte by byte on every database.
 * @param values by the columns' names as the query has them, with its alias
 */
export function whereExactly<Query extends Knex.QueryBuilder>(
  strapi: Core.Strapi,
  rows: Query,
  values: Readonly<Record<string, string | number>>,
): Query {
  void rows.where(values);
  if (strapi.db.dialect.client === 'mysql') {
    for (const [column, value] of Object.entries(values)) {
      if (typeof value === 'string') void rows.whereRaw('binary ?? = ?', [column, value]);
    }
  }
  return rows;
}

/** The types of attributes whose values a database compares as texts. */
const TEXT_TYPES: readonly string[] = ['string', 'text', 'richtext', 'email', 'uid', 'enumeration'];

/**
 * Has MySQL and MariaDB compare the texts of a list's filters byte by byte: by themselves they take `Bug` for `bug`. The
 * condition that Strapi makes of a filter stays, since an index serves it.
 */
export function compareExactly(
  strapi: Core.Strapi,
  uid: string,
  query: StrapiQuery,
  where: Record<string, unknown>,
): void {
  if (strapi.db.dialect.client !== 'mysql') return;
  const texts = textsIn(strapi, uid, where);
  if (texts.length === 0) return;
  changeKnexQuery(query, (made) =>
    texts.reduce(
      (narrowed, [column, text]) => narrowed.whereRaw('binary ?? = ?', [`${query.alias}.${column}`, text]),
      made,
    ),
  );
}

/** The columns that must have a text, with it. */
function textsIn(strapi: Core.Strapi, uid: string, where: Record<string, unknown>): [string, string][] {
  const { attributes } = strapi.db.metadata.get(uid);
  return Object.entries(where).flatMap(([name, value]): [string, string][] => {
    if (name === '$and') {
      return (value as Record<string, unknown>[]).flatMap((part) => textsIn(strapi, uid, part));
    }
    const attribute = attributes[name];
    const isText = attribute !== undefined && TEXT_TYPES.includes(attribute.type);
    if (!isText || typeof value !== 'string' || !('columnName' in attribute)) return [];
    return [[String(attribute.columnName), value]];
  });
}
