import type { Core } from '@strapi/types';
import { v7 as uuidv7 } from 'uuid';
import { resultOf, type Outcome } from '../../../domain/delivery';
import { nextStep, type NextStep, type RetrySettings } from '../../../domain/retry-policy';
import { databaseNow } from '../database-clock';
import { lockedSubscription } from '../events/locked-subscription';
import { transact } from '../transaction';
import { tableOf } from '../table';
import { ATTEMPT, DELIVERY } from '../uids';
import type { ClaimedDelivery } from './claim';
import { noteOutcome, type Endpoint } from './failing-endpoints';

/** What an attempt came to, and when. */
export interface Attempt {
  outcome: Outcome;
  startedAt: Date;
  durationMs: number;
}

/**
 * Writes the outcome and what comes next, if this process still holds the delivery.
 * @returns what comes next; undefined when the lease was lost, and with it the right to say anything
 */
export async function recordAttempt(
  strapi: Core.Strapi,
  settings: RetrySettings,
  delivery: ClaimedDelivery,
  endpoint: Endpoint,
  attempt: Attempt,
): Promise<NextStep | undefined> {
  const number = delivery.attempts + 1;
  const now = databaseNow();
  const step = nextStep(settings, number, attempt.outcome, now, Math.random());
  return transact(strapi, async () => {
    await noteOutcome(strapi, endpoint, step, now);
    const isHeld = await settle(strapi, delivery, { ...columnsAfter(step, now), attempts: number });
    if (!isHeld) return undefined;
    await insertAttempt(strapi, delivery, number, attempt, step);
    return step;
  });
}

/** Gives a delivery back unsent: due at once, for whoever is there. */
export const releaseDelivery = (strapi: Core.Strapi, delivery: ClaimedDelivery): Promise<boolean> =>
  settle(strapi, delivery, { state: 'pending', due_at: databaseNow(), lease_token: null });

/**
 * For a delivery whose subscription can't be sent to: gone, or inactive. Judged under a lock on the subscription, so
 * that one which is made active at this moment does not leave the delivery behind as held.
 */
export async function parkDelivery(strapi: Core.Strapi, delivery: ClaimedDelivery): Promise<void> {
  await transact(strapi, async () => {
    const subscription = await lockedSubscription(strapi, delivery.subscription_id);
    const now = databaseNow();
    if (!subscription) {
      await settle(strapi, delivery, { state: 'cancelled', due_at: null, ended_at: now, lease_token: null });
    } else {
      await settle(strapi, delivery, {
        ...(subscription.active ? { state: 'pending', due_at: now } : { state: 'held', due_at: null }),
        lease_token: null,
      });
    }
  });
}

function columnsAfter(step: NextStep, now: Date): Record<string, unknown> {
  switch (step.kind) {
    case 'delivered':
      return { state: 'delivered', due_at: null, ended_at: now, lease_token: null };
    case 'retry':
      return { state: 'pending', due_at: step.at, lease_token: null };
    case 'dead':
    case 'gone':
      return { state: 'dead', due_at: null, ended_at: now, lease_token: null };
  }
}

/** @returns false when the lease was lost */
async function settle(
  strapi: Core.Strapi,
  delivery: ClaimedDelivery,
  columns: Record<string, unknown>,
): Promise<boolean> {
  return strapi.db.transaction(async ({ trx }) => {
    const updated = await tableOf(strapi, DELIVERY)
      .where({ id: delivery.id, state: 'sending', lease_token: delivery.lease_token })
      .update({ ...columns, updated_at: databaseNow() })
      .transacting(trx);
    return updated === 1;
  });
}

async function insertAttempt(
  strapi: Core.Strapi,
  delivery: ClaimedDelivery,
  number: number,
  { outcome, startedAt, durationMs }: Attempt,
  step: NextStep,
): Promise<void> {
  const now = databaseNow();
  const answered = outcome.kind === 'answered';
  await strapi.db.transaction(async ({ trx }) => {
    await tableOf(strapi, ATTEMPT)
      .insert({
        document_id: uuidv7(),
        delivery_id: delivery.id,
        number,
        started_at: startedAt,
        duration_ms: Math.round(durationMs),
        result: resultOf(outcome),
        status_code: answered ? outcome.status : null,
        message: answered ? null : outcome.message,
        response_body: answered ? outcome.body : null,
        next_attempt_at: step.kind === 'retry' ? step.at : null,
        created_at: now,
        updated_at: now,
        published_at: now,
      })
      .transacting(trx);
  });
}
