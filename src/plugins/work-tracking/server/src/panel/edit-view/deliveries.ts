import type { Core } from '@strapi/types';
import { transact } from '../../database/transact';
import { ping } from '../../events/new-delivery';
import type { Delivery } from '../../records/delivery';
import type { Subscription } from '../../records/subscription';
import { DELIVERY, SUBSCRIPTION } from '../../uids';
import { lockRecord, ownProject } from '../../write/rows';
import { contentAccess } from '../content-access';
import { assertReadable, notFound } from '../readable';
import type { Administrator } from '../route';
import type { RecordPage } from './history';

const FIELDS = ['documentId', 'subscriptionId', 'eventId', 'eventType', 'state', 'attempts', 'createdAt'];

/**
 * The deliveries of events about a ticket or a decision, or those of a subscription, newest first, as far as the
 * person may read them; with the URL of each where the person may read that.
 */
export async function recordDeliveries(
  strapi: Core.Strapi,
  admin: Administrator,
  { type, documentId, limit }: RecordPage,
) {
  await assertReadable(strapi, admin, type, documentId);
  const access = contentAccess(strapi, admin, DELIVERY);
  access.assertCanRead('state', 'eventType');
  const own = type === 'subscription' ? { subscriptionId: documentId } : { targetId: documentId };
  const { where, populate } = await access.query();
  const found: Delivery[] = await strapi.db.query(DELIVERY).findMany({
    where: { $and: [where, own] },
    populate,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    limit: limit + 1,
  });
  const rows = found.slice(0, limit);
  const urls = await urlsOf(
    strapi,
    admin,
    rows.map(({ subscriptionId }) => subscriptionId),
  );
  const deliveries = await Promise.all(
    rows.map(async (row) => ({
      ...(await access.visible(row, FIELDS)),
      isResent: row.resentAt !== null,
      url: urls.get(row.subscriptionId) ?? null,
    })),
  );
  return { deliveries, hasMore: found.length > limit };
}

/** The URLs of those subscriptions that still exist and that the person may read. */
async function urlsOf(
  strapi: Core.Strapi,
  admin: Administrator,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const access = contentAccess(strapi, admin, SUBSCRIPTION);
  if (!access.canRead('url')) return new Map();
  const { where } = await access.query();
  const rows: Subscription[] = await strapi.db.query(SUBSCRIPTION).findMany({
    select: ['documentId', 'url'],
    where: { $and: [where, { documentId: { $in: [...new Set(ids)] } }] },
  });
  return new Map(rows.map(({ documentId, url }) => [documentId, url]));
}

/**
 * Sends a test event to a subscription that the person may read.
 * @returns its delivery
 * @throws WorkTrackingError `not_found`
 */
export async function sendTestEvent(strapi: Core.Strapi, admin: Administrator, documentId: string) {
  await assertReadable(strapi, admin, 'subscription', documentId);
  const delivery = await transact(strapi, async () => {
    const subscription = await lockRecord<Subscription>(strapi, SUBSCRIPTION, { documentId });
    if (subscription === null) throw notFound('subscription');
    return ping(strapi, ownProject(subscription), subscription);
  });
  return { documentId: delivery.documentId, state: delivery.state };
}
