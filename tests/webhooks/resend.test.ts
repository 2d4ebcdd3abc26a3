import { createHmac } from 'node:crypto';
import { fileTicket, newProject, subscribe, v1, type Api } from '../support/api';
import { createDatabase } from '../support/database';
import { endedResend, insertDeliveries, recorded } from '../support/deliveries';
import { startReceiver, type Received, type Receiver } from '../support/receiver';
import { sharedServer, type SharedServer, startServer } from '../support/server';

const BASE = Date.UTC(2026, 0, 1);
const DAY_MS = 24 * 60 * 60 * 1000;

let receiver: Receiver;

beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const dead = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ state: 'dead', createdAt: BASE + index }));

async function listed(api: Api, query = '') {
  const { body } = await api.get(`/webhooks/deliveries?limit=100&${query}`).expect(200);
  return body.deliveries;
}

describe('on one instance', () => {
  let server: SharedServer;
  let api: Api;

  beforeAll(async () => {
    server = await sharedServer();
  });
  afterAll(() => server.release());
  beforeEach(async () => {
    api = await newProject(server);
  });

  const setActive = (id: string, active: boolean) =>
    server.run(
      (strapi, change) =>
        strapi.db
          .query('plugin::work-tracking.webhook-subscription')
          .update({ where: { documentId: change.id }, data: { active: change.active } }),
      { id, active },
    );

  describe('POST /webhooks/deliveries/:id/resend', () => {
    it('sends the same bytes with the same id again, and leaves the old delivery as it is', async () => {
      await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
      await fileTicket(api, { title: 'Grüße 👋' });
      const [first] = (await receiver.until(1)) as [Received];
      await recorded(server, first.body.id, 1);
      const [old] = await listed(api);

      const { body } = await api.post(`/webhooks/deliveries/${old.id}/resend`).expect(202);
      expect(body).toMatchObject({
        version: 'v1',
        delivery: {
          event_id: old.event_id,
          event_type: 'ticket.created',
          subscription_id: old.subscription_id,
          state: 'pending',
          attempts: 0,
          next_attempt_at: body.delivery.created_at,
          resent_from: old.id,
        },
      });
      expect(body.delivery.id).not.toBe(old.id);
      const [, second] = (await receiver.until(2)) as [Received, Received];
      expect(second.raw.equals(first.raw)).toBe(true);
      expect(second.headers['webhook-id']).toBe(first.body.id);
      expect(second.headers['x-service-signature']).toBe(first.headers['x-service-signature']);
      const { body: kept } = await api.get(`/webhooks/deliveries/${old.id}`).expect(200);
      expect(kept.delivery).toMatchObject({ ...old, resent_at: body.delivery.created_at });
    });

    it.each(['pending', 'sending', 'held'])('refuses what is still %s', async (state) => {
      const { id } = await subscribe(api, receiver.url);
      const [delivery] = await insertDeliveries(server, id, [{ state, createdAt: BASE }]);
      const { body } = await api.post(`/webhooks/deliveries/${delivery}/resend`).expect(409);
      expect(body).toEqual({ error: 'delivery_in_progress', message: expect.stringContaining(state) });
      expect(await listed(api)).toHaveLength(1);
    });

    it('refuses when the subscription is deleted, and holds while it is inactive', async () => {
      const gone = await subscribe(api, receiver.url, { event_types: ['ticket.updated'] });
      const [lost] = await insertDeliveries(server, gone.id, dead(1));
      await api.delete(`/webhooks/subscriptions/${gone.id}`).expect(200);
      const { body } = await api.post(`/webhooks/deliveries/${lost}/resend`).expect(409);
      expect(body).toEqual({ error: 'subscription_deleted', message: expect.any(String) });

      const paused = await subscribe(api, receiver.url, { event_types: ['ticket.updated'] });
      const [kept] = await insertDeliveries(server, paused.id, dead(1));
      await setActive(paused.id, false);
      const { body: answer } = await api.post(`/webhooks/deliveries/${kept}/resend`).expect(202);
      expect(answer.delivery).toMatchObject({ state: 'held', next_attempt_at: null });
      expect(receiver.received).toEqual([]);
      await setActive(paused.id, true);
      const [sent] = (await receiver.until(1)) as [Received];
      expect(sent.body.id).toBe(answer.delivery.event_id);
    });
  });

  describe('POST /webhooks/subscriptions/:id/resend', () => {
    it('counts in a dry run, by state and time, and writes nothing', async () => {
      const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.updated'] });
      const rows = [0, 1, 2].map((day) => ({ state: 'dead', createdAt: BASE + day * DAY_MS }));
      await insertDeliveries(server, id, [...rows, { state: 'delivered', createdAt: BASE }]);
      const count = async (order: object) => {
        const path = `/webhooks/subscriptions/${id}/resend`;
        const { body } = await api.post(path, { ...order, dry_run: true }).expect(200);
        expect(body).toEqual({ version: 'v1', count: expect.any(Number) });
        return body.count;
      };
      expect(await count({})).toBe(3);
      expect(await count({ state: 'delivered' })).toBe(1);
      expect(await count({ state: 'cancelled' })).toBe(0);
      expect(await count({ since: '2026-01-02T00:00:00Z' })).toBe(2);
      expect(await count({ since: '2026-01-02T00:00:00.001Z' })).toBe(1);
      expect(await count({ until: '2026-01-02T02:00:00+02:00' })).toBe(2);
      expect(await count({ since: '2026-01-02T00:00:00Z', until: '2026-01-02T00:00:00Z' })).toBe(1);
      expect(await count({ since: '2026-01-03T00:00:00Z', until: '2026-01-01T00:00:00Z' })).toBe(0);
      expect(await listed(api)).toHaveLength(4);
      const jobs = await server.run(
        (strapi, subscriptionId) =>
          strapi.db.query('plugin::work-tracking.webhook-resend').count({ where: { subscriptionId } }),
        id,
      );
      expect(jobs).toBe(0);
    });

    it('resends those of the time given and never its own, though until lies ahead', async () => {
      const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.updated'] });
      const times = [0, 1, 2].map((day) => BASE + day * DAY_MS);
      await insertDeliveries(
        server,
        id,
        times.map((createdAt) => ({ state: 'delivered', createdAt })),
      );
      const order = { state: 'delivered', since: '2026-01-02T00:00:00Z', until: '9990-01-01T00:00:00Z' };
      const { body } = await api.post(`/webhooks/subscriptions/${id}/resend`, order).expect(202);
      expect(body).toEqual({
        version: 'v1',
        resend: {
          id: expect.any(String),
          subscription_id: id,
          state: 'delivered',
          since: '2026-01-02T00:00:00.000Z',
          until: body.resend.created_at,
          count: 2,
          enqueued: 0,
          status: 'running',
          created_at: expect.any(String),
        },
      });
      const done = { ...body.resend, enqueued: 2, status: 'done' };
      expect(await endedResend(api, body.resend.id)).toEqual(done);
      await receiver.until(2);
      // The wake-ups of the worker after this find nothing more to do.
      const { body: next } = await api.post(`/webhooks/subscriptions/${id}/resend`).expect(202);
      expect(await endedResend(api, next.resend.id)).toMatchObject({ count: 0, enqueued: 0, status: 'done' });
      expect(await listed(api)).toHaveLength(5);
      expect(receiver.received).toHaveLength(2);
    });

    it('holds while the subscription is inactive', async () => {
      const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.updated'] });
      await insertDeliveries(server, id, dead(2));
      await setActive(id, false);
      const { body } = await api.post(`/webhooks/subscriptions/${id}/resend`).expect(202);
      expect(await endedResend(api, body.resend.id)).toMatchObject({ enqueued: 2, status: 'done' });
      expect(await listed(api, 'state=held')).toHaveLength(2);
      expect(receiver.received).toEqual([]);
    });
  });

  it('an order ends as cancelled when its subscription is deleted before it is worked off', async () => {
    const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.updated'] });
    await insertDeliveries(server, id, dead(2));
    await setActive(id, false);
    const { body } = await api.post(`/webhooks/subscriptions/${id}/resend`).expect(202);
    await endedResend(api, body.resend.id);
    await api.delete(`/webhooks/subscriptions/${id}`).expect(200);
    await server.run(async (strapi, documentId) => {
      const table = strapi.db.connection('work_tracking_webhook_resends');
      await table.where({ document_id: documentId }).update({ state: 'running', position: 0, enqueued: 0 });
      strapi.plugin('work-tracking').service('resends').wake();
    }, body.resend.id);
    expect(await endedResend(api, body.resend.id)).toMatchObject({ status: 'cancelled', enqueued: 0 });
    expect(await listed(api, 'state=cancelled')).toHaveLength(2);
    expect(await listed(api)).toHaveLength(4);
  });

  describe('POST /webhooks/subscriptions/:id/test', () => {
    it('sends a signed ping to this subscription only, whatever it lists, and tries it again', async () => {
      const listener = await startReceiver();
      await subscribe(api, listener.url, { event_types: ['audit.event'] });
      const secret = 'test secret';
      const { id } = await subscribe(api, receiver.url, { secret, event_types: ['decision.resolved'] });
      await listener.until(1);
      receiver.answer(500);
      const { body } = await api.post(`/webhooks/subscriptions/${id}/test`).expect(202);
      expect(body.delivery).toMatchObject({ event_type: 'ping', subscription_id: id, state: 'pending' });

      const [first] = (await receiver.until(1)) as [Received];
      expect(first.body).toEqual({
        event: 'ping',
        id: body.delivery.event_id,
        ts: body.delivery.created_at,
        tenant_id: api.tenantId,
        data: { id, project_key: api.projectKey, venture_key: api.projectKey, message: 'This is a test.' },
      });
      const hex = createHmac('sha256', secret).update(first.raw).digest('hex');
      expect(first.headers).toMatchObject({
        'x-service-event': 'ping',
        'x-service-signature': `sha256=${hex}`,
        'webhook-id': first.body.id,
      });
      await recorded(server, first.body.id, 1);
      receiver.answer(200);
      await server.travel(60_000);
      const [, second] = (await receiver.until(2)) as [Received, Received];
      expect(second.raw.equals(first.raw)).toBe(true);
      expect(await recorded(server, first.body.id, 2)).toMatchObject({ state: 'delivered' });
      expect(listener.received).toHaveLength(1);
      await listener.close();
    });
  });
});

