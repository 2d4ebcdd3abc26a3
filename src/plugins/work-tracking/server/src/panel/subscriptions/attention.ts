import type { Core } from '@strapi/types';
import { countBounded } from '../../database/bounded-count';
import { stateFilter } from '../../records/delivery';
import { DELIVERY, SUBSCRIPTION } from '../../uids';
import { contentAccess } from '../content-access';
import { periodStart } from '../deliveries/filters';
import type { Administrator } from '../route';

/**
 * The count on the menu's badge: the subscriptions that the service has disabled, and the deliveries that died in the last
 * day and were not resent. What the person may not read counts nothing.
 */
export async function attention(strapi: Core.Strapi, admin: Administrator) {
  const [disabled, dead] = await Promise.all([
    countReadable(strapi, admin, SUBSCRIPTION, ['active', 'disabledReason'], {
      active: false,
      disabledReason: { $notNull: true },
    }),
    countReadable(strapi, admin, DELIVERY, ['state'], {
      ...stateFilter('dead'),
      endedAt: { $gte: periodStart('day') },
    }),
  ]);
  return { disabled, dead };
}

async function countReadable(
  strapi: Core.Strapi,
  admin: Administrator,
  uid: string,
  fields: readonly string[],
  filter: Record<string, unknown>,
): Promise<number> {
  const access = contentAccess(strapi, admin, uid);
  if (!fields.every((field) => access.canRead(field))) return 0;
  const { where } = await access.query();
  return countBounded(strapi, uid, { $and: [where, filter] });
}
