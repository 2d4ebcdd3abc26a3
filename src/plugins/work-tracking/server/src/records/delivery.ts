import type { Core } from '@strapi/types';
import type { AttemptResult, DeliveryFilterState, DeliveryState } from '../../../domain/delivery';
import { WorkTrackingError } from '../../../domain/errors';
import type { SentEventType } from '../../../domain/events';
import { ATTEMPT, EVENT } from '../uids';
import { timestamp, timestampOrNull } from './times';

/** An event as it is stored, once for all of its deliveries. */
export interface StoredEvent {
  id: number;
  documentId: string;
  type: SentEventType;
  /** Public id of the record that it is about. */
  targetId: string;
  /** The number of its change in the project; null for a test event. */
  seq: number | null;
  /** The bytes that are signed and sent. */
  body: string;
  /** The time of the change. */
  createdAt: string;
}

/** A delivery as it is stored. */
export interface Delivery {
  id: number;
  documentId: string;
  subscriptionId: string;
  /** Public id of its event. */
  eventId: string;
  eventType: SentEventType;
  /** Public id of the record that the event is about. */
  targetId: string;
  state: DeliveryState;
  attempts: number;
  /** When it may be claimed; while it is being sent, the end of the lease. */
  dueAt: string | null;
  endedAt: string | null;
  /** Public id of the delivery that this one repeats, which may be deleted by now. */
  resentFrom: string | null;
  /** When it was last resent, as a new delivery; null when it never was. */
  resentAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** An attempt as it is stored. */
export interface StoredAttempt {
  number: number;
  startedAt: string;
  durationMs: number;
  result: AttemptResult;
  statusCode: number | null;
  message: string | null;
  responseBody: string | null;
  nextAttemptAt: string | null;
}

/** A delivery in a list. */
export type DeliverySummary = Omit<Delivery, 'targetId'>;

/** The attributes that a list reads. */
export const DELIVERY_SUMMARY: (keyof DeliverySummary)[] = [
  'id',
  'documentId',
  'subscriptionId',
  'eventId',
  'eventType',
  'state',
  'attempts',
  'dueAt',
  'endedAt',
  'resentFrom',
  'resentAt',
  'createdAt',
  'updatedAt',
];

/**
 * The filter of a list by state. A dead delivery that was resent counts as dead no longer: the new one does if it dies
 * (specification 7.7).
 */
export function stateFilter(state: DeliveryFilterState | undefined): Record<string, unknown> {
  if (state === undefined) return {};
  if (state === 'dead_resent') return { state: 'dead', resentAt: { $notNull: true } };
  return state === 'dead' ? { state, resentAt: { $null: true } } : { state };
}

/**
 * The filter of a list by project, and by one of the project's subscriptions. The project of a subscription never
 * changes, so its own index has the list in order. With both as equalities a planner without statistics may go through
 * all of the project's deliveries instead; a range over the project leaves it no such choice.
 */
export const ownerFilter = (projectId: number, subscriptionId?: string): Record<string, unknown> =>
  subscriptionId === undefined
    ? { project_id: projectId }
    : { subscriptionId, project_id: { $between: [projectId, projectId] } };

export function deliveryRecord(delivery: DeliverySummary) {
  return {
    id: delivery.documentId,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    subscription_id: delivery.subscriptionId,
    state: delivery.state,
    attempts: delivery.attempts,
    next_attempt_at: delivery.state === 'pending' ? timestampOrNull(delivery.dueAt) : null,
    ended_at: timestampOrNull(delivery.endedAt),
    resent_from: delivery.resentFrom,
    resent_at: timestampOrNull(delivery.resentAt),
    created_at: timestamp(delivery.createdAt),
    updated_at: timestamp(delivery.updatedAt),
  };
}

/** A delivery with its body and its attempts, first to last. */
export async function fullDeliveryRecord(strapi: Core.Strapi, delivery: Delivery) {
  const attempts: StoredAttempt[] = await strapi.db
    .query(ATTEMPT)
    .findMany({ where: { delivery: { id: delivery.id } }, orderBy: { number: 'asc' } });
  const event: StoredEvent | null = await strapi.db
    .query(EVENT)
    .findOne({ where: { documentId: delivery.eventId } });
  // Retention may have deleted both since the delivery was read.
  if (!event) throw new WorkTrackingError('not_found');
  return {
    ...deliveryRecord(delivery),
    body: JSON.parse(event.body) as unknown,
    attempt_log: attempts.map(attemptRecord),
  };
}

const attemptRecord = (attempt: StoredAttempt) => ({
  number: attempt.number,
  started_at: timestamp(attempt.startedAt),
  duration_ms: attempt.durationMs,
  result: attempt.result,
  status: attempt.statusCode,
  message: attempt.message,
  response_body: attempt.responseBody,
  next_attempt_at: timestampOrNull(attempt.nextAttemptAt),
});
