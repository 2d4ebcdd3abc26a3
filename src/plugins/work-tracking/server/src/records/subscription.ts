import type { EventType } from '../../../domain/events';
import type { Project } from './project';
import { timestamp } from './times';

/** A webhook subscription as it is stored. */
export interface Subscription {
  id: number;
  documentId: string;
  url: string;
  eventTypes: EventType[];
  /** Encrypted. */
  secret: string;
  /** The one before, encrypted, while deliveries are signed with it too; else null. */
  previousSecret: string | null;
  /** The time when signing with the previous secret ends. */
  previousSecretUntil: string | null;
  active: boolean;
  /** The reason why the service disabled it; null when it did not. */
  disabledReason: string | null;
  /** The first failed attempt since the last success; null after a success. */
  failingSince: string | null;
  /** It is active again, and not all of its held deliveries go on yet. */
  resuming: boolean;
  createdAt: string;
  updatedAt: string;
}

/**
 * The service puts its reason for disabling a subscription under this symbol. No request can: JSON has no symbols.
 */
export const GIVEN_UP = Symbol.for('work-tracking.given-up');

export interface GivenUp {
  /** The reason, as the panel shows it. */
  [GIVEN_UP]?: string;
}

/** The attributes that a list reads. */
export const SUBSCRIPTION_FIELDS = [
  'id',
  'documentId',
  'url',
  'eventTypes',
  'active',
  'createdAt',
  'updatedAt',
] satisfies (keyof Subscription)[];

export type ListedSubscription = Pick<Subscription, (typeof SUBSCRIPTION_FIELDS)[number]>;

/** A subscription as v1 shows it (specification 2.3), never with its secret. */
export function subscriptionRecord(subscription: ListedSubscription, project: Project) {
  return {
    id: subscription.documentId,
    tenant_id: project.documentId,
    url: subscription.url,
    event_types: subscription.eventTypes,
    active: subscription.active,
    created_at: timestamp(subscription.createdAt),
    updated_at: timestamp(subscription.updatedAt),
  };
}
