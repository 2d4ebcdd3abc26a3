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
} from '../../../domain/events';
import { id, projectFields, timestamp, uuid } from './field-shapes';
import type { DecisionShape, TicketShape } from './shapes';

/** When each event is emitted (v1.md 6); the same sentence in the document and at /webhooks/event-types. */
export const EVENT_DESCRIPTIONS: Readonly<Record<SentEventType, string>> = {
  'ticket.created': 'A ticket was created.',
  'ticket.updated': 'A ticket changed; `changes` names each field that did.',
  'decision.resolved': 'A decision was resolved.',
  'audit.event': 'Something was written in the project, through whichever door.',
  [PING]: 'A test that was asked for; sent whatever types the subscription lists.',
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

const changedTicket = (ticket: TicketShape) =>
  z
    .object({ ...ticket.shape, changes })
    .meta({ id: 'ChangedTicket', description: 'The ticket as it is now, and what changed.' });

const ping = z
  .object({ id, ...projectFields, message: z.string() })
  .meta({ id: 'Ping', description: 'The subscription that is tested.' });

/** The body of an event (v1.md 6). */
const eventShape = (event: SentEventType, data: z.ZodType) =>
  z
    .object({ event: z.literal(event), id: uuid, ts: timestamp, tenant_id: id, data })
    .meta({ id: eventName(event), description: EVENT_DESCRIPTIONS[event] });

/** `ticket.created` → `TicketCreatedEvent`; `audit.event` → `AuditEvent`. */
const eventName = (event: SentEventType): string =>
  `${upperFirst(camelCase(event)).replace(/Event$/, '')}Event`;

export type EventShape = ReturnType<typeof eventShape>;

export function eventShapes(
  ticket: TicketShape,
  decision: DecisionShape,
): Readonly<Record<SentEventType, EventShape>> {
  return {
    'ticket.created': eventShape('ticket.created', ticket),
    'ticket.updated': eventShape('ticket.updated', changedTicket(ticket)),
    'decision.resolved': eventShape('decision.resolved', decision),
    'audit.event': eventShape('audit.event', audit),
    [PING]: eventShape(PING, ping),
  };
}

/** Any of the bodies. */
export function anyEvent(events: Readonly<Record<SentEventType, EventShape>>) {
  const [first, ...others] = SENT_EVENT_TYPES.map((type) => events[type]) as [EventShape, ...EventShape[]];
  return z
    .discriminatedUnion('event', [first, ...others])
    .meta({ id: 'Event', description: 'The body of a delivery.' });
}
