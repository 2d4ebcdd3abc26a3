import type { Core } from '@strapi/types';
import { z } from '@strapi/utils';
import { DECISION_STATUSES } from '../../../domain/decision';
import {
  ATTEMPT_RESULTS,
  DELIVERY_STATES,
  ENDED_DELIVERY_STATES,
  RESEND_STATES,
} from '../../../domain/delivery';
import { EVENT_TYPES, SENT_EVENT_TYPES } from '../../../domain/events';
import { TICKET_STATUS_CATEGORIES } from '../../../domain/ticket';
import { ticketPriorities, ticketStatuses } from '../content-types/ticket/moves';
import { madeOnce } from '../made-once';
import { DECISION, TICKET } from '../uids';
import { anyEvent, eventShapes } from './event-shapes';
import { id, jsonObject, projectFields, timestamp, timestampOrNull, uuid } from './field-shapes';
import { teamShapes } from './team-formats';

/** A ticket as this application's content type has it. */
const ticketShape = (strapi: Core.Strapi) =>
  z.object({
    ...teamShapes(strapi, TICKET),
    id,
    ...projectFields,
    title: z.string(),
    status: z.enum(ticketStatuses(strapi)),
    priority: z.enum(ticketPriorities(strapi)),
    type: z.string().nullable(),
    effort: z.string().nullable(),
    body: z.string().nullable(),
    frontmatter: jsonObject,
    version: z.int().min(1),
    synced_at: timestamp,
    created_at: timestamp,
    updated_at: timestamp,
  });

const option = z.looseObject({ id: z.string(), title: z.string() });

const resolution = z.object({
  verdict: z.string(),
  note: z.string(),
  resolved_at: timestamp,
  option_id: z.string().optional(),
});

/** A decision as this application's content type has it. */
const decisionShape = (strapi: Core.Strapi) =>
  z.object({
    ...teamShapes(strapi, DECISION),
    id,
    ...projectFields,
    slug: z.string(),
    doc_type: z.literal('decision'),
    title: z.string(),
    body_markdown: z.string(),
    frontmatter: z.looseObject({
      status: z.enum(DECISION_STATUSES),
      resolution: resolution.optional(),
      options: z.array(option).optional(),
    }),
    version: z.int().min(1),
    created_at: timestamp,
    updated_at: timestamp,
  });

export type TicketShape = ReturnType<typeof ticketShape>;
export type DecisionShape = ReturnType<typeof decisionShape>;

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
  .meta({ id: 'Attempt', description: 'One try to send a delivery.' });

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
  created_at: timestamp,
  updated_at: timestamp,
};

const delivery = z
  .object(deliveryFields)
  .meta({ id: 'Delivery', description: 'What becomes of one event at one subscription.' });

const resend = z
  .object({
    id: uuid,
    subscription_id: id,
    state: z.enum(ENDED_DELIVERY_STATES).meta({ description: 'Of the deliveries that it covers.' }),
    since: timestampOrNull,
    until: timestamp,
    count: z.int().min(0).meta({ description: 'How many it covered when it was made.' }),
    enqueued: z.int().min(0).meta({ description: 'How many it has written so far.' }),
    status: z.enum(RESEND_STATES),
    created_at: timestamp,
  })
  .meta({ id: 'Resend', description: "An order to send a subscription's deliveries again." });

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
    body_bytes: z.int().meta({ description: 'The largest body of a request.' }),
  })
  .meta({ id: 'Limits', description: 'What a caller is held to, on each instance.' });

const category = z.enum(TICKET_STATUS_CATEGORIES);

function workflowFields(strapi: Core.Strapi) {
  const status = z.enum(ticketStatuses(strapi));
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
 * What v1 answers with, as schemas; made from the live content types, so once they are loaded.
 * Published open: a record may have more fields in a later release.
 */
function createShapes(strapi: Core.Strapi) {
  const ticket = ticketShape(strapi).meta({
    id: 'Ticket',
    description: "A unit of work in a project's queue.",
  });
  const decision = decisionShape(strapi).meta({
    id: 'Decision',
    description: 'A recorded choice for a project.',
  });
  const events = eventShapes(ticket, decision);
  return {
    ticket,
    decision,
    subscription,
    delivery,
    fullDelivery: z
      .object({ ...deliveryFields, body: anyEvent(events), attempt_log: z.array(attempt) })
      .meta({ id: 'FullDelivery', description: 'A delivery with what was sent and what came of it.' }),
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

export type Shapes = ReturnType<typeof createShapes>;

/** The shapes of an application. */
export const shapesOf = madeOnce(createShapes);
