import type { Core } from '@strapi/types';
import { compareExactly } from '../database/knex-query';
import { tableName } from '../database/tables';
import { knexQueryOf } from '../host/queries';
import type { PlaceInList } from '../paging/page';

/** Rows by which records are found: each has its record's time of creation. */
interface FindingRows {
  uid: string;
  /** The column that holds the row id of the record. */
  column: string;
  /** What the row must have, by its columns. */
  equal: Readonly<Record<string, string | number>>;
  /** In these columns, this value or none. */
  equalOrNone?: Readonly<Record<string, string>>;
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
  { uid, column, equal, equalOrNone = {}, mayRepeat = false }: FindingRows,
  list: { uid: string; where: Record<string, unknown> },
  { after, offset, limit }: PlaceInList,
): Promise<number[]> {
  const query = strapi.db.queryBuilder(list.uid).select(['id']).where(list.where);
  compareExactly(strapi, list.uid, query, list.where);
  const own = `l.${column}`;
  const record = knexQueryOf(query).whereRaw('?? = ??', [`${query.alias}.id`, own]);
  const rows = strapi.db
    .connection({ l: tableName(strapi, uid) })
    .whereRaw('(?) is not null', [record as never]);
  for (const [name, value] of Object.entries(equal)) {
    void rows.where(`l.${name}`, value);
    // MySQL and MariaDB compare texts without regard to case.
    if (typeof value === 'string' && strapi.db.dialect.client === 'mysql') {
      void rows.whereRaw('binary ?? = ?', [`l.${name}`, value]);
    }
  }
  for (const [name, value] of Object.entries(equalOrNone)) {
    void rows.where((either) => void either.whereNull(`l.${name}`).orWhere(`l.${name}`, value));
  }
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
