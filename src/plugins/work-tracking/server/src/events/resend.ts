import type { Core } from '@strapi/types';
import { OPEN_DELIVERY_STATES, type DeliveryState } from '../../../domain/delivery';
import { RuleViolation } from '../../../domain/rule-violation';
import { databaseNow } from '../database-clock';
import type { Delivery } from '../records/delivery';
import type { Subscription } from '../records/subscription';
import { DELIVERY } from '../uids';
import { insertRows } from './insert-rows';
import { lockedSubscription } from './locked-subscription';
import { deliveryRow } from './new-delivery';
import { wakeAfterCommit } from './wake-ups';

type Sent = Pick<Delivery, 'documentId' | 'eventId' | 'eventType' | 'targetId' | 'body'>;

const isOpen = (state: DeliveryState) => (OPEN_DELIVERY_STATES as readonly DeliveryState[]).includes(state);

/**
 * Sends what has ended once more: the same event, the same bytes, to the same subscription, as a new delivery. The old
 * one stays as it is. Must be called in a transaction.
 * @param project the delivery's; null when it is deleted, which its subscriptions then are too
 * @returns the new delivery
 * @throws RuleViolation `delivery_in_progress`, `subscription_deleted`
 */
export async function resendDelivery(
  strapi: Core.Strapi,
  project: { id: number } | null,
  delivery: Delivery,
): Promise<Delivery> {
  if (isOpen(delivery.state)) {
    throw new RuleViolation(
      'delivery_in_progress',
      `This delivery is ${delivery.state}: it has not ended yet.`,
    );
  }
  const subscription = await lockedSubscription(strapi, delivery.subscriptionId);
  if (!subscription || !project) {
    throw new RuleViolation('subscription_deleted', 'The subscription of this delivery is deleted.');
  }
  const [id] = await enqueueAgain(strapi, project.id, subscription, [delivery]);
  return strapi.db.query(DELIVERY).findOne({ where: { documentId: id } });
}

/**
 * Writes a new delivery for each of these. Must be called in a transaction that has locked the subscription.
 * @returns the public ids of the new ones
 */
export async function enqueueAgain(
  strapi: Core.Strapi,
  projectId: number,
  subscription: Subscription,
  deliveries: readonly Sent[],
): Promise<string[]> {
  if (deliveries.length === 0) return [];
  const at = databaseNow();
  const rows = deliveries.map(({ documentId, eventId, eventType, targetId, body }) =>
    deliveryRow(projectId, subscription, { id: eventId, type: eventType, targetId, body }, at, documentId),
  );
  await strapi.db.transaction(({ trx }) => insertRows(strapi, trx, DELIVERY, rows, at));
  await wakeAfterCommit(strapi);
  return rows.map((row) => row.document_id);
}
