import type { Core } from '@strapi/types';
import { hasFailedTooLong } from '../../../domain/delivery';
import type { NextStep } from '../../../domain/retry-policy';
import { tableOf } from '../database/tables';
import { GIVEN_UP, type GivenUp } from '../records/subscription';
import { SUBSCRIPTION } from '../uids';

/** The reason why a subscription was disabled, as the panel shows it. */
const GONE = 'The endpoint answered 410 Gone.';
const FAILED_TOO_LONG = 'No delivery has succeeded for 5 days.';

/** A subscription as it was when its delivery was claimed. */
export interface ClaimedSubscription {
  documentId: string;
  url: string;
  /** As it is stored, encrypted. */
  secret: string;
  /** The one before, likewise; null when there is none. */
  previousSecret: string | null;
  previousSecretUntil: Date | null;
  active: boolean;
  /** The first failure since the last success. */
  failingSince: Date | null;
}

/** The result of an attempt, for its subscription. */
export interface SubscriptionStep {
  subscription: ClaimedSubscription;
  step: NextStep;
  /** When it ended. */
  at: Date;
}

/** Whether the step may change what is stored of its subscription. */
export function touchesSubscription({ subscription: { failingSince }, step, at }: SubscriptionStep): boolean {
  if (step.kind === 'gone') return true;
  if (step.kind === 'delivered') return failingSince !== null;
  return failingSince === null || hasFailedTooLong(failingSince, at);
}

/** The columns of a subscription's failures. */
interface StoredFailures {
  document_id: string;
  failing_since: Date | number | string | null;
}

/**
 * Locks subscriptions until the running transaction ends. All writers lock a subscription before its deliveries, so
 * that they can't deadlock.
 * @returns since when they fail, by public id; a deleted one has no entry
 */
export async function lockFailing(
  strapi: Core.Strapi,
  documentIds: readonly string[],
): Promise<Map<string, Date | null>> {
  if (documentIds.length === 0) return new Map();
  const rows = await strapi.db.transaction(
    async ({ trx }) =>
      (await tableOf(strapi, SUBSCRIPTION)
        .select('document_id', 'failing_since')
        .whereIn('document_id', [...documentIds])
        .orderBy('id')
        .forUpdate()
        .transacting(trx)) as StoredFailures[],
  );
  return new Map(
    rows.map(({ document_id: id, failing_since: since }) => [id, since === null ? null : new Date(since)]),
  );
}

/**
 * Stores since when a subscription's attempts fail, and disables it after a 410 or after failing for too long. It must
 * be locked.
 * @param failingSince as it is stored
 * @param steps of attempts that have ended, in that order
 */
export async function updateSubscription(
  strapi: Core.Strapi,
  documentId: string,
  failingSince: Date | null,
  steps: readonly SubscriptionStep[],
): Promise<void> {
  let since = failingSince;
  for (const { step, at } of steps) {
    if (step.kind === 'gone') return disableSubscription(strapi, documentId, GONE);
    if (step.kind === 'delivered') since = null;
    else if (hasFailedTooLong(since, at)) return disableSubscription(strapi, documentId, FAILED_TOO_LONG);
    else since ??= at;
  }
  if (since?.getTime() === failingSince?.getTime()) return;
  // Directly in the table: this is no change that anybody made, so no lifecycle runs.
  await strapi.db.transaction(({ trx }) =>
    tableOf(strapi, SUBSCRIPTION)
      .where({ document_id: documentId })
      .update({ failing_since: since })
      .transacting(trx),
  );
}

/** Through the subscription's lifecycles: they hold its deliveries and write the audit event, once. */
export async function disableSubscription(
  strapi: Core.Strapi,
  documentId: string,
  reason: string,
): Promise<void> {
  await strapi.db.query(SUBSCRIPTION).update({
    where: { documentId, active: true },
    data: { active: false, [GIVEN_UP]: reason } satisfies GivenUp & { active: false },
  });
}
