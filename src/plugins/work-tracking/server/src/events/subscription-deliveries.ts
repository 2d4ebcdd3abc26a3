import type { Core } from '@strapi/types';
import { OPEN_DELIVERY_STATES, type DeliveryState } from '../../../domain/delivery';
import { databaseNow } from '../database/clock';
import { tableOf } from '../database/tables';
import { DELIVERY } from '../uids';

interface Move {
  from: readonly DeliveryState[];
  to: DeliveryState;
  columns?: Record<string, Date | null>;
}

/**
 * The subscription has become inactive: its pending deliveries are held (specification 7.4). The resume worker moves
 * them back.
 */
export const holdDeliveries = (strapi: Core.Strapi, subscriptionId: string): Promise<void> =>
  changeStates(strapi, subscriptionId, { from: ['pending'], to: 'held', columns: { due_at: null } });

/**
 * The subscription is deleted: nothing more is sent to it, and the outcome of attempts in flight is not recorded.
 */
export const cancelDeliveries = (strapi: Core.Strapi, subscriptionId: string): Promise<void> =>
  changeStates(strapi, subscriptionId, {
    from: OPEN_DELIVERY_STATES,
    to: 'cancelled',
    columns: { lease_token: null, due_at: null, ended_at: databaseNow() },
  });

async function changeStates(strapi: Core.Strapi, subscriptionId: string, move: Move): Promise<void> {
  await strapi.db.transaction(async ({ trx }) => {
    await tableOf(strapi, DELIVERY)
      .where({ subscription_id: subscriptionId })
      .whereIn('state', [...move.from])
      .update({ state: move.to, updated_at: databaseNow(), ...move.columns })
      .transacting(trx);
  });
}
