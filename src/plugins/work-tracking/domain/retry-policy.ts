import { isGone, isSuccess, type Outcome } from './delivery';

/** The waits between attempts. */
export interface RetrySettings {
  /** Attempts in all, the first one included. */
  maxAttempts: number;
  /** The wait after the first failure, in milliseconds. */
  baseMs: number;
  /** Each further wait is this many times as long as the one before. */
  factor: number;
  /** The share by which a wait is made longer or shorter at random: 0.2 is ±20 %. */
  jitter: number;
}

/** The next step after an attempt. */
export type NextStep =
  | { kind: 'delivered' }
  | { kind: 'retry'; at: Date }
  | { kind: 'dead' }
  /** Dead, and the subscription is disabled (specification 7.3). */
  | { kind: 'gone' };

/** How far a receiver can put off a retry (specification 7). */
export const RETRY_AFTER_LIMIT_MS = 6 * 60 * 60 * 1000;

const STATUSES_WITH_RETRY_AFTER = [429, 503];

/**
 * @param attempt number of the attempt that has ended, from 1
 * @param now when it ended
 * @param random from 0 up to 1
 */
export function nextStep(
  settings: RetrySettings,
  attempt: number,
  outcome: Outcome,
  now: Date,
  random: number,
): NextStep {
  if (isSuccess(outcome)) return { kind: 'delivered' };
  if (isGone(outcome)) return { kind: 'gone' };
  if (attempt >= settings.maxAttempts) return { kind: 'dead' };
  const waitMs = Math.max(scheduledWaitMs(settings, attempt, random), askedWaitMs(outcome, now));
  return { kind: 'retry', at: new Date(now.getTime() + waitMs) };
}

function scheduledWaitMs({ baseMs, factor, jitter }: RetrySettings, attempt: number, random: number): number {
  const stretch = 1 + jitter * (2 * random - 1);
  return Math.round(baseMs * factor ** (attempt - 1) * stretch);
}

/** The wait that `Retry-After` asks for, in milliseconds; 0 when the header is missing or can't be read. */
function askedWaitMs(outcome: Outcome, now: Date): number {
  if (outcome.kind !== 'answered' || outcome.retryAfter === null) return 0;
  if (!STATUSES_WITH_RETRY_AFTER.includes(outcome.status)) return 0;
  const value = outcome.retryAfter.trim();
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isNaN(waitMs) ? 0 : Math.min(Math.max(waitMs, 0), RETRY_AFTER_LIMIT_MS);
}
