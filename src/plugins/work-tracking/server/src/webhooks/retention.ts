import type { Core } from '@strapi/types';
import type { DeliveryState } from '../../../domain/delivery';
import { DAY_MS } from '../../../domain/period';
import { configOf } from '../config';
import { databaseNow } from '../database/clock';
import { tableOf, type Transaction } from '../database/tables';
import { ATTEMPT, DELIVERY, EVENT, RESEND } from '../uids';

/** Small, so that no lock is held for long. */
const BATCH = 500;

/**
 * Deletes deliveries, with their attempts, some time after they have ended (specification 7.8); held ones, which have
 * not, some time after they were created. An event goes with its last delivery. Several instances may run it at once.
 */
export async function pruneDeliveries(strapi: Core.Strapi): Promise<void> {
  const { retentionDays, deadRetentionDays } = configOf(strapi).delivery;
  await prune(strapi, { state: 'delivered', since: 'ended_at' }, retentionDays);
  await prune(strapi, { state: 'cancelled', since: 'ended_at' }, retentionDays);
  await prune(strapi, { state: 'dead', since: 'ended_at' }, deadRetentionDays);
  await prune(strapi, { state: 'held', since: 'created_at' }, deadRetentionDays);
  await pruneResends(strapi, retentionDays);
}

interface Pruned {
  state: DeliveryState;
  /** The column with the time from which the days count. */
  since: 'ended_at' | 'created_at';
}

interface Ended {
  id: number;
  event_id: string;
}

async function prune(strapi: Core.Strapi, { state, since }: Pruned, days: number): Promise<void> {
  if (days === 0) return;
  const before = daysAgo(days);
  const matching = () => tableOf(strapi, DELIVERY).select('id', 'event_id').where({ state });
  for (;;) {
    const found = (await matching()
      // None ends before it is created, and the index has them in this order.
      .where('created_at', '<', before)
      .where(since, '<', before)
      .orderBy(['created_at', 'id'])
      .limit(BATCH)) as Ended[];
    if (found.length === 0) return;
    await strapi.db.transaction(async ({ trx }) => {
      // When two instances delete an event's last deliveries at once, the second waits here. Otherwise neither would
      // see that the other's is gone, and the event would stay.
      await eventsOf(strapi, found).select('id').orderBy('document_id').forUpdate().transacting(trx);
      // A held one may have gone on meanwhile.
      const rows = (await matching()
        .whereIn(
          'id',
          found.map(({ id }) => id),
        )
        .forUpdate()
        .transacting(trx)) as Ended[];
      const ids = rows.map(({ id }) => id);
      await tableOf(strapi, ATTEMPT).whereIn('delivery_id', ids).delete().transacting(trx);
      await tableOf(strapi, DELIVERY).whereIn('id', ids).delete().transacting(trx);
      await deleteUndelivered(strapi, trx, rows);
    });
    if (found.length < BATCH) return;
  }
}

const eventsOf = (strapi: Core.Strapi, deliveries: readonly Ended[]) =>
  tableOf(strapi, EVENT).whereIn('document_id', [
    ...new Set(deliveries.map((delivery) => delivery.event_id)),
  ]);

/** Deletes the events of these deliveries that have no other delivery left. */
async function deleteUndelivered(
  strapi: Core.Strapi,
  trx: Transaction,
  deleted: readonly Ended[],
): Promise<void> {
  const { connection } = strapi.db;
  const event = connection.ref(`${strapi.db.metadata.get(EVENT).tableName}.document_id`);
  await eventsOf(strapi, deleted)
    .whereNotExists(tableOf(strapi, DELIVERY).where('event_id', event).select(connection.raw('1')))
    .delete()
    .transacting(trx);
}

async function pruneResends(strapi: Core.Strapi, days: number): Promise<void> {
  if (days === 0) return;
  await tableOf(strapi, RESEND)
    .whereNot({ state: 'running' })
    .where('updated_at', '<', daysAgo(days))
    .delete();
}

const daysAgo = (days: number) => new Date(databaseNow().getTime() - days * DAY_MS);
