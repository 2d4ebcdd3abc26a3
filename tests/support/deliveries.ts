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
