import type { Core } from '@strapi/types';
import type { DeliveryState } from '../../../domain/delivery';
import { configOf } from '../config';
import { databaseNow } from '../database/clock';
import { tableOf } from '../database/tables';
import { ATTEMPT, DELIVERY, RESEND } from '../uids';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Small, so that no lock is held for long. */
const BATCH = 500;

/**
 * Deletes deliveries, and their attempts, some time after they have ended (specification 7.8). Several instances may
 * run it at once.
 */
export async function pruneDeliveries(strapi: Core.Strapi): Promise<void> {
  const { retentionDays, deadRetentionDays } = configOf(strapi).delivery;
  await prune(strapi, ['delivered', 'cancelled'], retentionDays);
  await prune(strapi, ['dead'], deadRetentionDays);
  await pruneResends(strapi, retentionDays);
}

async function prune(strapi: Core.Strapi, states: DeliveryState[], days: number): Promise<void> {
  if (days === 0) return;
  const before = daysAgo(days);
  for (;;) {
    const rows = (await tableOf(strapi, DELIVERY)
      .select('id')
      .whereIn('state', states)
      .where('ended_at', '<', before)
      .limit(BATCH)) as { id: number }[];
    const ids = rows.map(({ id }) => id);
    await strapi.db.transaction(async ({ trx }) => {
      await tableOf(strapi, ATTEMPT).whereIn('delivery_id', ids).delete().transacting(trx);
      await tableOf(strapi, DELIVERY).whereIn('id', ids).delete().transacting(trx);
    });
    if (ids.length < BATCH) return;
  }
}

async function pruneResends(strapi: Core.Strapi, days: number): Promise<void> {
  if (days === 0) return;
  await tableOf(strapi, RESEND)
    .whereNot({ state: 'running' })
    .where('updated_at', '<', daysAgo(days))
    .delete();
}

const daysAgo = (days: number) => new Date(databaseNow().getTime() - days * DAY_MS);
