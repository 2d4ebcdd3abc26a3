import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import type { EventType } from '../../../domain/events';
import { inBatches } from '../database/batches';
import { tableOf } from '../database/tables';
import type { Project } from '../records/project';
import type { Subscription } from '../records/subscription';
import { SUBSCRIPTION } from '../uids';

export type ListeningSubscription = Pick<Subscription, 'documentId' | 'active' | 'eventTypes'>;

/** MySQL and MariaDB show a transaction what was there when it first read, unless it locks what it reads. */
const readsSnapshot = (strapi: Core.Strapi): boolean => strapi.db.dialect.client === 'mysql';

/**
 * Reads the project's subscriptions that list one of these event types, before the running transaction has the numbers
 * of its changes. Only MySQL and MariaDB need this.
 */
export async function listenersBeforeNumbers(
  strapi: Core.Strapi,
  project: Pick<Project, 'id'>,
  types: readonly EventType[],
): Promise<ListeningSubscription[]> {
  if (!readsSnapshot(strapi)) return [];
  const rows = await strapi.db.transaction(
    async ({ trx }) => (await rowsOfProject(strapi, project).transacting(trx)) as SubscriptionRow[],
  );
  const listening = rows
    .map(fromRow)
    .filter(({ eventTypes }) => eventTypes.some((type) => types.includes(type)));
  return withSettledStates(strapi, listening);
}

/**
 * The query for all of the project's subscriptions, inactive ones too, as they are committed once the running
 * transaction has taken its numbers: whoever changed a subscription under a lower number has committed; later changes
 * wait. It must not wait for a lock: the others hold one while they wait for the numbers.
 */
export function subscriptionsAfterNumbers(
  strapi: Core.Strapi,
  project: Pick<Project, 'id'>,
): Knex.QueryBuilder {
  const query = rowsOfProject(strapi, project);
  return readsSnapshot(strapi) ? query.forUpdate().skipLocked() : query;
}

/**
 * The subscriptions that may listen to the changes of the running transaction.
 * @param before what `listenersBeforeNumbers` has found
 * @param rows what `subscriptionsAfterNumbers` finds
 */
export function listenersAfterNumbers(
  before: readonly ListeningSubscription[],
  rows: readonly SubscriptionRow[],
): ListeningSubscription[] {
  // A subscription that was locked before keeps its state; one that somebody else has locked is as it was.
  const known = new Map(before.map((subscription) => [subscription.documentId, subscription]));
  const newer = rows.map(fromRow).map((subscription) => {
    const active = known.get(subscription.documentId)?.active ?? subscription.active;
    return { ...subscription, active };
  });
  return [...new Map([...before, ...newer].map((one) => [one.documentId, one])).values()];
}

const rowsOfProject = (strapi: Core.Strapi, project: Pick<Project, 'id'>): Knex.QueryBuilder =>
  tableOf(strapi, SUBSCRIPTION)
    .select('document_id', 'active', 'event_types')
    .where({ project_id: project.id });

/** Every change of the project reads these: Strapi's queries take longer to make than to run. */
export interface SubscriptionRow {
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
