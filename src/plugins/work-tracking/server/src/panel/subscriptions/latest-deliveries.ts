import type { Core } from '@strapi/types';
import { tableOf } from '../../database/tables';
import { knexQueryOf } from '../../host/queries';
import { DELIVERY } from '../../uids';
import { matchesAll } from '../content-access';

type Query = ReturnType<typeof tableOf>;

/**
 * A query for some of the newest deliveries of each subscription. Each subscription costs a look into an index that ends
 * at the limit, however many deliveries there are.
 * @param columns of the deliveries' table
 * @param where the role's conditions
 * @param parts narrows the deliveries of a subscription; one look for each part
 * @param limit of each part
 */
export function latestDeliveries(
  strapi: Core.Strapi,
  columns: readonly string[],
  where: Record<string, unknown>,
  { of, parts, limit }: { of: readonly string[]; parts: readonly ((query: Query) => Query)[]; limit: number },
): Query {
  const knex = strapi.db.connection;
  const { tableName } = strapi.db.metadata.get(DELIVERY);
  const looks = of.flatMap((subscriptionId) =>
    parts.map((narrow) => {
      const look = narrow(
        tableOf(strapi, DELIVERY)
          .select([...columns])
          .where({ subscription_id: subscriptionId }),
      )
        .orderBy(['created_at', 'id'].map((column) => ({ column, order: 'desc' as const })))
        .limit(limit);
      if (!matchesAll(where)) {
        const query = strapi.db.queryBuilder(DELIVERY);
        const permitted: Query = knexQueryOf(query.select(['id']).where(where));
        look.whereExists(permitted.whereRaw('?? = ??', [`${query.alias}.id`, `${tableName}.id`]));
      }
      return knex.select(...columns).from(look.as('of_one'));
    }),
  );
  const latest: Query = knex.from(knex.unionAll(looks).as('latest'));
  return latest;
}
