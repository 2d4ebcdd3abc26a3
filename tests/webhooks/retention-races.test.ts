import { newProject, subscribe } from '../support/api';
import { createDatabase } from '../support/database';
import { endedResend, insertDeliveries } from '../support/deliveries';
import { runJob } from '../support/jobs';
import { untilWaiting } from '../support/lock-waits';
import { startReceiver } from '../support/receiver';
import { startServer, type TestServer } from '../support/server';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Has an application do what it does each hour. */
const prune = (server: TestServer) => runJob(server, 'prune');

const ended = (state: string, days: number) => ({ state, createdAt: Date.now() - days * DAY_MS });

/**
 * Keeps an event from being deleted.
 * @returns what lets go of it; undefined on SQLite, where one transaction writes at a time
 */
async function holdEvent(server: TestServer, id: string): Promise<(() => Promise<void>) | undefined> {
  const isHeld = await server.run(async (strapi, documentId) => {
    if (strapi.db.dialect.client === 'sqlite') return false;
    const held = await strapi.db.connection.transaction();
    await held('work_tracking_webhook_events').where({ document_id: documentId }).forUpdate();
    Object.assign(globalThis, { held });
    return true;
  }, id);
  if (!isHeld) return undefined;
  return () =>
    server.run(async () => {
      await (globalThis as { held?: { rollback(): Promise<void> } }).held?.rollback();
    });
}

it('deletes an event whose last deliveries two instances delete at the same time', async () => {
  const database = await createDatabase();
  const [delivered, dead] = [
    await startServer({ database, env: { DELIVERY_RETENTION_DAYS: '30' } }),
    await startServer({ database, env: { DELIVERY_DEAD_RETENTION_DAYS: '90' } }),
  ];
  const api = await newProject(delivered);
  const { id } = await subscribe(api, 'http://127.0.0.1:9/hook');
  await insertDeliveries(delivered, id, [ended('delivered', 40), ended('delivered', 40), ended('dead', 100)]);
  // One event was delivered to one receiver and not to the other; the next one is delivered.
  const [, next] = await delivered.run(async (strapi) => {
    const deliveries = () => strapi.db.connection('work_tracking_webhook_deliveries');
    const events = await strapi.db.connection('work_tracking_webhook_events').orderBy('document_id');
    const [first, second, third] = events.map(({ document_id: eventId }) => eventId as string);
    const [one, other] = await deliveries().where({ state: 'delivered' }).orderBy('id').pluck('id');
    await deliveries().where({ id: one }).update({ event_id: first });
    await deliveries().where({ id: other }).update({ event_id: second });
    await deliveries().where({ state: 'dead' }).update({ event_id: first });
    await strapi.db.connection('work_tracking_webhook_events').where({ document_id: third }).delete();
    return [first, second];
  });
  const release = await holdEvent(delivered, next!);
  const first = prune(delivered);
  await (release ? untilWaiting(dead, 1) : first);
  const second = prune(dead);
  if (release) await untilWaiting(dead, 2, second);
  await release?.();
  await Promise.all([first, second]);
  const left = await dead.run((strapi) =>
    strapi.db.connection('work_tracking_webhook_events').pluck('document_id'),
  );
  expect(left).toEqual([]);
  await dead.stop();
  await delivered.destroy();
});

it('beside a bulk resend: what is sent again has its event, whatever is deleted meanwhile', async () => {
  const server = await startServer({ env: { DELIVERY_DEAD_RETENTION_DAYS: '90' } });
  const receiver = await startReceiver();
  const api = await newProject(server);
  const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.updated'] });
  await insertDeliveries(
    server,
    id,
    Array.from({ length: 1000 }, () => ended('dead', 100)),
  );
  const { body } = await api.post(`/webhooks/subscriptions/${id}/resend`).expect(202);
  for (let round = 1; round <= 3; round += 1) await prune(server);
  const resend = await endedResend(api, body.resend.id);
  await prune(server);
  const left = await server.run(async (strapi) => {
    const rows = strapi.db.connection('work_tracking_webhook_deliveries');
    const ofOrder = await rows.whereNotNull('resent_from').pluck('event_id');
    const events = await strapi.db.connection('work_tracking_webhook_events').pluck('document_id');
    return { ofOrder: ofOrder as string[], events: events as string[] };
  });
  expect(left.ofOrder).toHaveLength(resend.enqueued);
  expect([...left.events].sort()).toEqual([...left.ofOrder].sort());
  await receiver.until(resend.enqueued);
  await receiver.close();
  await server.destroy();
});
