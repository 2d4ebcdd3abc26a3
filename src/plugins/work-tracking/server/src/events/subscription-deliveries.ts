import type { Core } from '@strapi/types';
import { OPEN_DELIVERY_STATES, type DeliveryState } from '../../../domain/delivery';
import { databaseNow } from '../database-clock';
import { tableOf } from '../table';
import { DELIVERY } from '../uids';
import { wakeAfterCommit } from './wake-ups';

interface Move {
  from: readonly DeliveryState[];
  to: DeliveryState;
  columns?: Record<string, Date | null>;
}

/** The subscription has become inactive: what is due to it waits (gaps.md, Deliveries: held). */
export const holdDeliveries = (strapi: Core.Strapi, subscriptionId: string): Promise<void> =>
  moveDeliveries(strapi, subscriptionId, { from: ['pending'], to: 'held', columns: { due_at: null } });

/** The subscription is active again: what was held goes on at once. */
export async function resumeDeliveries(strapi: Core.Strapi, subscriptionId: string): Promise<void> {
  await moveDeliveries(strapi, subscriptionId, {
    from: ['held'],
    to: 'pending',
    columns: { due_at: databaseNow() },
  });
  await wakeAfterCommit(strapi);
}

/** The subscription is gone: nothing more is sent, and the outcome of what is in flight is not recorded. */
export const cancelDeliveries = (strapi: Core.Strapi, subscriptionId: string): Promise<void> =>
  moveDeliveries(strapi, subscriptionId, {
    from: OPEN_DELIVERY_STATES,
    to: 'cancelled',
    columns: { lease_token: null, due_at: null, ended_at: databaseNow() },
  });

async function moveDeliveries(strapi: Core.Strapi, subscriptionId: string, move: Move): Promise<void> {
  await strapi.db.transaction(async ({ trx }) => {
    await tableOf(strapi, DELIVERY)
      .where({ subscription_id: subscriptionId })
      .whereIn('state', [...move.from])
      .update({ state: move.to, updated_at: databaseNow(), ...move.columns })
      .transacting(trx);
  });
}
