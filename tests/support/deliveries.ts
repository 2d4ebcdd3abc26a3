import type { TestServer } from './server';

/** A delivery as an administrator sees it. */
export interface StoredDelivery {
  id: number;
  state: string;
  attempts: number;
  dueAt: string | null;
  endedAt: string | null;
}

export interface StoredAttempt {
  number: number;
  result: string;
  statusCode: number | null;
  message: string | null;
  responseBody: string | null;
  nextAttemptAt: string | null;
  startedAt: string;
  durationMs: number;
}

/** The deliveries of an event. */
export const deliveriesOf = (server: TestServer, eventId: string): Promise<StoredDelivery[]> =>
  server.run(
    (strapi, id) =>
      strapi.db
        .query('plugin::work-tracking.webhook-delivery')
        .findMany({ where: { eventId: id } }) as Promise<StoredDelivery[]>,
    eventId,
  );

/** The attempts of a delivery, first to last. */
export const attemptsOf = (server: TestServer, deliveryId: number): Promise<StoredAttempt[]> =>
  server.run(
    (strapi, id) =>
      strapi.db
        .query('plugin::work-tracking.webhook-attempt')
        .findMany({ where: { delivery: { id } }, orderBy: { number: 'asc' } }) as Promise<StoredAttempt[]>,
    deliveryId,
  );

/** The delivery of an event once its `count`th attempt is recorded; looks again as often as the application lets it. */
export const recorded = (server: TestServer, eventId: string, count: number): Promise<StoredDelivery> =>
  server.run(
    async (strapi, expected) => {
      for (;;) {
        const delivery: StoredDelivery | null = await strapi.db
          .query('plugin::work-tracking.webhook-delivery')
          .findOne({ where: { eventId: expected.eventId } });
        if (delivery && delivery.attempts >= expected.count && delivery.state !== 'sending') return delivery;
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    { eventId, count },
  );

export interface NewRow {
  state: string;
  /** Milliseconds; also when it ended, if it has. */
  createdAt: number;
  eventType?: string;
}

/** Deliveries to a subscription straight into their table, due to nobody. @returns their public ids */
export const insertDeliveries = (
  server: TestServer,
  subscriptionId: string,
  rows: readonly NewRow[],
): Promise<string[]> =>
  server.run(
    async (strapi, { id, given }) => {
      const subscription = await strapi.db
        .query('plugin::work-tracking.webhook-subscription')
        .findOne({ where: { documentId: id }, populate: { project: true } });
      const inserted = given.map(({ state, createdAt, eventType = 'ticket.created' }) => {
        const eventId = crypto.randomUUID();
        const at = new Date(createdAt);
        return {
          document_id: crypto.randomUUID(),
          project_id: subscription.project.id,
          subscription_id: id,
          event_id: eventId,
          event_type: eventType,
          body: JSON.stringify({ event: eventType, id: eventId, data: { title: 'Grüße 👋' } }),
          state,
          attempts: 6,
          ended_at: ['pending', 'sending', 'held'].includes(state) ? null : at,
          created_at: at,
          updated_at: at,
          published_at: at,
        };
      });
      await strapi.db.connection.batchInsert('work_tracking_webhook_deliveries', inserted, 50);
      return inserted.map((row) => row.document_id);
    },
    { id: subscriptionId, given: rows },
  );

/** Resolves when `count` deliveries to a subscription have been attempted. */
export const untilAttempted = (server: TestServer, subscriptionId: string, count: number): Promise<void> =>
  server.run(
    async (strapi, expected) => {
      const attempted = () =>
        strapi.db
          .query('plugin::work-tracking.webhook-delivery')
          .count({ where: { subscriptionId: expected.subscriptionId, attempts: { $gt: 0 } } });
      while ((await attempted()) < expected.count) await new Promise((resolve) => setImmediate(resolve));
    },
    { subscriptionId, count },
  );

/** The first attempt at the only delivery to a subscription, once it is recorded. */
export async function firstAttemptTo(server: TestServer, subscriptionId: string): Promise<StoredAttempt> {
  await untilAttempted(server, subscriptionId, 1);
  return server.run(
    (strapi, id) =>
      strapi.db
        .query('plugin::work-tracking.webhook-attempt')
        .findOne({ where: { number: 1, delivery: { subscriptionId: id } } }) as Promise<StoredAttempt>,
    subscriptionId,
  );
}
