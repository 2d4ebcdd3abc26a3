import type { Core } from '@strapi/types';
import camelCase from 'lodash/camelCase';
import { SENT_EVENT_TYPES, type SentEventType } from '../../../../domain/events';
import { z } from '../../host/strapi-utils';
import { EVENT_DESCRIPTIONS } from '../schemas/events';
import { uuid } from '../schemas/fields';
import { responseSchemas } from '../schemas/responses';
import type { PathsSource } from './conversion';

/** The webhooks of the OpenAPI document: each event as a request that the service makes. */
export function webhooksOf(strapi: Core.Strapi): PathsSource {
  const { events } = responseSchemas(strapi);
  return Object.fromEntries(
    SENT_EVENT_TYPES.map((type) => [
      type,
      {
        post: {
          operationId: camelCase(`on ${type}`),
          summary: EVENT_DESCRIPTIONS[type],
          tags: ['Webhooks'],
          security: [],
          requestParams: { header: headers(type) },
          requestBody: { required: true, content: { 'application/json': { schema: events[type] } } },
          responses: {
            '2XX': { description: 'Received; the delivery has ended.' },
            '410': { description: 'Gone: the delivery ends, and the subscription is disabled.' },
            default: { description: 'Anything else, or nothing in time, is tried again later.' },
          },
        },
      },
    ]),
  );
}

/** Specification 7.1: three headers of the service, and the three of Standard Webhooks. */
const headers = (type: SentEventType) =>
  z.object({
    'X-Service-Event': z.literal(type),
    'X-Service-Sequence': z
      .string()
      .regex(/^\d+$/)
      .optional()
      .meta({ description: "The change's `seq` in `/changes`; a test event has none." }),
    'X-Service-Signature': z
      .string()
      .regex(/^sha256=[0-9a-f]{64}$/)
      .meta({ description: "HMAC-SHA256 of the raw body, keyed with the subscription's secret." }),
    'webhook-id': uuid.meta({ description: "The event's id, the same in every attempt." }),
    'webhook-timestamp': z
      .string()
      .regex(/^\d+$/)
      .meta({ description: 'When this attempt was made, in seconds since 1970.' }),
    'webhook-signature': z
      .string()
      .regex(/^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$/)
      .meta({
        description:
          'As Standard Webhooks defines it; for 24 hours after the secret was replaced, with the signature of the one ' +
          'before after a space.',
      }),
  });
