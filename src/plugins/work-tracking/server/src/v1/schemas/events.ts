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
import { z, type ZodType } from '../../host/strapi-utils';
import { contentReference } from './content';
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

/** The one who made a change or wrote a comment. */
export const actor = z.object({ type: z.enum(ACTOR_TYPES), id: z.string(), name: z.string() });

/** Further fields of the audit entry and event of a skipped sign-off. */
export const skippedSignOff = {
  content: contentReference.optional().meta({ description: 'Of `sign_off.skipped`: what was published.' }),
  reason: z
    .string()
    .optional()
    .meta({ description: 'Of `sign_off.skipped`: why, as a person has typed it.' }),
};

export const audit = z
  .object({
    id: uuid,
    ...projectFields,
    action: z.enum(AUDIT_ACTIONS),
    actor,
    target: z.object({ type: z.enum(TARGET_TYPES), id: z.string() }),
    at: timestamp,
    ...skippedSignOff,
  })
  .meta({ id: 'AuditEntry', description: 'Who changed what.' });

export const changes = z
  .record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }))
  .meta({ description: 'Each field that changed, by its name.' });

/** Fields that came after the first release: events that were stored before lack them, and may be sent again. */
const ticketInEvent = ({ shape }: TicketSchema) => ({
  ...shape,
  number: shape.number.optional(),
  ref: shape.ref.optional(),
  assignee: shape.assignee.optional(),
  labels: shape.labels.optional(),
  due_at: shape.due_at.optional(),
  content: shape.content.optional(),
});

const newTicket = (ticket: TicketSchema) =>
  z.object(ticketInEvent(ticket)).meta({
    id: 'NewTicket',
    description:
      'The ticket as it was filed. Events from before an upgrade lack the fields that came with it.',
  });

const resolvedDecision = ({ shape }: DecisionSchema) =>
  z.object({ ...shape, content: shape.content.optional() }).meta({
    id: 'ResolvedDecision',
    description:
      'The decision as it was resolved. Events from before an upgrade lack the fields that came with it.',
  });

const changedTicket = (ticket: TicketSchema) =>
  z
    .object({ ...ticketInEvent(ticket), changes })
    .meta({ id: 'ChangedTicket', description: 'The ticket as it is now, and what changed.' });

const ping = z
  .object({ id, ...projectFields, message: z.string() })
  .meta({ id: 'Ping', description: 'The subscription that is tested.' });

/** The body of an event (specification 6.1). */
const eventSchema = (event: SentEventType, data: ZodType) =>
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
    'ticket.created': eventSchema('ticket.created', newTicket(ticket)),
    'ticket.updated': eventSchema('ticket.updated', changedTicket(ticket)),
    'decision.resolved': eventSchema('decision.resolved', resolvedDecision(decision)),
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
