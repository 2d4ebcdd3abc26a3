import type { Core } from '@strapi/types';
import { hasFailedTooLong } from '../../../domain/delivery';
import type { NextStep } from '../../../domain/retry-policy';
import type { Subscription } from '../records/subscription';
import { tableOf } from '../table';
import { SUBSCRIPTION } from '../uids';

/** Why the service gives an endpoint up, as its subscription says. */
const GONE = 'The endpoint answered 410 Gone.';
const FAILED_TOO_LONG = 'No delivery has succeeded for 5 days.';

/** A subscription as it was when its delivery was claimed. */
export type Endpoint = Pick<Subscription, 'documentId' | 'url' | 'secret' | 'active' | 'failingSince'>;

/**
 * Keeps in the database since when an endpoint fails, and disables its subscription when it is gone or has failed for
 * too long. Must be called in the transaction of the outcome, before the delivery is written: locks are taken in one
 * order, the subscription's first, as when it is edited or deleted.
 */
export async function noteOutcome(
  strapi: Core.Strapi,
  { documentId, failingSince }: Endpoint,
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

/** Beside the lifecycles: it is no change that anybody made. */
async function setFailingSince(strapi: Core.Strapi, documentId: string, since: Date | null): Promise<void> {
  await strapi.db.transaction(async ({ trx }) => {
    const rows = tableOf(strapi, SUBSCRIPTION).where({ document_id: documentId });
    await (since === null ? rows.whereNotNull('failing_since') : rows.whereNull('failing_since'))
      .update({ failing_since: since })
      .transacting(trx);
  });
}

/** Judged again under a lock: another instance may have had a success, or disabled it, meanwhile. */
async function disableIfStillFailing(strapi: Core.Strapi, documentId: string, now: Date): Promise<void> {
  const current: Pick<Subscription, 'failingSince'> | null = await strapi.db
    .queryBuilder(SUBSCRIPTION)
    .select('*')
    .where({ documentId })
    .forUpdate()
    .first()
    .execute();
  const failingSince = current?.failingSince ? new Date(current.failingSince) : null;
  if (hasFailedTooLong(failingSince, now)) await disable(strapi, documentId, FAILED_TOO_LONG);
}

/** Through the subscription's lifecycles: they hold what is due to it and tell the project, once. */
async function disable(strapi: Core.Strapi, documentId: string, reason: string): Promise<void> {
  await strapi.db.query(SUBSCRIPTION).update({
    where: { documentId, active: true },
    data: { active: false, disabledReason: reason },
  });
}
