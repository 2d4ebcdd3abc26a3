import { z } from '@strapi/utils';
import { DELIVERY_STATES, ENDED_DELIVERY_STATES, type EndedDeliveryState } from '../../../domain/delivery';
import { SENT_EVENT_TYPES } from '../../../domain/events';
import { knownEventType, knownStatus, limit } from './formats';
import type { BodyFormat } from './request';

/** What every database can store and compare. */
const EARLIEST_MS = 0;
const LATEST_MS = Date.UTC(9999, 0);

const time = z.iso
  .datetime({ offset: true, message: 'must be an ISO 8601 time such as 2026-02-20T09:40:44Z' })
  .transform((text) => new Date(text))
  .refine(
    (date) => date.getTime() >= EARLIEST_MS && date.getTime() < LATEST_MS,
    'must be a time between the years 1970 and 9998',
  );

export const deliveryListQuery = () =>
  z.strictObject({
    state: knownStatus(DELIVERY_STATES).optional(),
    subscription_id: z.string().optional(),
    event_type: knownEventType(SENT_EVENT_TYPES).optional(),
    cursor: z.string().optional(),
    limit,
  });

export const resendOrder = () =>
  ({
    schema: z.strictObject({
      state: knownStatus(ENDED_DELIVERY_STATES)
        .transform((state) => state as EndedDeliveryState)
        .default('dead'),
      since: time.optional(),
      until: time.optional(),
      dry_run: z.boolean().default(false),
    }),
  }) satisfies BodyFormat<unknown>;
