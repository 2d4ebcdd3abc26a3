import { fileTicket, newProject, subscribe, type Api } from '../support/api';
import { createDatabase } from '../support/database';
import { startReceiver, type Received, type Receiver } from '../support/receiver';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
let receiver: Receiver;
let api: Api;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.destroy());
beforeEach(async () => {
  receiver = await startReceiver();
  api = await newProject(server);
});
afterEach(() => receiver.close());

interface StoredDelivery {
  id: number;
  state: string;
  attempts: number;
  dueAt: string | null;
  endedAt: string | null;
}

interface StoredAttempt {
  number: number;
  result: string;
  statusCode: number | null;
  message: string | null;
  responseBody: string | null;
  nextAttemptAt: string | null;
  startedAt: string;
  durationMs: number;
}

/** The deliveries of an event, as an administrator sees them. */
async function deliveriesOf(eventId: string, on = server): Promise<StoredDelivery[]> {
  return on.run(
    (strapi, id) =>
      strapi.db.query('plugin::work-tracking.webhook-delivery').findMany({ where: { eventId: id } }) as Promise<
        StoredDelivery[]
      >,
    eventId,
  );
}

async function attemptsOf(deliveryId: number): Promise<StoredAttempt[]> {
  return server.run(
    (strapi, id) =>
      strapi.db
        .query('plugin::work-tracking.webhook-attempt')
        .findMany({ where: { delivery: { id } }, orderBy: { number: 'asc' } }) as Promise<StoredAttempt[]>,
    deliveryId,
  );
}

/** The delivery of an event once its `count`th attempt is recorded: asked for again and again, without waiting. */
async function recorded(eventId: string, count: number, on = server): Promise<StoredDelivery> {
  for (;;) {
    const [delivery] = await deliveriesOf(eventId, on);
    if (delivery && delivery.attempts >= count && delivery.state !== 'sending') return delivery;
  }
}

const MINUTE_MS = 60_000;
const WAITS_MS = [30_000, 150_000, 750_000, 3_750_000, 18_750_000];

