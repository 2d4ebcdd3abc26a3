import type { ContentReference } from './content';

/** The event types that a subscription can list (specification 6). */
export const EVENT_TYPES = ['ticket.created', 'ticket.updated', 'decision.resolved', 'audit.event'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The type of a test event. It is sent to the one subscription that is tested; no subscription can list it. */
export const PING = 'ping';

/** Every event type that a delivery can have. */
export const SENT_EVENT_TYPES = [...EVENT_TYPES, PING] as const;
export type SentEventType = (typeof SENT_EVENT_TYPES)[number];

/** The actions that an audit entry can record (specification 6). */
export const AUDIT_ACTIONS = [
  'ticket.created',
  'ticket.updated',
  'ticket.deleted',
  'decision.created',
  'decision.updated',
  'decision.resolved',
  'decision.deleted',
  'comment.created',
  'comment.updated',
  'comment.deleted',
  'subscription.created',
  'subscription.updated',
  'subscription.deleted',
  'subscription.disabled',
  'token.issued',
  'token.revoked',
  'project.updated',
  'sign_off.skipped',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const ACTOR_TYPES = ['api_token', 'user', 'admin', 'system'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

/** The one who made a change. */
export interface Actor {
  type: ActorType;
  id: string;
  name: string;
}

/** `entry`: one of a content type of the application, named by the change's `content`. */
export const TARGET_TYPES = ['ticket', 'decision', 'subscription', 'token', 'project', 'entry'] as const;
export type TargetType = (typeof TARGET_TYPES)[number];

/** The targets that are always of the same content type. */
export type RecordTargetType = Exclude<TargetType, 'entry'>;

/** The record that was changed; `id` is the public one. */
export interface Target {
  type: TargetType;
  id: string;
}

/** The details of a skipped sign-off (additions to the specification, section 6). */
export interface SkippedSignOff {
  /** The entry that was published, in its locale. */
  content: ContentReference;
  /** The text that the person has typed. */
  reason: string;
}

/** `{field: {from, to}}`, only fields that changed (specification 6). */
export type Changes = Record<string, { from: unknown; to: unknown }>;

/** The body of a delivery (specification 6). Serialised once, in the transaction of the change. */
export interface EventBody {
  event: SentEventType;
  /** UUIDv7, the same in every attempt and for every subscription. */
  id: string;
  /** ISO 8601, UTC, milliseconds. */
  ts: string;
  /** Public id of the project. */
  tenant_id: string;
  data: Record<string, unknown>;
}
