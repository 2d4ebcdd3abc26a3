import type { Core } from '@strapi/types';
import { COMMENTED_TYPES } from '../../../../domain/comment';
import {
  ATTEMPT_RESULTS,
  DELIVERY_STATES,
  ENDED_DELIVERY_STATES,
  RESEND_STATES,
} from '../../../../domain/delivery';
import { EVENT_TYPES, SENT_EVENT_TYPES } from '../../../../domain/events';
import { TICKET_STATUS_CATEGORIES } from '../../../../domain/ticket';
import { storedStatuses } from '../../content-types/ticket/moves';
import { memoizePerInstance } from '../../database/memoize-per-instance';
import { z } from '../../host/strapi-utils';
import { changeSchema } from './changes';
import { actor, anyEvent, eventSchemas } from './events';
import { id, projectFields, timestamp, timestampOrNull, uuid } from './fields';
import { decisionSchema, person, ticketSchema } from './records';

const subscription = z
  .object({
    id,
    tenant_id: id,
    url: z.string(),
    event_types: z.array(z.enum(EVENT_TYPES)),
    active: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Subscription', description: 'A webhook subscription, never with its secret.' });

const comment = z
  .object({
    id,
    target: z.object({ type: z.enum(COMMENTED_TYPES), id }),
    body: z.string().meta({ description: 'Markdown.' }),
    author: actor,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Comment', description: 'What somebody has said about a ticket or a decision.' });

const attempt = z
  .object({
    number: z.int().min(1),
    started_at: timestamp,
    duration_ms: z.int().min(0),
    result: z.enum(ATTEMPT_RESULTS),
    status: z.int().nullable().meta({ description: 'HTTP status of the answer; null when there was none.' }),
    message: z.string().nullable(),
    response_body: z.string().nullable().meta({ description: 'The first 4 KiB.' }),
    next_attempt_at: timestampOrNull,
  })
  .meta({ id: 'Attempt', description: 'One attempt to send a delivery.' });

const deliveryFields = {
  id: uuid,
  event_id: uuid,
  event_type: z.enum(SENT_EVENT_TYPES),
  subscription_id: id,
  state: z.enum(DELIVERY_STATES),
  attempts: z.int().min(0),
  next_attempt_at: timestampOrNull,
  ended_at: timestampOrNull,
  resent_from: uuid.nullable().meta({ description: 'The delivery that this one repeats.' }),
  resent_at: timestampOrNull,
  created_at: timestamp,
  updated_at: timestamp,
};

const delivery = z
  .object(deliveryFields)
  .meta({ id: 'Delivery', description: 'One event for one subscription, and its state.' });

const resend = z
  .object({
    id: uuid,
    subscription_id: id,
    state: z
      .enum(ENDED_DELIVERY_STATES)
      .meta({ description: 'The state of the deliveries that are resent.' }),
    since: timestampOrNull,
    until: timestamp,
    count: z.int().min(0).meta({ description: 'How many deliveries matched when it was created.' }),
    enqueued: z.int().min(0).meta({ description: 'How many new deliveries it has written so far.' }),
    status: z.enum(RESEND_STATES),
    created_at: timestamp,
  })
  .meta({ id: 'Resend', description: "A bulk resend of a subscription's deliveries." });

const project = z
  .object({ tenant_id: id, ...projectFields, name: z.string() })
  .meta({ id: 'Project', description: 'The project that the caller belongs to.' });

const caller = z
  .object({
    type: z.enum(['api_token', 'user']),
    name: z.string(),
    scopes: z.array(z.string()).meta({ description: 'The actions of the routes that it may call.' }),
    expires_at: timestampOrNull,
  })
  .meta({ id: 'Caller', description: 'The token, or the user, that a request was made with.' });

const perMinute = z.int().min(1).nullable().meta({ description: 'Requests; null for no limit.' });

const limits = z
  .object({
    reads_per_minute: perMinute,
    writes_per_minute: perMinute,
    page_size: z.int().meta({ description: 'The largest page of a list.' }),
    page_bytes: z.int().meta({ description: 'The largest page in bytes; one of more ends early.' }),
    body_bytes: z.int().meta({ description: 'The largest body of a request.' }),
    record_bytes: z.int().meta({ description: 'The largest record, in bytes of its JSON.' }),
    subscriptions: z.int().meta({ description: 'The most webhook subscriptions that a project may have.' }),
    labels: z.int().meta({ description: 'Of a ticket.' }),
    content: z.int().meta({ description: 'Entries that a ticket or a decision can be about.' }),
    comment_length: z.int().meta({ description: 'Characters of a comment.' }),
    wait_seconds: z.int().meta({ description: 'The longest time that a request waits for changes.' }),
    waiting_requests: z
      .int()
      .meta({ description: 'How many requests of the caller may wait at a time; further ones do not.' }),
    idempotency_key_length: z.int().meta({ description: 'The most characters of an Idempotency-Key.' }),
    idempotency_retention_hours: z.int().meta({ description: 'How long the answer to a key is kept.' }),
  })
  .meta({ id: 'Limits', description: 'The limits of a caller, on each instance.' });

const category = z.enum(TICKET_STATUS_CATEGORIES);

function workflowFields(strapi: Core.Strapi) {
  const status = z.enum(storedStatuses(strapi));
  return {
    initial_status: status,
    statuses: z.array(z.object({ name: status, category })),
    categories: z.array(category),
    moves: z
      .record(z.string(), z.array(status))
      .meta({ description: 'From each status, those that a ticket may move to.' }),
  };
}

/**
 * The schemas of everything that v1 answers. They are made from the application's content types, so call this after
 * these are loaded.
 */
function createResponseSchemas(strapi: Core.Strapi) {
  const ticket = ticketSchema(strapi).meta({
    id: 'Ticket',
    description: "A unit of work in a project's queue.",
  });
  const decision = decisionSchema(strapi).meta({
    id: 'Decision',
    description: 'A recorded choice for a project.',
  });
  const events = eventSchemas(ticket, decision);
  return {
    ticket,
    decision,
    comment,
    person,
    subscription,
    change: changeSchema(ticket, decision),
    delivery,
    fullDelivery: z
      .object({ ...deliveryFields, body: anyEvent(events), attempt_log: z.array(attempt) })
      .meta({ id: 'FullDelivery', description: 'A delivery with its body and its attempts.' }),
    resend,
    project,
    caller,
    limits,
    workflow: workflowFields(strapi),
    events,
    ok: z.literal(true),
    page: {
      next_cursor: z
        .string()
        .nullable()
        .meta({ description: 'The cursor of the next page; null on the last.' }),
      has_more: z.boolean(),
    },
  };
}

export type ResponseSchemas = ReturnType<typeof createResponseSchemas>;

/** The response schemas of an application. */
export const responseSchemas = memoizePerInstance(createResponseSchemas);
