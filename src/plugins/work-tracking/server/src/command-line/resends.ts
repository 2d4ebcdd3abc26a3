import type { Core } from '@strapi/types';
import { ENDED_DELIVERY_STATES } from '../../../domain/delivery';
import { WorkTrackingError } from '../../../domain/errors';
import { transact } from '../database/transact';
import { resendDelivery, countBulkResend, createBulkResend } from '../events/resends';
import { z } from '../host/strapi-utils';
import { deliveryRecord, type Delivery } from '../records/delivery';
import { resendRecord } from '../records/resend';
import type { Subscription } from '../records/subscription';
import { isoTime } from '../records/times';
import { DELIVERY, SUBSCRIPTION } from '../uids';
import { lockRecord, ownProject } from '../write/rows';
import { parseRequest } from './request';

/**
 * Resends a delivery that has ended. A serving process sends it.
 * @returns the new delivery
 * @throws WorkTrackingError `not_found`, `delivery_in_progress`, `subscription_deleted`
 */
export async function resendOne(strapi: Core.Strapi, documentId: string) {
  const delivery = await transact(strapi, async () => {
    const current: (Delivery & { project: { id: number } | null }) | null = await strapi.db
      .query(DELIVERY)
      .findOne({ where: { documentId }, populate: { project: true } });
    return current === null
      ? refuseUnknown('delivery', documentId)
      : resendDelivery(strapi, current.project, current);
  });
  return { delivery: deliveryRecord(delivery) };
}

const resendRequest = z
  .strictObject({
    subscription: z.string().min(1, 'is empty'),
    state: z.enum(ENDED_DELIVERY_STATES, `is one of ${ENDED_DELIVERY_STATES.join(', ')}`).default('dead'),
    since: isoTime.optional(),
    until: isoTime.optional(),
  })
  .transform(({ subscription: subscriptionId, ...selection }) => ({ subscriptionId, ...selection }));

/**
 * How many deliveries such a bulk resend would cover. Nothing is written.
 * @throws WorkTrackingError `wrong_usage`, `not_found` for an unknown subscription
 */
export async function previewBulkResend(strapi: Core.Strapi, input: unknown) {
  const request = parseRequest(resendRequest, input);
  const { subscriptionId: documentId } = request;
  const subscriptions = await strapi.db.query(SUBSCRIPTION).count({ where: { documentId } });
  if (subscriptions === 0) refuseUnknown('subscription', documentId);
  return { count: await countBulkResend(strapi, request) };
}

/**
 * Creates a bulk resend of all of a subscription's deliveries that match. A serving process carries it out.
 * @throws WorkTrackingError `wrong_usage`, `not_found` for an unknown subscription
 */
export async function startBulkResend(strapi: Core.Strapi, input: unknown) {
  const request = parseRequest(resendRequest, input);
  const { subscriptionId: documentId } = request;
  const resend = await transact(strapi, async () => {
    const subscription = await lockRecord<Subscription>(strapi, SUBSCRIPTION, { documentId });
    return subscription === null
      ? refuseUnknown('subscription', documentId)
      : createBulkResend(strapi, ownProject(subscription), request);
  });
  return { resend: resendRecord(resend) };
}

function refuseUnknown(what: string, id: string): never {
  throw new WorkTrackingError('not_found', { message: `There is no ${what} ${id}.` });
}
