import type { Core } from '@strapi/types';
import { hasFailedTooLong } from '../../../domain/delivery';
import type { NextStep } from '../../../domain/retry-policy';
import { lockRow } from '../database/locks';
import { tableOf } from '../database/tables';
import type { Subscription } from '../records/subscription';
import { SUBSCRIPTION } from '../uids';

/** Why a subscription was disabled, as the panel shows it. */
const GONE = 'The endpoint answered 410 Gone.';
const FAILED_TOO_LONG = 'No delivery has succeeded for 5 days.';

/** A subscription as it was when its delivery was claimed. */
export type ClaimedSubscription = Pick<
  Subscription,
  'documentId' | 'url' | 'secret' | 'active' | 'failingSince'
>;

/**
 * Stores since when a subscription's attempts fail, and disables it after a 410 or after failing for too long. Must
 * be called in the transaction of the outcome, before the delivery is written: all writers lock the subscription
 * first, so that they can't deadlock.
 */
export async function updateSubscription(
  strapi: Core.Strapi,
  { documentId, failingSince }: ClaimedSubscription,
  step: NextStep,
  now: Date,
): Promise<void> {
  if (step.kind === 'gone') return disable(strapi, documentId, GONE);
  if (step.kind === 'delivered') {
    if (failingSince !== null) await setFailingSince(strapi, documentId, null);
  } else if (failingSince === null) {
    await setFailingSince(strapi, documentId, now);
  } else if (hasFailedTooLong(new Date(failingSince), now)) {
    await disableIfStillFailing(strapi, documentId, now);
  }
}

/** Directly in the table: this is no change that anybody made, so no lifecycle runs. */
async function setFailingSince(strapi: Core.Strapi, documentId: string, since: Date | null): Promise<void> {
  await strapi.db.transaction(async ({ trx }) => {
    const rows = tableOf(strapi, SUBSCRIPTION).where({ document_id: documentId });
    await (since === null ? rows.whereNotNull('failing_since') : rows.whereNull('failing_since'))
      .update({ failing_since: since })
      .transacting(trx);
  });
}

/** Checks again under a lock: another instance may have had a success, or disabled it, meanwhile. */
async function disableIfStillFailing(strapi: Core.Strapi, documentId: string, now: Date): Promise<void> {
  const current = await lockRow<Subscription>(strapi, SUBSCRIPTION, { documentId });
  const failingSince = current?.failingSince ? new Date(current.failingSince) : null;
  if (hasFailedTooLong(failingSince, now)) await disable(strapi, documentId, FAILED_TOO_LONG);
}

/** Through the subscription's lifecycles: they hold its deliveries and write the audit event, once. */
async function disable(strapi: Core.Strapi, documentId: string, reason: string): Promise<void> {
  await strapi.db.query(SUBSCRIPTION).update({
    where: { documentId, active: true },
    data: { active: false, disabledReason: reason },
  });
}
