import type { Core } from '@strapi/types';
import { PING } from '../../../domain/events';
import { databaseNow } from '../database/clock';
import { insertAll } from '../database/tables';
import type { Delivery } from '../records/delivery';
import { projectFields, type Project } from '../records/project';
import type { Subscription } from '../records/subscription';
import { DELIVERY } from '../uids';
import { eventRows, newEvent } from './new-delivery';
import { wakeAfterCommit } from './wake-ups';

/**
 * Sends a test event to one subscription, whatever types it lists. Must be called in a transaction that has locked
 * the subscription.
 */
export async function ping(
  strapi: Core.Strapi,
  project: Project,
  subscription: Subscription,
): Promise<Delivery> {
  const at = databaseNow();
  const data = { id: subscription.documentId, ...projectFields(project), message: 'This is a test.' };
  const event = newEvent(project, { type: PING, data, targetId: subscription.documentId, at });
  const { events, deliveries } = eventRows(project.id, [{ event, recipients: [subscription] }], at);
  await insertAll(strapi, [events, deliveries], at);
  await wakeAfterCommit(strapi);
  const [delivery] = deliveries.rows;
  return strapi.db.query(DELIVERY).findOne({ where: { documentId: delivery?.document_id } });
}
