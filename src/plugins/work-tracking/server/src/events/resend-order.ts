import type { Core } from '@strapi/types';
import { v7 as uuidv7 } from 'uuid';
import type { EndedDeliveryState } from '../../../domain/delivery';
import { databaseNow } from '../database-clock';
import type { Project } from '../records/project';
import type { Resend } from '../records/resend';
import { tableOf } from '../table';
import { DELIVERY, RESEND } from '../uids';
import { insertRows } from './insert-rows';
import { RESEND_ORDERED, wakeAfterCommit } from './wake-ups';

/** Which deliveries of a subscription are sent again: those in `state` that were created in this time. */
export interface Selection {
  subscriptionId: string;
  state: EndedDeliveryState;
  /** null for the first there is. */
  since: Date | null;
  until: Date;
  /** What ends later is not among them, so that the selection does not grow while it is worked off. */
  endedBy: Date;
}

/** The rows of a selection, to be narrowed and read by the caller. */
export function selected(
  strapi: Core.Strapi,
  { subscriptionId, state, since, until, endedBy }: Selection,
): ReturnType<typeof tableOf> {
  const rows = tableOf(strapi, DELIVERY)
    .where({ subscription_id: subscriptionId, state })
    .where('created_at', '<=', until)
    .where('ended_at', '<=', endedBy);
  return since ? rows.where('created_at', '>=', since) : rows;
}

/** How many a selection holds, and the last of them by its row's id; 0 for none. */
async function extent(
  strapi: Core.Strapi,
  selection: Selection,
): Promise<{ count: number; lastPosition: number }> {
  return strapi.db.transaction(async ({ trx }) => {
    const row = (await selected(strapi, selection)
      .count({ count: '*' })
      .max({ last: 'id' })
      .first()
      .transacting(trx)) as { count: number | string; last: number | null };
    return { count: Number(row.count), lastPosition: row.last ?? 0 };
  });
}

/** What a caller chooses; until now when it says nothing, and never beyond. */
export interface ResendRequest {
  subscriptionId: string;
  state: EndedDeliveryState;
  since?: Date | undefined;
  until?: Date | undefined;
}

function selectionOf({ subscriptionId, state, since, until }: ResendRequest, now: Date): Selection {
  const isPast = until !== undefined && until < now;
  return { subscriptionId, state, since: since ?? null, until: isPast ? until : now, endedBy: now };
}

/** How many deliveries an order like this would send again. */
export const countResend = async (strapi: Core.Strapi, request: ResendRequest): Promise<number> =>
  (await extent(strapi, selectionOf(request, databaseNow()))).count;

/**
 * Orders that deliveries are sent again, which is carried out in the background. What that creates lies beyond the
 * order's last position: it is never sent again by the same order. Must be called in a transaction.
 */
export async function orderResend(
  strapi: Core.Strapi,
  project: Project,
  request: ResendRequest,
): Promise<Resend> {
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
  await strapi.db.transaction(({ trx }) => insertRows(strapi, trx, RESEND, [row], now));
  await wakeAfterCommit(strapi, RESEND_ORDERED);
  return strapi.db.query(RESEND).findOne({ where: { documentId } });
}
