import type { Core } from '@strapi/types';
import { countBounded } from '../database/bounded-count';
import { stateFilter } from '../records/delivery';
import { DELIVERY } from '../uids';
import { deliveryAccess, periodStart } from './deliveries/filters';
import { type Administrator, panelRoute } from './route';

/**
 * Counts the deliveries that need attention: those that died in the last day and were not resent, and those that have
 * failed and will be retried. Retries end within hours, so the latter have failed in the last day too.
 */
async function failedDeliveries(strapi: Core.Strapi, admin: Administrator) {
  const { where } = await deliveryAccess(strapi, admin).query();
  const since = periodStart('day');
  const count = (filter: object) => countBounded(strapi, DELIVERY, { $and: [where, filter] });
  const [dead, failing] = await Promise.all([
    count({ ...stateFilter('dead'), endedAt: { $gte: since } }),
    count({ state: 'pending', attempts: { $gt: 0 } }),
  ]);
  return { dead, failing, since };
}

/** The routes of the homepage's widgets. */
export const widgetRoutes = [
  panelRoute({
    method: 'GET',
    path: '/widgets/failed-deliveries',
    action: 'delivery.read',
    handle: async ({ strapi, admin }) => ({ data: await failedDeliveries(strapi, admin) }),
  }),
];