describe('retries (gaps.md, Deliveries: attempts)', () => {
  it('500 six times, then dead, and no seventh', async () => {
    receiver.answer((_request, response) => void response.writeHead(500).end('broken'));
    await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    await fileTicket(api);
    const [{ body }] = (await receiver.until(1)) as [Received];

    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const delivery = await recorded(body.id, attempt);
      expect(delivery).toMatchObject({ state: 'pending', attempts: attempt, endedAt: null });
      const [last] = (await attemptsOf(delivery.id)).slice(-1) as [StoredAttempt];
      const waitMs = Date.parse(delivery.dueAt!) - (Date.parse(last.startedAt) + last.durationMs);
      const scheduledMs = WAITS_MS[attempt - 1]!;
      expect(waitMs).toBeGreaterThanOrEqual(scheduledMs * 0.8 - 1000);
      expect(waitMs).toBeLessThanOrEqual(scheduledMs * 1.2 + 1000);
      expect(last).toMatchObject({
        number: attempt,
        result: 'http_error',
        statusCode: 500,
        responseBody: 'broken',
        nextAttemptAt: delivery.dueAt,
      });
      expect(receiver.received).toHaveLength(attempt);
      await server.travel(waitMs + 1000);
      await receiver.until(attempt + 1);
    }

    const dead = await recorded(body.id, 6);
    expect(dead).toMatchObject({ state: 'dead', attempts: 6, dueAt: null, endedAt: expect.any(String) });
    await server.travel(365 * 24 * 60 * MINUTE_MS);
    await fileTicket(api, { title: 'Later' });
    await receiver.until(1, ({ raw }) => raw.includes('Later'));
    const sent = receiver.received.filter((received) => received.body.id === body.id);
    expect(sent).toHaveLength(6);
    expect(new Set(sent.map(({ raw }) => raw.toString())).size).toBe(1);
  });

  it('two failures and a success', async () => {
    const statuses = [503, 404, 204];
    receiver.answer((_request, response) => void response.writeHead(statuses.shift() ?? 500).end());
    await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    await fileTicket(api);
    const [{ body }] = (await receiver.until(1)) as [Received];
    for (const attempt of [1, 2]) {
      await recorded(body.id, attempt);
      await server.travel(15 * MINUTE_MS);
      await receiver.until(attempt + 1);
    }
    const delivery = await recorded(body.id, 3);
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 3, dueAt: null });
    expect((await attemptsOf(delivery.id)).map(({ result, statusCode }) => [result, statusCode])).toEqual([
      ['http_error', 503],
      ['http_error', 404],
      ['delivered', 204],
    ]);
  });

  it('does not follow a redirect', async () => {
    const elsewhere = await startReceiver();
    receiver.answer((_request, response) => void response.writeHead(302, { Location: elsewhere.url }).end());
    await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    await fileTicket(api);
    const [{ body }] = (await receiver.until(1)) as [Received];
    expect(await recorded(body.id, 1)).toMatchObject({ state: 'pending', attempts: 1 });
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
  });

  it('says what went wrong where no answer came', async () => {
    const closed = await startReceiver();
    await closed.close();
    await subscribe(api, closed.url, { event_types: ['ticket.created'] });
    await subscribe(api, 'http://does-not-exist.invalid/hook', { event_types: ['ticket.created'] });
    await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    receiver.answer((request) => void request.socket.destroy());
    await fileTicket(api);
    const [{ body }] = (await receiver.until(1)) as [Received];
    const found: Record<string, string | null> = {};
    while (Object.keys(found).length < 3) {
      for (const { id } of await deliveriesOf(body.id)) {
        for (const { result, message } of await attemptsOf(id)) found[result] = message;
      }
    }
    expect(found).toEqual({
      connection_refused: expect.stringContaining('ECONNREFUSED'),
      dns_error: expect.stringContaining('does-not-exist.invalid'),
      connection_reset: expect.any(String),
    });
  });

  it('waits as long as Retry-After asks, on 429 and 503', async () => {
    receiver.answer((_request, response) => void response.writeHead(429, { 'Retry-After': '3600' }).end());
    await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    await fileTicket(api);
    const [{ body }] = (await receiver.until(1)) as [Received];
    const { dueAt } = await recorded(body.id, 1);
    expect(Date.parse(dueAt!) - Date.now()).toBeGreaterThan(59 * MINUTE_MS);
    expect(Date.parse(dueAt!) - Date.now()).toBeLessThan(61 * MINUTE_MS);
  });

  it('keeps the first 4 KiB of an answer and cuts an endless one', async () => {
    receiver.answer((_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(1024)));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    });
    await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    await fileTicket(api);
    const [{ body }] = (await receiver.until(1)) as [Received];
    const delivery = await recorded(body.id, 1);
    expect(delivery.state).toBe('delivered');
    expect((await attemptsOf(delivery.id))[0]!.responseBody).toBe('x'.repeat(4096));
  });
});

describe('subscriptions that end (gaps.md, Deliveries)', () => {
  const setActive = (id: string, active: boolean) =>
    server.run(
      (strapi, change) =>
        strapi.db
          .query('plugin::work-tracking.webhook-subscription')
          .update({ where: { documentId: change.id }, data: { active: change.active } }),
      { id, active },
    );

  it('410 ends the delivery and disables the subscription, which its project hears of', async () => {
    const listener = await startReceiver();
    await subscribe(api, listener.url, { event_types: ['audit.event'] });
    const gone = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    receiver.answer(410);
    await fileTicket(api);
    const [{ body }] = (await receiver.until(1)) as [Received];
    expect(await recorded(body.id, 1)).toMatchObject({ state: 'dead', attempts: 1 });
    const [disabled] = await listener.until(1, (received) => received.body.data.action === 'subscription.disabled');
    expect(disabled!.body.data).toMatchObject({
      target: { type: 'subscription', id: gone.id },
      actor: { type: 'system' },
    });
    const { body: list } = await api.get('/webhooks/subscriptions').expect(200);
    expect(list.subscriptions.find(({ id }: { id: string }) => id === gone.id).active).toBe(false);
    expect(listener.received.some((received) => received.body.data.action === 'subscription.updated')).toBe(false);
    await listener.close();
  });

  it('holds what is due while inactive, and goes on when active again', async () => {
    const subscription = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    receiver.answer(500);
    await fileTicket(api);
    const [{ body }] = (await receiver.until(1)) as [Received];
    await recorded(body.id, 1);
    await setActive(subscription.id, false);
    expect((await deliveriesOf(body.id))[0]).toMatchObject({ state: 'held' });
    await server.travel(365 * 24 * 60 * MINUTE_MS);
    await fileTicket(api, { title: 'While inactive' });
    receiver.answer(200);
    await setActive(subscription.id, true);
    await receiver.until(2);
    expect(await recorded(body.id, 2)).toMatchObject({ state: 'delivered' });
    expect(receiver.received.some(({ raw }) => raw.includes('While inactive'))).toBe(false);
  });

  it('cancels what is due when deleted', async () => {
    const subscription = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    receiver.answer(500);
    await fileTicket(api);
    const [{ body }] = (await receiver.until(1)) as [Received];
    await recorded(body.id, 1);
    await api.delete(`/webhooks/subscriptions/${subscription.id}`).expect(200);
    expect((await deliveriesOf(body.id))[0]).toMatchObject({ state: 'cancelled', dueAt: null });
    await server.travel(365 * 24 * 60 * MINUTE_MS);
    const other = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    await fileTicket(api, { title: 'Marker' });
    await receiver.until(1, ({ raw }) => raw.includes('Marker'));
    expect(receiver.received).toHaveLength(2);
    expect(other.id).not.toBe(subscription.id);
  });
});

