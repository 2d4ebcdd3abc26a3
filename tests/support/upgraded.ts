import { fileTicket, tokenFor } from './api';
import type { Received, Receiver } from './receiver';
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

const signatureOf = (headers: Received['headers']): unknown => headers['x-service-signature'];

/**
 * Expects everything of these deliveries, all of one project, after the upgrade: what is due arrives as it was
 * written, and the rest can be read and sent again.
 * @param receiver where all of them go, with nothing of before the upgrade in `received`
 */
export async function expectAllDeliveries(
  server: OwnServer,
  receiver: Receiver,
  projectKey: string,
  old: readonly OldDelivery[],
): Promise<void> {
  const due = old.filter(({ state }) => state === 'pending' || state === 'sending');
  expect(due.length).toBeGreaterThan(1);
  await server.travel(2 * HOUR_MS);
  // Deliveries on their way when those hours passed come again, with the signature of their subscription.
  const isFirst = (request: Received) =>
    due.some(({ event_id: id }) => id === request.body.id) &&
    receiver.received.find(({ headers }) => signatureOf(headers) === signatureOf(request.headers)) ===
      request;
  const received = await receiver.until(due.length, isFirst);
  const sent = received.map(({ raw }) => raw.toString('utf8'));
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

/**
 * Expects the audit entries of a project to be numbered as its changes, oldest first, and those that come later to go on
 * from there.
 * @param ids public ids of all of them, oldest first
 */
export async function expectChanges(
  server: OwnServer,
  projectKey: string,
  ids: readonly string[],
): Promise<void> {
  expect(ids.length).toBeGreaterThan(2);
  const api = await tokenFor(server, projectKey);
  const { body } = await api.get('/changes?limit=100').expect(200);
  const seen = body.changes as { seq: number; id: string; action: string }[];
  expect(seen.slice(0, ids.length).map(({ id }) => id)).toEqual(ids);
  expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, index) => index + 1));
  expect(seen.slice(ids.length).map(({ action }) => action)).toContain('token.issued');
}

/**
 * Expects the tickets of a project to be numbered, and those that come later to go on from there.
 * @param ids public ids of all of them, oldest first
 */
export async function expectNumbers(
  server: OwnServer,
  projectKey: string,
  ids: readonly string[],
): Promise<void> {
  expect(ids.length).toBeGreaterThan(1);
  const api = await tokenFor(server, projectKey);
  const { body } = await api.get('/tickets').expect(200);
  const shown = body.tickets as { id: string; number: number; ref: string; labels: string[] }[];
  expect(shown.map(({ id, number, ref, labels }) => ({ id, number, ref, labels })).reverse()).toEqual(
    ids.map((id, index) => ({ id, number: index + 1, ref: `${projectKey}-${index + 1}`, labels: [] })),
  );
  expect(await fileTicket(api)).toMatchObject({ number: ids.length + 1 });
  // Empty lists are the same as the values from before the upgrade: nothing has changed.
  const { version } = (await api.get(`/tickets/${projectKey}-1`).expect(200)).body.ticket;
  const none = { labels: [], content: [] };
  const { body: same } = await api.patch(`/tickets/${projectKey}-1`, none).expect(200);
  expect(same.ticket).toMatchObject({ id: ids[0], version, ...none });
}
