import type { Core } from '@strapi/types';
import { v7 as uuidv7 } from 'uuid';
import { resultOf, type Outcome } from '../../../domain/delivery';
import { nextStep, type NextStep, type RetrySettings } from '../../../domain/retry-policy';
import { databaseNow } from '../database/clock';
import { lockRow } from '../database/locks';
import { insertRows, tableOf } from '../database/tables';
import { transact } from '../database/transaction';
import type { Subscription } from '../records/subscription';
import { ATTEMPT, DELIVERY, SUBSCRIPTION } from '../uids';
import type { ClaimedDelivery } from './claim';
import { updateSubscription, type ClaimedSubscription } from './failing-subscriptions';

/** An attempt that has ended. */
export interface Attempt {
  outcome: Outcome;
  startedAt: Date;
  durationMs: number;
}

/**
 * Writes the outcome of an attempt and the next step, if this process still holds the lease.
 * @returns the next step; undefined when the lease was lost and nothing was written
 */
export async function recordAttempt(
  strapi: Core.Strapi,
  settings: RetrySettings,
  delivery: ClaimedDelivery,
  subscription: ClaimedSubscription,
  attempt: Attempt,
): Promise<NextStep | undefined> {
  const number = delivery.attempts + 1;
  const now = databaseNow();
  const step = nextStep(settings, number, attempt.outcome, now, Math.random());
  return transact(strapi, async () => {
    await updateSubscription(strapi, subscription, step, now);
    const hasLease = await updateLeased(strapi, delivery, { ...columnsAfter(step, now), attempts: number });
    if (!hasLease) return undefined;
    await insertAttempt(strapi, delivery, number, attempt, step);
    return step;
  });
}

/** Gives a delivery back unsent, due at once, for any process to claim. */
export async function releaseDelivery(strapi: Core.Strapi, delivery: ClaimedDelivery): Promise<void> {
  await updateLeased(strapi, delivery, { state: 'pending', due_at: databaseNow(), lease_token: null });
}

/**
 * Holds a delivery whose subscription is inactive, or cancels it when the subscription is deleted. Locks the
 * subscription, so that one that becomes active at this moment does not leave the delivery held.
 */
export async function parkDelivery(strapi: Core.Strapi, delivery: ClaimedDelivery): Promise<void> {
  await transact(strapi, async () => {
    const subscription = await lockRow<Subscription>(strapi, SUBSCRIPTION, {
      documentId: delivery.subscription_id,
    });
    const now = databaseNow();
    if (!subscription) {
      await updateLeased(strapi, delivery, {
        state: 'cancelled',
        due_at: null,
        ended_at: now,
        lease_token: null,
      });
    } else {
      await updateLeased(strapi, delivery, {
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

/**
 * Updates a delivery while this process holds its lease.
 * @returns false when the lease was lost
 */
async function updateLeased(
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
  const answered = outcome.kind === 'answered';
  const row = {
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
  };
  await insertRows(strapi, ATTEMPT, [row], databaseNow());
}
