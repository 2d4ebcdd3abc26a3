import type { Core } from '@strapi/types';
import { databaseNow } from '../database-clock';
import { lockedSubscription } from '../events/locked-subscription';
import { enqueueAgain } from '../events/resend';
import { selected } from '../events/resend-order';
import type { Delivery } from '../records/delivery';
import type { Resend } from '../records/resend';
import { tableOf, type Transaction } from '../table';
import { transact } from '../transaction';
import { DELIVERY, RESEND } from '../uids';
import { createSleeper, type Sleeper } from './sleeper';

/**
 * Works off orders to resend. One per process; any number of processes on one database. Its stop waits for the batch that
 * is being written; the rest is left to the others, or to the next start.
 */
export type ResendWorker = Omit<Sleeper, 'isRunning'>;

/** Small enough to hold no lock for long. */
const BATCH = 200;

export function createResendWorker(strapi: Core.Strapi): ResendWorker {
  const sleeper = createSleeper(strapi, 'Resending deliveries', async () => {
    let goOn = true;
    while (goOn && sleeper.isRunning()) goOn = await resendBatch(strapi);
  });
  return sleeper;
}

/**
 * The next deliveries of the oldest order that no other process is at: written and counted in one transaction, so that
 * none is sent again twice and none is left out, wherever a process ends.
 * @returns false when there was nothing to do
 */
const resendBatch = (strapi: Core.Strapi): Promise<boolean> =>
  transact(strapi, async () =>
    strapi.db.transaction(async ({ trx }) => {
      const id = await lockedJobId(strapi, trx);
      if (id === undefined) return false;
      const job: Resend & { project: { id: number } } = await strapi.db
        .query(RESEND)
        .findOne({ where: { id }, populate: { project: true } });
      const subscription = await lockedSubscription(strapi, job.subscriptionId);
      if (!subscription) {
        await update(strapi, trx, job, { state: 'cancelled' });
        return true;
      }
      const deliveries = await nextDeliveries(strapi, trx, job);
      await enqueueAgain(strapi, job.project.id, subscription, deliveries);
      await update(strapi, trx, job, {
        position: deliveries.at(-1)?.id ?? job.lastPosition,
        enqueued: job.enqueued + deliveries.length,
        state: deliveries.length < BATCH ? 'done' : 'running',
      });
      return true;
    }),
  );

/** SQLite has one writer at a time; the others skip what another instance is at. */
async function lockedJobId(strapi: Core.Strapi, trx: Transaction): Promise<number | undefined> {
  const query = tableOf(strapi, RESEND)
    .select('id')
    .where({ state: 'running' })
    .orderBy('id')
    .first()
    .transacting(trx);
  const isSqlite = strapi.db.dialect.client === 'sqlite';
  const row = (await (isSqlite ? query : query.forUpdate().skipLocked())) as { id: number } | undefined;
  return row?.id;
}

async function nextDeliveries(strapi: Core.Strapi, trx: Transaction, job: Resend): Promise<Delivery[]> {
  const selection = {
    subscriptionId: job.subscriptionId,
    state: job.deliveryState,
    since: job.since === null ? null : new Date(job.since),
    until: new Date(job.until),
    endedBy: new Date(job.createdAt),
  };
  const rows = (await selected(strapi, selection)
    .select('id')
    .whereBetween('id', [job.position + 1, job.lastPosition])
    .orderBy('id')
    .limit(BATCH)
    .transacting(trx)) as { id: number }[];
  return strapi.db
    .query(DELIVERY)
    .findMany({ where: { id: { $in: rows.map(({ id }) => id) } }, orderBy: { id: 'asc' } });
}

async function update(
  strapi: Core.Strapi,
  trx: Transaction,
  job: Resend,
  columns: Partial<Pick<Resend, 'position' | 'enqueued' | 'state'>>,
): Promise<void> {
  await tableOf(strapi, RESEND)
    .where({ id: job.id })
    .update({ ...columns, updated_at: databaseNow() })
    .transacting(trx);
}
