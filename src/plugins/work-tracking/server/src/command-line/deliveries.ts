import type { Core } from '@strapi/types';
import { DELIVERY_STATES } from '../../../domain/delivery';
import { WorkTrackingError } from '../../../domain/errors';
import { SENT_EVENT_TYPES } from '../../../domain/events';
import { z } from '../host/strapi-utils';
import { omitUndefined, pageOf } from '../paging/page';
import {
  DELIVERY_SUMMARY,
  deliveryRecord,
  fullDeliveryRecord,
  ownerFilter,
  stateFilter,
  type Delivery,
} from '../records/delivery';
import { DELIVERY } from '../uids';
import { findProject } from './projects';
import { parseRequest } from './request';

const DEFAULT_LIMIT = 50;
/** More would not fit on any screen. */
const MAX_LIMIT = 1000;
const LIMIT_MESSAGE = `is a whole number from 1 to ${MAX_LIMIT}`;

const listRequest = z.strictObject({
  project: z.string(),
  state: z.enum(DELIVERY_STATES, `is one of ${DELIVERY_STATES.join(', ')}`).optional(),
  subscription: z.string().min(1, 'is empty').optional(),
  'event-type': z.enum(SENT_EVENT_TYPES, `is one of ${SENT_EVENT_TYPES.join(', ')}`).optional(),
  limit: z
    .string()
    .regex(/^\d{1,4}$/, LIMIT_MESSAGE)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= MAX_LIMIT, LIMIT_MESSAGE)
    .default(DEFAULT_LIMIT),
  cursor: z.string().optional(),
});

/**
 * A page of a project's deliveries, newest first, as v1 lists them.
 * @throws WorkTrackingError `wrong_usage`, `not_found` for an unknown project, `invalid_cursor`
 */
export async function listDeliveries(strapi: Core.Strapi, input: unknown) {
  const request = parseRequest(listRequest, input);
  const {
    project: key,
    state,
    subscription: subscriptionId,
    'event-type': eventType,
    cursor,
    limit,
  } = request;
  const project = await findProject(strapi, key);
  const where = {
    ...ownerFilter(project.id, subscriptionId),
    ...stateFilter(state),
    ...omitUndefined({ eventType }),
  };
  const { items, next } = await pageOf(
    strapi,
    DELIVERY,
    { where, select: DELIVERY_SUMMARY, cursor, limit },
    deliveryRecord,
  );
  return { deliveries: items, ...next };
}

/** A delivery as it is stored, and its project; null when that one is deleted. */
type DeliveryOfProject = Delivery & { project: { id: number } | null };

/**
 * The delivery with this public id, of any project.
 * @throws WorkTrackingError `not_found`
 */
export async function findDelivery(strapi: Core.Strapi, documentId: string): Promise<DeliveryOfProject> {
  const delivery: DeliveryOfProject | null = await strapi.db
    .query(DELIVERY)
    .findOne({ where: { documentId }, populate: { project: true } });
  if (delivery === null)
    throw new WorkTrackingError('not_found', { message: `There is no delivery ${documentId}.` });
  return delivery;
}

/**
 * A delivery with what was sent and every attempt, first to last, as v1 shows it.
 * @throws WorkTrackingError `not_found`
 */
export async function showDelivery(strapi: Core.Strapi, documentId: string) {
  const delivery = await findDelivery(strapi, documentId);
  return { delivery: await fullDeliveryRecord(strapi, delivery) };
}
