import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { compareExactly } from '../database/knex-query';
import { tableName } from '../database/tables';
import { knexQueryOf } from '../host/queries';
import type { PlaceInList } from './page';

/** Rows by which records are found: each has its record's time of creation. */
interface FindingRows {
  uid: string;
  /** The column that holds the row id of the record. */
  column: string;
  /** Leaves the rows that are asked for, of the alias `l`. */
  narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder;
  /** A record may have several such rows. */
  mayRepeat?: boolean;
}

/**
 * The row ids of records in a page of their list, newest first, found by rows that have them in that order: however many
 * records a project has, those of the page are found by one index. Each is looked up in a subquery for one value,
 * which no planner turns into a join of its own order.
 * @param list the records' type, and the filters of the list
 */
export async function recordsOfRows(
  strapi: Core.Strapi,
  { uid, column, narrow, mayRepeat = false }: FindingRows,
  list: { uid: string; where: Record<string, unknown> },
  { after, offset, limit }: PlaceInList,
): Promise<number[]> {
  const query = strapi.db.queryBuilder(list.uid).select(['id']).where(list.where);
  compareExactly(strapi, list.uid, query, list.where);
  const own = `l.${column}`;
  const record = knexQueryOf(query).whereRaw('?? = ??', [`${query.alias}.id`, own]);
  const all = strapi.db.connection({ l: tableName(strapi, uid) });
  const rows = narrow(all).whereRaw('(?) is not null', [record as never]);
  if (after !== undefined) {
    void rows.where('l.created_at', '<=', after.at as never).where((either) => {
      void either.where('l.created_at', '<', after.at as never).orWhere(own, '<', after.id);
    });
  }
  if (mayRepeat) void rows.distinct(own, 'l.created_at');
  else void rows.select(own);
  const found = (await rows
    .orderBy([
      { column: 'l.created_at', order: 'desc' },
      { column: own, order: 'desc' },
    ])
    .offset(offset)
    .limit(limit)) as Record<string, number>[];
  return found.map((row) => Number(row[column]));
}
