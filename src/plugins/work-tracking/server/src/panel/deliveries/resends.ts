import type { Core } from '@strapi/types';
import { ownProject } from '../../content-types/own-project';
import { lockedRow } from '../../content-types/locked-row';
import { resendDelivery } from '../../events/resend';
import { countResend, orderResend, type ResendRequest } from '../../events/resend-order';
import type { Resend } from '../../records/resend';
import type { Subscription } from '../../records/subscription';
import { transact } from '../../transaction';
import { RESEND, SUBSCRIPTION } from '../../uids';
import { contentAccess } from '../content-access';
import { assertReadable, gone } from '../readable';
import type { Administrator } from '../route';
import { readableDelivery } from './detail';
import { endpointsOf } from './endpoints';
import { deliveryAccess } from './filters';

const ORDER_FIELDS = [
  'documentId',
  'state',
  'deliveryState',
  'since',
  'until',
  'count',
  'enqueued',
  'createdAt',
];

/** Orders that are shown, newest first. */
const RECENT_ORDERS = 20;

/**
 * Sends a delivery that has ended again.
 * @returns the new one's public id
 * @throws RuleViolation `delivery_in_progress`, `subscription_deleted`
 */
export const resendOne = (strapi: Core.Strapi, admin: Administrator, documentId: string) =>
  transact(strapi, async () => {
    const delivery = await readableDelivery(strapi, admin, documentId);
    const resent = await resendDelivery(strapi, delivery.project, delivery);
    return { documentId: resent.documentId, state: resent.state };
  });

/** How many deliveries an order like this would send again. */
export async function countOrder(strapi: Core.Strapi, admin: Administrator, request: ResendRequest) {
  await assertCountable(strapi, admin, request.subscriptionId);
  return { count: await countResend(strapi, request) };
}

/** Orders that all deliveries of a subscription that match are sent again. */
export async function orderMany(strapi: Core.Strapi, admin: Administrator, request: ResendRequest) {
  const orders = orderAccess(strapi, admin);
  const { subscriptionId: documentId } = request;
  await assertCountable(strapi, admin, documentId);
  const order = await transact(strapi, async () => {
    const subscription = await lockedRow<Subscription>(strapi, SUBSCRIPTION, { documentId });
    if (subscription === null) throw gone('subscription');
    return orderResend(strapi, ownProject(subscription), request);
  });
  return orders.visible(order, ORDER_FIELDS);
}

/** The latest orders, as far as the person may read them, and how far each one is. */
export async function recentOrders(strapi: Core.Strapi, admin: Administrator) {
  const access = orderAccess(strapi, admin);
  const orders: Resend[] = await strapi.db.query(RESEND).findMany({
    ...(await access.query()),
    orderBy: { id: 'desc' },
    limit: RECENT_ORDERS,
  });
  const ids = orders.map(({ subscriptionId }) => subscriptionId);
  const endpointOf = await endpointsOf(strapi, admin, ids);
  return Promise.all(
    orders.map(async (order) => ({
      ...(await access.visible(order, ORDER_FIELDS)),
      ...(access.canRead('subscriptionId') ? { endpoint: endpointOf(order.subscriptionId) } : {}),
    })),
  );
}

function orderAccess(strapi: Core.Strapi, admin: Administrator) {
  const access = contentAccess(strapi, admin, RESEND);
  access.assertCanRead('state');
  return access;
}

/**
 * Whoever counts a subscription's deliveries or sends them again may read deliveries, and this subscription.
 * @throws ApiError `not_found`
 */
async function assertCountable(strapi: Core.Strapi, admin: Administrator, documentId: string): Promise<void> {
  deliveryAccess(strapi, admin);
  await assertReadable(strapi, admin, 'subscription', documentId);
}
