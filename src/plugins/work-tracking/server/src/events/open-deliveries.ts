import type { Core } from '@strapi/types';
import { type DeliveryState, OPEN_DELIVERY_STATES } from '../../../domain/delivery';
import { WorkTrackingError } from '../../../domain/errors';
import { databaseNow } from '../database/clock';
import { lockRow } from '../database/locks';
import { tableOf } from '../database/tables';
import type { Delivery } from '../records/delivery';
import { DELIVERY } from '../uids';
import { wakeAfterCommit } from './wake-ups';

/**
 * Makes a delivery due at once that waits for its next attempt. It keeps its attempts: what it waits for afterwards is
 * as if the attempt had been made in its time. One that is due already stays as it is. Must be called in a transaction.
 * @returns the delivery as it is now
 * @throws WorkTrackingError `delivery_sending`, `delivery_held`, `delivery_ended`; `not_found` when it is deleted meanwhile
 */
export async function retryNow(strapi: Core.Strapi, id: number): Promise<Delivery> {
  const delivery = await lockOpen(strapi, id);
  if (delivery.state === 'held') throw new WorkTrackingError('delivery_held');
  const now = databaseNow();
  if (delivery.dueAt !== null && new Date(delivery.dueAt) <= now) return delivery;
  await wakeAfterCommit(strapi);
  return update(strapi, delivery, { due_at: now, updated_at: now });
}

/**
 * Cancels a delivery that is pending or held: nothing more is sent of it, unless it is resent. One that is cancelled
 * already stays as it is. Must be called in a transaction.
 * @returns the delivery as it is now
 * @throws WorkTrackingError `delivery_sending`, `delivery_ended`; `not_found` when it is deleted meanwhile
 */
export async function cancelDelivery(strapi: Core.Strapi, id: number): Promise<Delivery> {
  const delivery = await lockOpen(strapi, id, 'cancelled');
  if (delivery.state === 'cancelled') return delivery;
  const now = databaseNow();
  return update(strapi, delivery, { state: 'cancelled', due_at: null, ended_at: now, updated_at: now });
}

/**
 * Locks a delivery that has not ended and that nobody is sending. A process that claims at this moment passes over the
 * locked row, or has claimed it before.
 * @param accepted a state in which it may have ended
 */
async function lockOpen(strapi: Core.Strapi, id: number, accepted?: DeliveryState): Promise<Delivery> {
  const delivery = await lockRow<Delivery>(strapi, DELIVERY, { id });
  if (delivery === null) {
    throw new WorkTrackingError('not_found', { message: 'This delivery was deleted meanwhile.' });
  }
  const { state } = delivery;
  if (state === accepted) return delivery;
  if (state === 'sending') throw new WorkTrackingError('delivery_sending');
  if (!OPEN_DELIVERY_STATES.some((open) => open === state)) {
    throw new WorkTrackingError('delivery_ended', {
      message: `This delivery has ended already: it is ${state}.`,
    });
  }
  return delivery;
}

async function update(strapi: Core.Strapi, { id, state }: Delivery, columns: object): Promise<Delivery> {
  await strapi.db.transaction(({ trx }) =>
    tableOf(strapi, DELIVERY).where({ id, state }).update(columns).transacting(trx),
  );
  return strapi.db.query(DELIVERY).findOne({ where: { id } });
}