describe('processes that end (gaps.md, Deliveries: guarantee)', () => {
  it('kill -9 between commit and send: the delivery comes after the next start', async () => {
    const database = await createDatabase();
    const first = await startServer({ database });
    const mine = await newProject(first);
    await subscribe(mine, receiver.url, { event_types: ['ticket.created'] });
    const death = first.run(async (strapi, key) => {
      const project = await strapi.db.query('plugin::work-tracking.project').findOne({ where: { key } });
      await strapi.db.transaction(async ({ onCommit }) => {
        // Registered first, so it runs first: nothing is between the commit and this.
        onCommit(() => process.kill(process.pid, 'SIGKILL'));
        await (
          strapi.documents('plugin::work-tracking.ticket' as never) as never as { create(p: object): Promise<unknown> }
        ).create({ data: { title: 'Survivor', project: project.id } });
      });
    }, mine.projectKey);
    await expect(death).rejects.toThrow('ended while it ran the code');
    expect(receiver.received).toEqual([]);

    const second = await startServer({ database });
    const [delivery] = await receiver.until(1);
    expect(delivery!.body.data.title).toBe('Survivor');
    await second.destroy();
  });

  it('a killed process leaves its claims to the others, after the lease', async () => {
    const database = await createDatabase();
    const first = await startServer({ database });
    const mine = await newProject(first);
    await subscribe(mine, receiver.url, { event_types: ['ticket.created'] });
    receiver.answer(() => {
      // No answer: the claim is in flight when the process dies.
    });
    await fileTicket(mine);
    const [{ body }] = (await receiver.until(1)) as [Received];
    await first.kill();

    receiver.answer(200);
    const second = await startServer({ database });
    const [claimed] = await deliveriesOf(body.id, second);
    expect(claimed).toMatchObject({ state: 'sending', attempts: 0 });
    expect(Date.parse(claimed!.dueAt!) - Date.now()).toBeGreaterThan(10_000);
    expect(receiver.received).toHaveLength(1);
    await second.travel(30_000);
    await receiver.until(2);
    expect(await recorded(body.id, 1, second)).toMatchObject({ state: 'delivered', attempts: 1 });
    await second.destroy();
  });

  it('a stop waits for what is in flight', async () => {
    const database = await createDatabase();
    const first = await startServer({ database });
    const mine = await newProject(first);
    await subscribe(mine, receiver.url, { event_types: ['ticket.created'] });
    let finish = () => {};
    receiver.answer((_request, response) => {
      finish = () => void response.writeHead(200).end();
    });
    await fileTicket(mine);
    const [{ body }] = (await receiver.until(1)) as [Received];
    const stopped = first.stop();
    await first.untilLogged('Shutting down Strapi');
    finish();
    await stopped;

    const second = await startServer({ database });
    expect((await deliveriesOf(body.id, second))[0]).toMatchObject({ state: 'delivered', attempts: 1 });
    expect(receiver.received).toHaveLength(1);
    await second.destroy();
  });
});
