import type { Core } from '@strapi/types';
import { transact } from '../../database/transact';
import {
  resendDelivery,
  countBulkResend,
  createBulkResend,
  type BulkResendRequest,
} from '../../events/resends';
import type { Resend } from '../../records/resend';
import type { Subscription } from '../../records/subscription';
import { RESEND, SUBSCRIPTION } from '../../uids';
import { ownProject, lockRecord } from '../../write/rows';
import { contentAccess } from '../content-access';
import { assertReadable, notFound } from '../readable';
import type { Administrator } from '../route';
import { readableDelivery } from './detail';
import { deliveryAccess } from './filters';
import { subscriptionsOf } from './subscriptions';

const RESEND_FIELDS = [
  'documentId',
  'state',
  'deliveryState',
  'since',
  'until',
  'count',
  'enqueued',
  'createdAt',
];

/** How many bulk resends the page shows. */
const MAX_RECENT_RESENDS = 20;

/**
 * Resends a delivery that has ended.
 * @returns the new delivery
 * @throws WorkTrackingError `delivery_in_progress`, `subscription_deleted`
 */
export const resendOne = (strapi: Core.Strapi, admin: Administrator, documentId: string) =>
  transact(strapi, async () => {
    const delivery = await readableDelivery(strapi, admin, documentId);
    const resent = await resendDelivery(strapi, delivery.project, delivery);
    return { documentId: resent.documentId, state: resent.state };
  });

/** How many deliveries such a bulk resend would cover. */
export async function previewBulkResend(
  strapi: Core.Strapi,
  admin: Administrator,
  request: BulkResendRequest,
) {
  await assertCountable(strapi, admin, request.subscriptionId);
  return { count: await countBulkResend(strapi, request) };
}

/** Creates a bulk resend of all deliveries of a subscription that match. */
export async function startBulkResend(strapi: Core.Strapi, admin: Administrator, request: BulkResendRequest) {
  const access = resendAccess(strapi, admin);
  const { subscriptionId: documentId } = request;
  await assertCountable(strapi, admin, documentId);
  const resend = await transact(strapi, async () => {
    const subscription = await lockRecord<Subscription>(strapi, SUBSCRIPTION, { documentId });
    if (subscription === null) throw notFound('subscription');
    return createBulkResend(strapi, ownProject(subscription), request);
  });
  return access.visible(resend, RESEND_FIELDS);
}

/** The latest bulk resends that the person may read, with their progress. */
export async function recentResends(strapi: Core.Strapi, admin: Administrator) {
  const access = resendAccess(strapi, admin);
  const resends: Resend[] = await strapi.db.query(RESEND).findMany({
    ...(await access.query()),
    orderBy: { id: 'desc' },
    limit: MAX_RECENT_RESENDS,
  });
  const ids = resends.map(({ subscriptionId }) => subscriptionId);
  const subscriptionOf = await subscriptionsOf(strapi, admin, ids);
  return Promise.all(
    resends.map(async (resend) => ({
      ...(await access.visible(resend, RESEND_FIELDS)),
      ...(access.canRead('subscriptionId') ? { subscription: subscriptionOf(resend.subscriptionId) } : {}),
    })),
  );
}

function resendAccess(strapi: Core.Strapi, admin: Administrator) {
  const access = contentAccess(strapi, admin, RESEND);
  access.assertCanRead('state');
  return access;
}

/**
 * A person who counts or resends a subscription's deliveries must be allowed to read deliveries and this subscription.
 * @throws WorkTrackingError `not_found`
 */
async function assertCountable(strapi: Core.Strapi, admin: Administrator, documentId: string): Promise<void> {
  deliveryAccess(strapi, admin);
  await assertReadable(strapi, admin, 'subscription', documentId);
}
