import type { Core } from '@strapi/types';
import { databaseNow } from '../database/clock';
import { lockRow } from '../database/locks';
import { tableOf, type Transaction } from '../database/tables';
import { transact } from '../database/transact';
import { enqueueAgain, selectedRows } from '../events/resends';
import type { Delivery } from '../records/delivery';
import type { Resend } from '../records/resend';
import type { Subscription } from '../records/subscription';
import { DELIVERY, RESEND, SUBSCRIPTION } from '../uids';
import { createWorkerLoop, type WorkerLoop } from './worker-loop';

/**
 * Carries out bulk resends. Each process has one, and any number of processes can share a database. Stopping waits
 * for the current batch; other processes, or the next start, do the rest.
 */
export type ResendWorker = Omit<WorkerLoop, 'isRunning'>;

/** Small, so that no lock is held for long. */
const BATCH = 200;

export function createResendWorker(strapi: Core.Strapi): ResendWorker {
  const loop = createWorkerLoop(strapi, 'Resending deliveries', async () => {
    let hasMore = true;
    while (hasMore && loop.isRunning()) hasMore = await resendBatch(strapi);
  });
  return loop;
}

/**
 * Resends the next deliveries of the oldest bulk resend that no other process is working on. They are written and
 * counted in one transaction, so that a killed process neither repeats nor skips any.
 * @returns false when there was nothing to do
 */
const resendBatch = (strapi: Core.Strapi): Promise<boolean> =>
  transact(strapi, async () =>
    strapi.db.transaction(async ({ trx }) => {
      const id = await lockedResendId(strapi, trx);
      if (id === undefined) return false;
      const resend: Resend & { project: { id: number } } = await strapi.db
        .query(RESEND)
        .findOne({ where: { id }, populate: { project: true } });
      const subscription = await lockRow<Subscription>(strapi, SUBSCRIPTION, {
        documentId: resend.subscriptionId,
      });
      if (!subscription) {
        await update(strapi, trx, resend, { state: 'cancelled' });
        return true;
      }
      const deliveries = await nextDeliveries(strapi, trx, resend);
      const last = deliveries.at(-1);
      await enqueueAgain(strapi, resend.project.id, subscription, deliveries);
      await update(strapi, trx, resend, {
        ...(last ? { position: last.id, position_at: new Date(last.createdAt) } : {}),
        enqueued: resend.enqueued + deliveries.length,
        state: deliveries.length < BATCH ? 'done' : 'running',
      });
      return true;
    }),
  );

/** Skips a row that another instance has locked. SQLite has one writer at a time and needs no lock. */
async function lockedResendId(strapi: Core.Strapi, trx: Transaction): Promise<number | undefined> {
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

/** The next of the selection, oldest first. */
async function nextDeliveries(strapi: Core.Strapi, trx: Transaction, resend: Resend): Promise<Delivery[]> {
  const { position, positionAt, lastPosition } = resend;
  const from = positionAt ?? resend.since;
  const since = from === null ? null : new Date(from);
  const selection = {
    subscriptionId: resend.subscriptionId,
    state: resend.deliveryState,
    since,
    until: new Date(resend.until),
    endedBy: new Date(resend.createdAt),
  };
  const rows = (await selectedRows(strapi, selection)
    .select('id')
    .where('id', '<=', lastPosition)
    .where((query) => {
      if (positionAt !== null && since !== null) {
        void query.where('created_at', '>', since).orWhere('id', '>', position);
      }
    })
    .orderBy(['created_at', 'id'])
    .limit(BATCH)
    // Reads what is stored now: one of them may have been resent since this transaction began.
    .forUpdate()
    .transacting(trx)) as { id: number }[];
  return strapi.db.query(DELIVERY).findMany({
    where: { id: { $in: rows.map(({ id }) => id) } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}

async function update(
  strapi: Core.Strapi,
  trx: Transaction,
  resend: Resend,
  columns: Partial<Pick<Resend, 'position' | 'enqueued' | 'state'>> & { position_at?: Date },
): Promise<void> {
  await tableOf(strapi, RESEND)
    .where({ id: resend.id })
    .update({ ...columns, updated_at: databaseNow() })
    .transacting(trx);
}
