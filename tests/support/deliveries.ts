import type { Api } from './api';
import type { TestServer } from './server';

/** A delivery as it is stored. */
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

/** The delivery of an event once its `count`th attempt is recorded. */
export const recorded = (server: TestServer, eventId: string, count: number): Promise<StoredDelivery> =>
  server.run(
    async (strapi, expected) => {
      for (;;) {
        const delivery: StoredDelivery | null = await strapi.db
          .query('plugin::work-tracking.webhook-delivery')
          .findOne({ where: { eventId: expected.eventId } });
        if (delivery && delivery.attempts >= expected.count && delivery.state !== 'sending') return delivery;
        // The attempt needs the application, and the database's connections, in between.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    { eventId, count },
  );

export interface NewRow {
  state: string;
  /** In milliseconds; also the time at which it ended, if it has. */
  createdAt: number;
  eventType?: string;
  attempts?: number;
  /** Public id of the record that its event is about. */
  targetId?: string;
}

/** Inserts deliveries of a subscription into their table, never due. @returns their public ids */
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
      const { key, ventureKey, documentId: tenantId } = subscription.project;
      const uuidv7 = () => crypto.randomUUID().replace(/^(.{14})./, (_, start: string) => `${start}7`);
      const inserted = given.map(
        ({ state, createdAt, eventType = 'ticket.created', attempts = 6, targetId = null }) => {
          const eventId = uuidv7();
          const at = new Date(createdAt);
          const ts = at.toISOString();
          const record = {
            id,
            project_key: key,
            venture_key: ventureKey,
            version: 1,
            created_at: ts,
            updated_at: ts,
          };
          const title = 'Grüße 👋';
          const labels = { status: 'open', priority: 'P2', type: null, effort: null };
          const ticket = { ...record, title, ...labels, body: null, frontmatter: {}, synced_at: ts };
          const resolution = { verdict: 'yes', note: '', resolved_at: ts };
          const data = {
            'ticket.created': ticket,
            'ticket.updated': { ...ticket, changes: {} },
            'decision.resolved': {
              ...record,
              slug: 'greeting',
              doc_type: 'decision',
              title,
              body_markdown: '',
              frontmatter: { status: 'resolved', resolution },
            },
            'audit.event': {
              id: eventId,
              project_key: key,
              venture_key: ventureKey,
              action: 'ticket.created',
              actor: { type: 'system', id: 'system', name: '' },
              target: { type: 'ticket', id },
              at: ts,
            },
            ping: { id, project_key: key, venture_key: ventureKey, message: title },
          }[eventType];
          const stamps = { created_at: at, updated_at: at, published_at: at };
          const event = {
            document_id: eventId,
            project_id: subscription.project.id,
            type: eventType,
            body: JSON.stringify({ event: eventType, id: eventId, ts, tenant_id: tenantId, data }),
            ...stamps,
          };
          const delivery = {
            document_id: uuidv7(),
            project_id: subscription.project.id,
            subscription_id: id,
            event_id: eventId,
            event_type: eventType,
            target_id: targetId,
            state,
            attempts,
            ended_at: ['pending', 'sending', 'held'].includes(state) ? null : at,
            ...stamps,
          };
          return { event, delivery };
        },
      );
      const { connection } = strapi.db;
      await connection.batchInsert(
        'work_tracking_webhook_events',
        inserted.map(({ event }) => event),
        50,
      );
      await connection.batchInsert(
        'work_tracking_webhook_deliveries',
        inserted.map(({ delivery }) => delivery),
        50,
      );
      return inserted.map(({ delivery }) => delivery.document_id);
    },
    { id: subscriptionId, given: rows },
  );

/** Resolves when `count` deliveries of a subscription have been attempted. */
export const untilAttempted = (server: TestServer, subscriptionId: string, count: number): Promise<void> =>
  server.run(
    async (strapi, expected) => {
      const attempted = () =>
        strapi.db
          .query('plugin::work-tracking.webhook-delivery')
          .count({ where: { subscriptionId: expected.subscriptionId, attempts: { $gt: 0 } } });
      while ((await attempted()) < expected.count) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    { subscriptionId, count },
  );

/** The first attempt at the only delivery of a subscription, once it is recorded. */
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

export interface NewAttempt {
  result: string;
  /** Milliseconds. */
  startedAt: number;
  durationMs: number;
  statusCode?: number;
}

/** Inserts attempts of a delivery into their table. */
export const insertAttempts = (
  server: TestServer,
  deliveryId: string,
  attempts: readonly NewAttempt[],
): Promise<void> =>
  server.run(
    async (strapi, { id, given }) => {
      const { id: rowId } = await strapi.db
        .query('plugin::work-tracking.webhook-delivery')
        .findOne({ where: { documentId: id } });
      const rows = given.map(({ result, startedAt, durationMs, statusCode = null }, index) => ({
        document_id: crypto.randomUUID(),
        delivery_id: rowId,
        number: index + 1,
        started_at: new Date(startedAt),
        duration_ms: durationMs,
        result,
        status_code: statusCode,
        created_at: new Date(startedAt),
        updated_at: new Date(startedAt),
        published_at: new Date(startedAt),
      }));
      await strapi.db.connection.batchInsert('work_tracking_webhook_attempts', rows, 50);
    },
    { id: deliveryId, given: attempts },
  );

/** The resend once it has ended. */
export async function endedResend(api: Pick<Api, 'get'>, id: string) {
  for (;;) {
    const { body } = await api.get(`/webhooks/resends/${id}`).expect(200);
    if (body.resend.status !== 'running') return body.resend;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
