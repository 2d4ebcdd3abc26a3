import { DAY_MS } from './period';
/** specification 7. */
export const DELIVERY_STATES = ['pending', 'sending', 'delivered', 'dead', 'held', 'cancelled'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The states that a delivery is still going to leave. */
export const OPEN_DELIVERY_STATES = [
  'pending',
  'sending',
  'held',
] as const satisfies readonly DeliveryState[];

/** The states in which a delivery stays. It can then be resent, as a new delivery. */
export const ENDED_DELIVERY_STATES = [
  'dead',
  'delivered',
  'cancelled',
] as const satisfies readonly DeliveryState[];
export type EndedDeliveryState = (typeof ENDED_DELIVERY_STATES)[number];

/**
 * The states that the panel filters by, with the dead ones apart. `dead` are those that nobody has resent, as wherever
 * dead ones are counted; `dead_resent` are the others.
 */
export const DELIVERY_FILTER_STATES = [
  'pending',
  'sending',
  'delivered',
  'dead',
  'dead_resent',
  'held',
  'cancelled',
] as const satisfies readonly (DeliveryState | 'dead_resent')[];
export type DeliveryFilterState = (typeof DELIVERY_FILTER_STATES)[number];

/** The longest text that deliveries can be searched for: longer than any event id and any ref of a ticket. */
export const MAX_SEARCH_LENGTH = 100;

/** The states of a bulk resend: `cancelled` when its subscription is deleted before the end. */
export const RESEND_STATES = ['running', 'done', 'cancelled'] as const;
export type ResendState = (typeof RESEND_STATES)[number];

/** The reasons why an attempt got no answer. */
export const FAILURE_CLASSES = [
  'dns_error',
  'connection_refused',
  'connection_reset',
  'tls_error',
  'timeout',
  'blocked_address',
  'secret_unreadable',
] as const;
export type FailureClass = (typeof FAILURE_CLASSES)[number];

/** The result of an attempt: the receiver answered, or it did not. */
export type Outcome =
  | {
      kind: 'answered';
      /** HTTP status of the answer. */
      status: number;
      /** The value of `Retry-After`, as it came. */
      retryAfter: string | null;
      /** The first 4 KiB of the answer's body. */
      body: string;
    }
  | { kind: 'failed'; failure: FailureClass; message: string };

/** The result that is stored with an attempt. */
export const ATTEMPT_RESULTS = ['delivered', 'http_error', ...FAILURE_CLASSES] as const;
export type AttemptResult = (typeof ATTEMPT_RESULTS)[number];

/** A 2xx status is a success, whatever its body; redirects are not (specification 7). */
export function isSuccess(outcome: Outcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300;
}

export function resultOf(outcome: Outcome): AttemptResult {
  if (outcome.kind === 'failed') return outcome.failure;
  return isSuccess(outcome) ? 'delivered' : 'http_error';
}

/** How long every attempt for a subscription may fail before it is disabled. */
export const FAILING_LIMIT_MS = 5 * DAY_MS;

/** @param failingSince the first failure since the last success; null after a success */
export const hasFailedTooLong = (failingSince: Date | null, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_LIMIT_MS;

const ENDPOINT_GONE = 410;

/** The receiver says that it will never take a delivery again. */
export function isGone(outcome: Outcome): boolean {
  return outcome.kind === 'answered' && outcome.status === ENDPOINT_GONE;
}
