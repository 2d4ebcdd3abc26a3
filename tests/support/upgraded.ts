import { tokenFor } from './api';
import type { Receiver } from './receiver';
import type { OwnServer } from './server';

/** A delivery as the last release stored it. */
export interface OldDelivery {
  document_id: string;
  subscription_id: string;
  event_id: string;
  state: string;
  body: string;
}

const HOUR_MS = 60 * 60 * 1000;

/**
 * Expects everything of these deliveries, all of one project, after the upgrade: what is due arrives as it was
 * written, and the rest can be read and sent again.
 * @param receiver where all of them go
 */
export async function expectAllDeliveries(
  server: OwnServer,
  receiver: Receiver,
  projectKey: string,
  old: readonly OldDelivery[],
): Promise<void> {
  const due = old.filter(({ state }) => state === 'pending' || state === 'sending');
  expect(due.length).toBeGreaterThan(1);
  // Those that failed before the upgrade.
  receiver.received.length = 0;
  await server.travel(2 * HOUR_MS);
  const isOld = ({ body }: { body: { id: string } }) => due.some(({ event_id: id }) => id === body.id);
  const received = await receiver.until(due.length, isOld);
  const sent = received.filter(isOld).map(({ raw }) => raw.toString('utf8'));
  expect(sent.sort()).toEqual(due.map(({ body }) => body).sort());

  const api = await tokenFor(server, projectKey);
  for (const { document_id: id, body } of old) {
    const { body: shown } = await api.get(`/webhooks/deliveries/${id}`).expect(200);
    expect(shown.delivery.body).toEqual(JSON.parse(body));
  }
  const delivered = old.find(({ state }) => state === 'delivered')!;
  await api.post(`/webhooks/deliveries/${delivered.document_id}/resend`).expect(202);
  const [again] = await receiver.until(1, ({ body }) => body.id === delivered.event_id);
  expect(again!.raw.toString('utf8')).toBe(delivered.body);

  const stored = await server.run(async (strapi) => {
    const { connection } = strapi.db;
    const permissions = await strapi.db.query('admin::permission').findMany({
      where: {
        action: 'plugin::content-manager.explorer.read',
        subject: 'plugin::work-tracking.webhook-event',
        role: { name: { $startsWith: 'Colleague' } },
      },
    });
    return {
      events: (await connection('work_tracking_webhook_events').select('document_id', 'project_id')).map(
        (event) => event.document_id as string,
      ),
      columns: Object.keys(await connection('work_tracking_webhook_deliveries').columnInfo()),
      readable: permissions.map(({ properties }) => properties.fields),
    };
  });
  const ofOld = new Set(old.map(({ event_id: id }) => id));
  expect(stored.events.filter((id) => ofOld.has(id)).sort()).toEqual([...ofOld].sort());
  expect(stored.columns.filter((name) => name.startsWith('body'))).toEqual([]);
  expect(stored.readable).toEqual([['type', 'body', 'project']]);
}
