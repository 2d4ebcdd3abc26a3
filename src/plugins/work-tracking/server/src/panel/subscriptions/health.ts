import type { Core } from '@strapi/types';
import type { DeliveryState } from '../../../../domain/delivery';
import { keptCounts } from '../../database/kept-counts';
import { DELIVERY } from '../../uids';
import { contentAccess } from '../content-access';
import { periodStart } from '../deliveries/filters';
import type { Administrator } from '../route';
import { latestDeliveries } from './latest-deliveries';

/** Only so many of a subscription's latest deliveries are counted. */
const MAX_COUNTED = 1_000;

/** The results of a subscription's deliveries of the last day. */
export interface Health {
  delivered: number;
  /** Failed so far, and to be tried again. */
  failing: number;
  /** Given up, and not resent. */
  dead: number;
  /** There were more than are counted: these are of the latest. */
  isPartial: boolean;
}

interface Group {
  subscription_id: string;
  state: DeliveryState;
  /** 1 for those that were attempted. */
  attempted: number | string;
  count: number | string;
  /** How many of them were resent. */
  resent: number | string;
}

/**
 * The health of some subscriptions, and since when it is kept, if it is. Counted in one statement, the latest thousand
 * deliveries of each.
 * @returns null when the person may not read the states of deliveries
 */
export async function subscriptionHealth(strapi: Core.Strapi, admin: Administrator, ids: readonly string[]) {
  const access = contentAccess(strapi, admin, DELIVERY);
  if (!['state', 'subscriptionId', 'attempts'].every((field) => access.canRead(field))) return null;
  const { where } = await access.query();
  const { value, keptSince } = await keptCounts(strapi).read(
    JSON.stringify(['health', ids, where]),
    async () => {
      const groups = await countDeliveries(strapi, where, ids);
      return { value: groups, rows: groups.reduce((sum, { count }) => sum + Number(count), 0) };
    },
  );
  return {
    of: (id: string): Health => healthOf(value.filter((group) => group.subscription_id === id)),
    keptSince,
  };
}

async function countDeliveries(
  strapi: Core.Strapi,
  where: Record<string, unknown>,
  ids: readonly string[],
): Promise<Group[]> {
  if (ids.length === 0) return [];
  const since = periodStart('day');
  const columns = ['subscription_id', 'state', 'attempts', 'resent_at'];
  const attempted = strapi.db.connection.raw('case when ?? > 0 then 1 else 0 end', ['attempts']);
  const groups: Group[] = await latestDeliveries(strapi, columns, where, {
    of: ids,
    parts: [(query) => query.where('created_at', '>=', since)],
    limit: MAX_COUNTED,
  })
    .select('subscription_id', 'state', { attempted })
    .count({ count: '*', resent: 'resent_at' })
    .groupBy('subscription_id', 'state', attempted as never);
  return groups;
}

function healthOf(groups: readonly Group[]): Health {
  const total = (counted: readonly Group[]) => counted.reduce((sum, { count }) => sum + Number(count), 0);
  const inState = (...states: DeliveryState[]) => groups.filter(({ state }) => states.includes(state));
  const dead = inState('dead');
  return {
    delivered: total(inState('delivered')),
    failing: total(inState('pending', 'sending', 'held').filter(({ attempted }) => Number(attempted) === 1)),
    dead: total(dead) - dead.reduce((sum, { resent }) => sum + Number(resent), 0),
    isPartial: total(groups) >= MAX_COUNTED,
  };
}
