import type { Core } from '@strapi/types';
import { COUNTED_UP_TO } from '../../../domain/count';
import { knexQueryOf } from '../host/queries';

/**
 * Counts a type's rows as far as the panel shows it, `COUNTED_UP_TO` and one more: an index gives the first of them at
 * the same cost however many there are.
 * @param latestBy an attribute whose latest values are looked through first: that is the order of an index, and the end
 * of it where `where` asks for late ones, while SQLite might go through the whole table
 */
export async function countBounded(
  strapi: Core.Strapi,
  uid: string,
  where: Record<string, unknown>,
  latestBy?: string,
): Promise<number> {
  const query = strapi.db.queryBuilder(uid);
  const selected = query
    // Named as Strapi adds it when a condition joins tables: MariaDB takes no table that has a column twice.
    .select([`${query.alias}.id`] as never)
    .where(where)
    .limit(COUNTED_UP_TO + 1);
  const found =
    latestBy === undefined
      ? // Strapi sorts whatever has a limit, and would sort all.
        knexQueryOf(selected).clearOrder()
      : knexQueryOf(selected.orderBy([{ [latestBy]: 'desc' }, { id: 'desc' }] as never));
  const row = (await strapi.db.connection.from(found.as('found')).count({ count: '*' }).first()) as {
    count: number | string;
  };
  return Number(row.count);
}
