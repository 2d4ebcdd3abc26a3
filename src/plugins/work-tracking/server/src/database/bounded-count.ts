import type { Core } from '@strapi/types';
import { COUNTED_UP_TO } from '../../../domain/count';
import { knexQueryOf } from '../host/queries';

/**
 * Counts a type's rows as far as the panel shows it, `COUNTED_UP_TO` and one more: an index gives the first of them at
 * the same cost however many there are.
 */
export async function countBounded(
  strapi: Core.Strapi,
  uid: string,
  where: Record<string, unknown>,
): Promise<number> {
  const query = strapi.db.queryBuilder(uid);
  const found = knexQueryOf(
    query
      // Named as Strapi adds it when a condition joins tables: MariaDB takes no table that has a column twice.
      .select([`${query.alias}.id`] as never)
      .where(where)
      .limit(COUNTED_UP_TO + 1),
  );
  const row = (await strapi.db.connection
    // Strapi sorts whatever has a limit, and would sort all.
    .from(found.clearOrder().as('found'))
    .count({ count: '*' })
    .first()) as { count: number | string };
  return Number(row.count);
}
