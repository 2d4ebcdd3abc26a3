import type { Core } from '@strapi/types';
import { databaseNow } from '../database/clock';
import { lockRow } from '../database/locks';
import { tableOf, type Transaction } from '../database/tables';
import { transact } from '../database/transact';
import { wakeAfterCommit } from '../events/wake-ups';
import type { Subscription } from '../records/subscription';
import { DELIVERY, SUBSCRIPTION } from '../uids';
import { createWorkerLoop, type WorkerLoop } from './worker-loop';

/**
 * Lets the held deliveries of subscriptions go on that are active again, the oldest first. Each process has one, and
 * any number of processes can share a database. Stopping waits for the current batch; other processes, or the next
 * start, do the rest.
 */
export type ResumeWorker = Omit<WorkerLoop, 'isRunning'>;

/** Small, so that no lock is held for long. */
const BATCH = 500;

/**
 * No more of a subscription's deliveries than this become due at a time; each tick adds what has gone out since. So
 * many cost the other subscriptions' claims nothing (docs/reliability.md).
 */
const MAX_DUE = 5_000;

export function createResumeWorker(strapi: Core.Strapi): ResumeWorker {
  const loop = createWorkerLoop(strapi, 'Resuming deliveries', async () => {
    const subscriptions: { id: number }[] = await resumingSubscriptions(strapi).select('id');
    for (const { id } of subscriptions) {
      let hasMore = true;
      while (hasMore && loop.isRunning()) hasMore = await resumeBatch(strapi, id);
    }
  });
  return loop;
}

/** A query for the subscriptions whose held deliveries have to go on. */
export const resumingSubscriptions = (strapi: Core.Strapi): ReturnType<typeof tableOf> =>
  tableOf(strapi, SUBSCRIPTION).where({ resuming: true });

/**
 * Makes the next held deliveries of a subscription due. Locks the subscription, so that it does not become inactive
 * meanwhile; while it is active no delivery becomes held, so the last batch leaves none.
 * @returns whether another batch can follow at once
 */
const resumeBatch = (strapi: Core.Strapi, id: number): Promise<boolean> =>
  transact(strapi, async () =>
    strapi.db.transaction(async ({ trx }) => {
      const subscription = await lockRow<Subscription>(strapi, SUBSCRIPTION, { id, resuming: true });
      if (!subscription) return false;
      const now = databaseNow();
      const own = { subscription_id: subscription.documentId };
      const size = Math.min(BATCH, MAX_DUE - (await countDue(strapi, trx, own, now)));
      if (size === 0) return false;
      const rows = (await tableOf(strapi, DELIVERY)
        .select('id')
        .where({ ...own, state: 'held' })
        .orderBy(['created_at', 'id'])
        .limit(size)
        .transacting(trx)) as { id: number }[];
      await tableOf(strapi, DELIVERY)
        .whereIn(
          'id',
          rows.map((row) => row.id),
        )
        // One of them may have been cancelled meanwhile.
        .where({ state: 'held' })
        .update({ state: 'pending', due_at: now, updated_at: now })
        .transacting(trx);
      await wakeAfterCommit(strapi);
      if (rows.length === size) return true;
      // Directly in the table: this is no change that anybody made.
      await tableOf(strapi, SUBSCRIPTION).where({ id }).update({ resuming: false }).transacting(trx);
      return false;
    }),
  );

/** How many of a subscription's deliveries wait for a free slot, `MAX_DUE` at most. */
async function countDue(
  strapi: Core.Strapi,
  trx: Transaction,
  own: { subscription_id: string },
  now: Date,
): Promise<number> {
  const due = tableOf(strapi, DELIVERY)
    .select('id')
    .where({ ...own, state: 'pending' })
    .where('due_at', '<=', now)
    .limit(MAX_DUE);
  const row = (await strapi.db.connection
    .from(due.as('due'))
    .count({ count: '*' })
    .first()
    .transacting(trx)) as { count: number | string };
  return Number(row.count);
}