describe('an order to resend 450 deliveries', () => {
  it('survives kill -9 after its first batch: two instances finish it, each delivery once', async () => {
    const database = await createDatabase();
    const first = await startServer({ database });
    const api = await newProject(first);
    const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    const old = await insertDeliveries(first, id, dead(450));
    await first.run((strapi) => {
      // Woken after the commit of a batch.
      strapi.plugin('work-tracking').service('dispatcher').wake = () => process.kill(process.pid, 'SIGKILL');
    });
    const death = first.run(() => new Promise(() => {}));
    const order = api.post(`/webhooks/subscriptions/${id}/resend`).catch(() => undefined);
    await expect(death).rejects.toThrow('ended while it ran the code');
    await order;
    expect(receiver.received).toEqual([]);

    const restartedAt = Date.now();
    const [second, third] = await Promise.all([startServer({ database }), startServer({ database })]);
    const mine = { ...api, ...v1(second, api.token) };
    const jobId = await second.run(async (strapi) => {
      const job = await strapi.db.query('plugin::work-tracking.webhook-resend').findOne({});
      return job.documentId as string;
    });
    expect(await endedResend(mine, jobId)).toMatchObject({ count: 450, enqueued: 450, status: 'done' });
    await receiver.until(450);
    // Anything else that was sent would arrive before the last event.
    await fileTicket(mine, { title: 'Last' });
    await receiver.until(1, ({ raw }) => raw.includes('Last'));
    expect(receiver.received).toHaveLength(451);
    expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(451);
    const written = await second.run(
      (strapi) =>
        strapi.db
          .query('plugin::work-tracking.webhook-delivery')
          .findMany({ where: { resentFrom: { $notNull: true } } }) as Promise<
          { resentFrom: string; createdAt: string }[]
        >,
    );
    expect(written.map(({ resentFrom }) => resentFrom).sort()).toEqual(old.sort());
    // A boot takes longer than the difference between the two clocks.
    const before = written.filter(({ createdAt }) => Date.parse(createdAt) < restartedAt + 500);
    expect(before).toHaveLength(200);
    await third.stop();
    await second.destroy();
  });
});
