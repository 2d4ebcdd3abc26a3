import type { Core } from '@strapi/types';
import { databaseNow } from '../../database-clock';
import { DELIVERY } from '../../uids';
import { contentAccess } from '../content-access';
import type { Administrator } from '../route';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Deliveries that need somebody: those given up in the last day, and those that have failed and will be tried again.
 * Retries end within hours, so the latter have failed in the last day too.
 */
export async function failedDeliveries(strapi: Core.Strapi, admin: Administrator) {
  const access = contentAccess(strapi, admin, DELIVERY);
  access.assertCanRead('state');
  const { where } = await access.query();
  const since = new Date(databaseNow().getTime() - DAY_MS);
  const count = (filter: object): Promise<number> =>
    strapi.db.query(DELIVERY).count({ where: { $and: [where, filter] } });
  const [dead, failing] = await Promise.all([
    count({ state: 'dead', endedAt: { $gte: since } }),
    count({ state: 'pending', attempts: { $gt: 0 } }),
  ]);
  return { dead, failing, since };
}
