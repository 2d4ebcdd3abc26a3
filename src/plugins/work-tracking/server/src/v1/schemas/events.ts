import { z } from '@strapi/utils';
import camelCase from 'lodash/camelCase';
import upperFirst from 'lodash/upperFirst';
import {
  ACTOR_TYPES,
  AUDIT_ACTIONS,
  PING,
  SENT_EVENT_TYPES,
  TARGET_TYPES,
  type SentEventType,
} from '../../../../domain/events';
import { id, projectFields, timestamp, uuid } from './fields';
import type { DecisionSchema, TicketSchema } from './records';

/** When each event is emitted (specification 6.1), for the OpenAPI document and /webhooks/event-types. */
export const EVENT_DESCRIPTIONS: Readonly<Record<SentEventType, string>> = {
  'ticket.created': 'A ticket was created.',
  'ticket.updated': 'A ticket changed; `changes` names each field that did.',
  'decision.resolved': 'A decision was resolved.',
  'audit.event': 'Something was changed in the project: by the API, the panel or code.',
  [PING]: 'A test event that somebody asked for; sent whatever types the subscription lists.',
};

const audit = z
  .object({
    id: uuid,
    ...projectFields,
    action: z.enum(AUDIT_ACTIONS),
    actor: z.object({ type: z.enum(ACTOR_TYPES), id: z.string(), name: z.string() }),
    target: z.object({ type: z.enum(TARGET_TYPES), id: z.string() }),
    at: timestamp,
  })
  .meta({ id: 'AuditEntry', description: 'Who changed what.' });

const changes = z
  .record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }))
  .meta({ description: 'Each field that changed, by its name.' });

const changedTicket = (ticket: TicketSchema) =>
  z
    .object({ ...ticket.shape, changes })
    .meta({ id: 'ChangedTicket', description: 'The ticket as it is now, and what changed.' });

const ping = z
  .object({ id, ...projectFields, message: z.string() })
  .meta({ id: 'Ping', description: 'The subscription that is tested.' });

/** The body of an event (specification 6.1). */
const eventSchema = (event: SentEventType, data: z.ZodType) =>
  z
    .object({ event: z.literal(event), id: uuid, ts: timestamp, tenant_id: id, data })
    .meta({ id: eventName(event), description: EVENT_DESCRIPTIONS[event] });

/** `ticket.created` → `TicketCreatedEvent`; `audit.event` → `AuditEvent`. */
const eventName = (event: SentEventType): string =>
  `${upperFirst(camelCase(event)).replace(/Event$/, '')}Event`;

type EventSchema = ReturnType<typeof eventSchema>;

export function eventSchemas(
  ticket: TicketSchema,
  decision: DecisionSchema,
): Readonly<Record<SentEventType, EventSchema>> {
  return {
    'ticket.created': eventSchema('ticket.created', ticket),
    'ticket.updated': eventSchema('ticket.updated', changedTicket(ticket)),
    'decision.resolved': eventSchema('decision.resolved', decision),
    'audit.event': eventSchema('audit.event', audit),
    [PING]: eventSchema(PING, ping),
  };
}

/** The body of any event. */
export function anyEvent(events: Readonly<Record<SentEventType, EventSchema>>) {
  const [first, ...others] = SENT_EVENT_TYPES.map((type) => events[type]) as [EventSchema, ...EventSchema[]];
  return z
    .discriminatedUnion('event', [first, ...others])
    .meta({ id: 'Event', description: 'The body of a delivery.' });
}
