import { type Core } from '@strapi/types';
import { v7 as uuidv7 } from 'uuid';
import { type EventBody, type SentEventType, PING } from '../../../domain/events';
import { databaseNow } from '../database/clock';
import { insertAll } from '../database/tables';
import { type Delivery } from '../records/delivery';
import { type Project, projectFields } from '../records/project';
import { type Subscription } from '../records/subscription';
import { timestamp } from '../records/times';
import { DELIVERY, EVENT } from '../uids';
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
  const [documentId] = await storeEvents(strapi, project.id, [{ event, recipients: [subscription] }], at);
  return strapi.db.query(DELIVERY).findOne({ where: { documentId } });
}

/** An event before it is stored. */
interface NewEvent {
  id: string;
  type: SentEventType;
  /** Serialised once: every delivery sends the same bytes. */
  body: string;
  /** Public id of the record that it is about. */
  targetId: string;
  /** The number of the change that it tells of; a test event has none. */
  seq?: number | null;
}

/** The part of its event that a delivery keeps. */
type DeliveredEvent = Pick<Delivery, 'eventId' | 'eventType' | 'targetId'>;

/** A subscription that an event is delivered to. */
type Recipient = Pick<Subscription, 'documentId' | 'active'>;

export function newEvent(
  project: Project,
  {
    type,
    data,
    targetId,
    at,
  }: { type: SentEventType; data: Record<string, unknown>; targetId: string; at: Date },
): NewEvent {
  const id = uuidv7();
  const body: EventBody = { event: type, id, ts: timestamp(at), tenant_id: project.documentId, data };
  return { id, type, body: JSON.stringify(body), targetId };
}

/**
 * Stores events, each once, with a delivery to each recipient, in the running transaction, and has the dispatcher woken
 * after its commit.
 * @param events each with at least one recipient
 * @returns the public ids of the deliveries
 */
export async function storeEvents(
  strapi: Core.Strapi,
  projectId: number,
  events: readonly { event: NewEvent; recipients: readonly Recipient[] }[],
  at: Date,
): Promise<string[]> {
  const eventRows = events.map(({ event: { id, type, targetId, seq = null, body } }) => ({
    document_id: id,
    project_id: projectId,
    type,
    target_id: targetId,
    seq,
    body,
  }));
  const deliveries = events.flatMap(({ event: { id, type, targetId }, recipients }) =>
    recipients.map((recipient) =>
      deliveryRow(projectId, recipient, { eventId: id, eventType: type, targetId }, at),
    ),
  );
  const rows = [
    { uid: EVENT, rows: eventRows },
    { uid: DELIVERY, rows: deliveries },
  ];
  await insertAll(strapi, rows, at);
  if (deliveries.length > 0) await wakeAfterCommit(strapi);
  return deliveries.map(({ document_id: id }) => id);
}

/** The row of a new delivery: due at once, or held while its subscription is inactive (specification 7). */
export const deliveryRow = (
  projectId: number,
  { documentId, active }: Recipient,
  { eventId, eventType, targetId }: DeliveredEvent,
  at: Date,
  resentFrom: string | null = null,
) => ({
  document_id: uuidv7(),
  project_id: projectId,
  subscription_id: documentId,
  event_id: eventId,
  event_type: eventType,
  target_id: targetId,
  state: active ? 'pending' : 'held',
  attempts: 0,
  due_at: active ? at : null,
  resent_from: resentFrom,
});
