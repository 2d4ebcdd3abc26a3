import type { Core } from '@strapi/types';
import { z } from '@strapi/utils';
import { ENDED_DELIVERY_STATES } from '../../../domain/delivery';
import { lockedRow } from '../content-types/locked-row';
import { ownProject } from '../content-types/own-project';
import { ApiError } from '../errors';
import { resendDelivery } from '../events/resend';
import { countResend, orderResend } from '../events/resend-order';
import { isoTime } from '../iso-time';
import { deliveryRecord } from '../records/delivery';
import { resendRecord } from '../records/resend';
import type { Subscription } from '../records/subscription';
import { transact } from '../transaction';
import { SUBSCRIPTION } from '../uids';
import { findDelivery } from './deliveries';
import { parseRequest } from './request';

/**
 * Has a delivery that has ended sent again, by whatever process serves.
 * @returns the new delivery
 * @throws ApiError `not_found`; RuleViolation `delivery_in_progress`, `subscription_deleted`
 */
export async function resendOne(strapi: Core.Strapi, documentId: string) {
  const delivery = await transact(strapi, async () => {
    const current = await findDelivery(strapi, documentId);
    return resendDelivery(strapi, current.project, current);
  });
  return { delivery: deliveryRecord(delivery) };
}

const orderRequest = z
  .strictObject({
    subscription: z.string().min(1, 'is empty'),
    state: z.enum(ENDED_DELIVERY_STATES, `is one of ${ENDED_DELIVERY_STATES.join(', ')}`).default('dead'),
    since: isoTime.optional(),
    until: isoTime.optional(),
  })
  .transform(({ subscription: subscriptionId, ...selection }) => ({ subscriptionId, ...selection }));

/**
 * How many deliveries the same order would send again; nothing is written.
 * @throws WrongUsage; ApiError `not_found` for an unknown subscription
 */
export async function countOrder(strapi: Core.Strapi, input: unknown) {
  const request = parseRequest(orderRequest, input);
  const { subscriptionId: documentId } = request;
  const subscriptions = await strapi.db.query(SUBSCRIPTION).count({ where: { documentId } });
  if (subscriptions === 0) refuseUnknown(documentId);
  return { count: await countResend(strapi, request) };
}

/**
 * Orders that all of a subscription's deliveries that match are sent again; a process that serves carries it out.
 * @throws WrongUsage; ApiError `not_found` for an unknown subscription
 */
export async function orderMany(strapi: Core.Strapi, input: unknown) {
  const request = parseRequest(orderRequest, input);
  const { subscriptionId: documentId } = request;
  const order = await transact(strapi, async () => {
    const subscription = await lockedRow<Subscription>(strapi, SUBSCRIPTION, { documentId });
    return subscription === null
      ? refuseUnknown(documentId)
      : orderResend(strapi, ownProject(subscription), request);
  });
  return { resend: resendRecord(order) };
}

function refuseUnknown(id: string): never {
  throw new ApiError('not_found', { message: `There is no subscription ${id}.` });
}
