import { z } from '@strapi/utils';
import { DELIVERY_STATES, ENDED_DELIVERY_STATES, type EndedDeliveryState } from '../../../domain/delivery';
import { SENT_EVENT_TYPES } from '../../../domain/events';
import { isoTime } from '../iso-time';
import { knownEventType, knownStatus, limit } from './formats';
import type { BodyFormat } from './request';

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
      since: isoTime.optional(),
      until: isoTime.optional(),
      dry_run: z.boolean().default(false),
    }),
  }) satisfies BodyFormat<unknown>;
