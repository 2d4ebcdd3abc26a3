import type { Core } from '@strapi/types';
import { PING } from '../../../domain/events';
import { databaseNow } from '../database/clock';
import type { Delivery } from '../records/delivery';
import { projectFields, type Project } from '../records/project';
import type { Subscription } from '../records/subscription';
import { DELIVERY } from '../uids';
import { newEvent, storeEvents } from './new-delivery';

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
  const [documentId] = await storeEvents(strapi, project.id, [{ event, recipients: [subscription] }], at);
  return strapi.db.query(DELIVERY).findOne({ where: { documentId } });
}
