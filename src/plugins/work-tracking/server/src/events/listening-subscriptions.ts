import type { Core } from '@strapi/types';
import type { EventType } from '../../../domain/events';
import { inBatches } from '../database/batches';
import { tableOf } from '../database/tables';
import type { Project } from '../records/project';
import type { Subscription } from '../records/subscription';
import { SUBSCRIPTION } from '../uids';

export type ListeningSubscription = Pick<Subscription, 'documentId' | 'active' | 'eventTypes'>;

/**
 * The project's subscriptions that list one of these event types, inactive ones included. Must be called in the
 * transaction that writes their deliveries.
 * @param exceptId public id of a subscription to leave out
 */
export async function listeningSubscriptions(
  strapi: Core.Strapi,
  project: Pick<Project, 'id'>,
  types: readonly EventType[],
  exceptId?: string,
): Promise<ListeningSubscription[]> {
  const rows = await strapi.db.transaction(
    async ({ trx }) =>
      (await tableOf(strapi, SUBSCRIPTION)
        .select('document_id', 'active', 'event_types')
        .where({ project_id: project.id })
        .transacting(trx)) as SubscriptionRow[],
  );
  const subscriptions = rows.map(fromRow);
  const listening = subscriptions.filter(
    ({ documentId, eventTypes }) =>
      documentId !== exceptId && eventTypes.some((type) => types.includes(type)),
  );
  return withSettledStates(strapi, listening);
}

/** Every change of the project reads these: Strapi's queries take longer to make than to run. */
interface SubscriptionRow {
  document_id: string;
  active: boolean | number;
  /** PostgreSQL's driver reads JSON, the others give its text. */
  event_types: EventType[] | string;
}

const fromRow = (row: SubscriptionRow): ListeningSubscription => ({
  documentId: row.document_id,
  active: Boolean(row.active),
  eventTypes:
    typeof row.event_types === 'string' ? (JSON.parse(row.event_types) as EventType[]) : row.event_types,
});

/**
 * Keeps the inactive ones as they are until the transaction ends, and reads them again under that lock. Otherwise one
 * that becomes active at this moment would leave a delivery held. It is a shared lock, so that changes do not wait
 * for each other. An active one needs none: whatever sends a delivery looks at its subscription first.
 */
async function withSettledStates(
  strapi: Core.Strapi,
  subscriptions: readonly ListeningSubscription[],
): Promise<ListeningSubscription[]> {
  const ids = subscriptions.filter(({ active }) => !active).map(({ documentId }) => documentId);
  if (ids.length === 0) return [...subscriptions];
  const rows = await strapi.db.transaction(({ trx }) =>
    inBatches(
      ids,
      async (batch) =>
        (await tableOf(strapi, SUBSCRIPTION)
          .select('document_id', 'active')
          .whereIn('document_id', batch)
          .orderBy('id')
          .forShare()
          .transacting(trx)) as { document_id: string; active: boolean | number }[],
    ),
  );
  const settled = new Map(rows.map((row) => [row.document_id, Boolean(row.active)]));
  return subscriptions.flatMap((subscription) => {
    const active = subscription.active || settled.get(subscription.documentId);
    return active === undefined ? [] : [{ ...subscription, active }];
  });
}
