import type { Core } from '@strapi/types';
import { v7 as uuidv7 } from 'uuid';
import { OPEN_DELIVERY_STATES, type DeliveryState, type EndedDeliveryState } from '../../../domain/delivery';
import { WorkTrackingError } from '../../../domain/errors';
import { databaseNow } from '../database/clock';
import { lockRow } from '../database/locks';
import { insertRows, tableOf } from '../database/tables';
import type { Delivery } from '../records/delivery';
import type { Project } from '../records/project';
import type { Resend } from '../records/resend';
import type { Subscription } from '../records/subscription';
import { DELIVERY, RESEND, SUBSCRIPTION } from '../uids';
import { deliveryRow } from './new-delivery';
import { wakeAfterCommit } from './wake-ups';

type EndedDelivery = Pick<Delivery, 'id' | 'documentId' | 'eventId' | 'eventType' | 'targetId'>;

const isOpen = (state: DeliveryState) => (OPEN_DELIVERY_STATES as readonly DeliveryState[]).includes(state);

/**
 * Resends a delivery that has ended: a new delivery of the same event, to the same subscription.
 * The old one keeps its state, and when it was resent. Must be called in a transaction.
 * @param project the delivery's project; null when it is deleted, and its subscriptions with it
 * @returns the new delivery
 * @throws WorkTrackingError `delivery_in_progress`, `subscription_deleted`; `not_found` when it is deleted meanwhile
 */
export async function resendDelivery(
  strapi: Core.Strapi,
  project: { id: number } | null,
  delivery: Delivery,
): Promise<Delivery> {
  if (isOpen(delivery.state)) {
    throw new WorkTrackingError('delivery_in_progress', {
      message: `This delivery is ${delivery.state}: it has not ended yet.`,
    });
  }
  const subscription = await lockRow<Subscription>(strapi, SUBSCRIPTION, {
    documentId: delivery.subscriptionId,
  });
  if (!subscription || !project) {
    throw new WorkTrackingError('subscription_deleted');
  }
  const [id] = await enqueueAgain(strapi, project.id, subscription, [delivery]);
  if (id === undefined)
    throw new WorkTrackingError('not_found', { message: 'This delivery was deleted meanwhile.' });
  return strapi.db.query(DELIVERY).findOne({ where: { documentId: id } });
}

/**
 * Writes a new delivery for each of these deliveries that is still there. Must be called in a transaction that has
 * locked the subscription.
 * @returns the public ids of the new deliveries
 */
export async function enqueueAgain(
  strapi: Core.Strapi,
  projectId: number,
  subscription: Subscription,
  deliveries: readonly EndedDelivery[],
): Promise<string[]> {
  if (deliveries.length === 0) return [];
  const at = databaseNow();
  const marked = await markResent(strapi, deliveries, at);
  const rows = marked.map((delivery) =>
    deliveryRow(projectId, subscription, delivery, at, delivery.documentId),
  );
  await insertRows(strapi, DELIVERY, rows, at);
  await wakeAfterCommit(strapi);
  return rows.map((row) => row.document_id);
}

/**
 * Stores when deliveries were resent. Their rows are locked first: retention would delete one, and its event with it.
 * @returns those that were still there
 */
async function markResent(
  strapi: Core.Strapi,
  deliveries: readonly EndedDelivery[],
  at: Date,
): Promise<EndedDelivery[]> {
  const ids = deliveries.map(({ id }) => id);
  return strapi.db.transaction(async ({ trx }) => {
    const rows = (await tableOf(strapi, DELIVERY)
      .select('id')
      .whereIn('id', ids)
      .forUpdate()
      .transacting(trx)) as { id: number }[];
    const there = new Set(rows.map(({ id }) => id));
    await tableOf(strapi, DELIVERY)
      .whereIn('id', [...there])
      .update({ resent_at: at })
      .transacting(trx);
    return deliveries.filter(({ id }) => there.has(id));
  });
}

/**
 * Selects a subscription's deliveries to resend: in `state`, created in this period, never resent and not made by a
 * resend, so that repeated orders do not multiply.
 */
export interface Selection {
  subscriptionId: string;
  state: EndedDeliveryState;
  /** null to begin with the first. */
  since: Date | null;
  until: Date;
  /** Deliveries that end later are left out, so that the selection does not grow while it is resent. */
  endedBy: Date;
}

/** A query for the rows of a selection. */
export function selectedRows(
  strapi: Core.Strapi,
  { subscriptionId, state, since, until, endedBy }: Selection,
): ReturnType<typeof tableOf> {
  const rows = tableOf(strapi, DELIVERY)
    .where({ subscription_id: subscriptionId, state })
    .whereNull('resent_at')
    .whereNull('resent_from')
    .where('created_at', '<=', until)
    .where('ended_at', '<=', endedBy);
  return since ? rows.where('created_at', '>=', since) : rows;
}

/** How many deliveries a selection holds, and the row id of the last; 0 for none. */
async function extent(
  strapi: Core.Strapi,
  selection: Selection,
): Promise<{ count: number; lastPosition: number }> {
  return strapi.db.transaction(async ({ trx }) => {
    const row = (await selectedRows(strapi, selection)
      .count({ count: '*' })
      .max({ last: 'id' })
      .first()
      .transacting(trx)) as { count: number | string; last: number | null };
    return { count: Number(row.count), lastPosition: row.last ?? 0 };
  });
}

/** The caller's choice of deliveries. `until` is now at the latest, and by default. */
export interface BulkResendRequest {
  subscriptionId: string;
  state: EndedDeliveryState;
  since?: Date | undefined;
  until?: Date | undefined;
}

function selectionOf({ subscriptionId, state, since, until }: BulkResendRequest, now: Date): Selection {
  const isPast = until !== undefined && until < now;
  return { subscriptionId, state, since: since ?? null, until: isPast ? until : now, endedBy: now };
}

/** How many deliveries such a bulk resend would cover. */
export const countBulkResend = async (strapi: Core.Strapi, request: BulkResendRequest): Promise<number> =>
  (await extent(strapi, selectionOf(request, databaseNow()))).count;

/**
 * Creates a bulk resend, which the worker carries out in the background. Must be called in a transaction that has
 * locked the subscription, which makes a second order wait here, on every instance, until it can see the first.
 * @throws WorkTrackingError `resend_in_progress` while one of this subscription is running
 */
export async function createBulkResend(
  strapi: Core.Strapi,
  project: Project,
  request: BulkResendRequest,
): Promise<Resend> {
  const running = await strapi.db
    .query(RESEND)
    .count({ where: { subscriptionId: request.subscriptionId, state: 'running' } });
  if (running > 0) throw new WorkTrackingError('resend_in_progress');
  const now = databaseNow();
  const selection = selectionOf(request, now);
  const { count, lastPosition } = await extent(strapi, selection);
  const documentId = uuidv7();
  const row = {
    document_id: documentId,
    project_id: project.id,
    subscription_id: selection.subscriptionId,
    delivery_state: selection.state,
    since: selection.since,
    until: selection.until,
    count,
    enqueued: 0,
    position: 0,
    last_position: lastPosition,
    state: 'running',
  };
  await insertRows(strapi, RESEND, [row], now);
  await wakeAfterCommit(strapi, 'resends');
  return strapi.db.query(RESEND).findOne({ where: { documentId } });
}
