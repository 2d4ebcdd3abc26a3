import type { Core } from '@strapi/types';
import { v7 as uuidv7 } from 'uuid';
import { resultOf, type Outcome } from '../../../domain/delivery';
import type { NextStep } from '../../../domain/retry-policy';
import { databaseNow } from '../database/clock';
import { lockRow } from '../database/locks';
import { insertRows, tableOf } from '../database/tables';
import { transact } from '../database/transact';
import type { Subscription } from '../records/subscription';
import { ATTEMPT, DELIVERY, SUBSCRIPTION } from '../uids';
import type { ClaimedDelivery } from './claim';
import {
  lockFailing,
  touchesSubscription,
  updateSubscription,
  type ClaimedSubscription,
} from './failing-subscriptions';

/** An attempt that has ended, and what follows from it. */
export interface Attempt {
  delivery: ClaimedDelivery;
  subscription: ClaimedSubscription;
  outcome: Outcome;
  startedAt: Date;
  durationMs: number;
  /** When it ended. */
  at: Date;
  step: NextStep;
}

/**
 * Writes the outcomes of attempts whose leases this process still holds, in one transaction. The leases are judged
 * before anything is written, under the locks of the rows.
 * @param attempts in the order in which they ended
 * @returns those that were written; of the others the lease was lost
 */
export const recordAttempts = (strapi: Core.Strapi, attempts: readonly Attempt[]): Promise<Set<Attempt>> =>
  transact(strapi, async () => {
    const touching = attempts.filter(touchesSubscription);
    const failing = await lockFailing(strapi, [
      ...new Set(touching.map(({ subscription }) => subscription.documentId)),
    ]);
    const held = await heldLeases(strapi, attempts);
    for (const [documentId, since] of failing) {
      const steps = attempts.filter(
        (attempt) => held.has(attempt) && attempt.subscription.documentId === documentId,
      );
      await updateSubscription(strapi, documentId, since, steps);
    }
    await updateDeliveries(strapi, [...held]);
    await insertAttempts(strapi, [...held]);
    return held;
  });

/** Locks the deliveries, and picks the attempts that still have the lease. */
async function heldLeases(strapi: Core.Strapi, attempts: readonly Attempt[]): Promise<Set<Attempt>> {
  const rows = await strapi.db.transaction(
    async ({ trx }) =>
      (await tableOf(strapi, DELIVERY)
        .select('id', 'lease_token')
        .whereIn(
          'id',
          attempts.map(({ delivery }) => delivery.id),
        )
        .where({ state: 'sending' })
        .orderBy('id')
        .forUpdate()
        .transacting(trx)) as { id: number; lease_token: string }[],
  );
  const tokens = new Map(rows.map((row) => [row.id, row.lease_token]));
  return new Set(attempts.filter(({ delivery }) => tokens.get(delivery.id) === delivery.leaseToken));
}

/** Deliveries that end in the same state are one statement; each retry has its own time. */
async function updateDeliveries(strapi: Core.Strapi, attempts: readonly Attempt[]): Promise<void> {
  const now = databaseNow();
  const ended = new Map<string, number[]>();
  for (const { delivery, step } of attempts) {
    if (step.kind === 'retry') {
      await updateRows(strapi, [delivery.id], { state: 'pending', due_at: step.at, updated_at: now });
    } else {
      const state = step.kind === 'delivered' ? 'delivered' : 'dead';
      ended.set(state, [...(ended.get(state) ?? []), delivery.id]);
    }
  }
  for (const [state, ids] of ended) {
    await updateRows(strapi, ids, { state, due_at: null, ended_at: now, updated_at: now });
  }
}

async function updateRows(strapi: Core.Strapi, ids: readonly number[], columns: object): Promise<void> {
  const attempts = strapi.db.connection.raw('?? + 1', ['attempts']);
  await strapi.db.transaction(({ trx }) =>
    tableOf(strapi, DELIVERY)
      .whereIn('id', [...ids])
      .update({ ...columns, lease_token: null, attempts })
      .transacting(trx),
  );
}

async function insertAttempts(strapi: Core.Strapi, attempts: readonly Attempt[]): Promise<void> {
  if (attempts.length === 0) return;
  const rows = attempts.map(({ delivery, outcome, startedAt, durationMs, step }) => {
    const answered = outcome.kind === 'answered';
    return {
      document_id: uuidv7(),
      delivery_id: delivery.id,
      number: delivery.attempts + 1,
      started_at: startedAt,
      duration_ms: Math.round(durationMs),
      result: resultOf(outcome),
      status_code: answered ? outcome.status : null,
      message: answered ? null : outcome.message,
      response_body: answered ? outcome.body : null,
      next_attempt_at: step.kind === 'retry' ? step.at : null,
    };
  });
  await insertRows(strapi, ATTEMPT, rows, databaseNow());
}

/** Gives a delivery back unsent, due at once, for any process to claim. */
export async function releaseDelivery(strapi: Core.Strapi, delivery: ClaimedDelivery): Promise<void> {
  await updateLeased(strapi, delivery, { state: 'pending', due_at: databaseNow() });
}

/**
 * Holds a delivery whose subscription is inactive, or cancels it when the subscription is deleted. Locks the
 * subscription, so that one that becomes active at this moment does not leave the delivery held.
 */
export async function parkDelivery(strapi: Core.Strapi, delivery: ClaimedDelivery): Promise<void> {
  await transact(strapi, async () => {
    const subscription = await lockRow<Subscription>(strapi, SUBSCRIPTION, {
      documentId: delivery.subscriptionId,
    });
    const now = databaseNow();
    if (!subscription) {
      await updateLeased(strapi, delivery, { state: 'cancelled', due_at: null, ended_at: now });
    } else if (subscription.active) {
      await updateLeased(strapi, delivery, { state: 'pending', due_at: now });
    } else {
      await updateLeased(strapi, delivery, { state: 'held', due_at: null });
    }
  });
}

/** Updates a delivery and ends its lease, if this process still holds it. */
async function updateLeased(
  strapi: Core.Strapi,
  { id, leaseToken }: ClaimedDelivery,
  columns: Record<string, unknown>,
): Promise<void> {
  await strapi.db.transaction(({ trx }) =>
    tableOf(strapi, DELIVERY)
      .where({ id, state: 'sending', lease_token: leaseToken })
      .update({ ...columns, lease_token: null, updated_at: databaseNow() })
      .transacting(trx),
  );
}
