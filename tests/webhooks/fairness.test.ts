import { once } from 'node:events';
import net from 'node:net';
import { fileTicket, newProject, subscribe } from '../support/api';
import { insertDeliveries, untilAttempted, type StoredAttempt } from '../support/deliveries';
import { startReceiver } from '../support/receiver';
import { startServer, type TestServer } from '../support/server';

/** Of when an attempt began and how long it took. */
const ROUNDING_MS = 2;

/** When the attempts at a subscription's deliveries began and ended, by the application's clock. */
const attemptsTo = (server: TestServer, subscriptionId: string): Promise<{ start: number; end: number }[]> =>
  server.run(async (strapi, id) => {
    const attempts: StoredAttempt[] = await strapi.db
      .query('plugin::work-tracking.webhook-attempt')
      .findMany({ where: { delivery: { subscriptionId: id } } });
    return attempts.map(({ startedAt, durationMs }) => {
      const start = new Date(startedAt).getTime();
      return { start, end: start + durationMs };
    });
  }, subscriptionId);

it('an endpoint that hangs takes its share of the slots and no more (docs/settings.md)', async () => {
  const server = await startServer({
    env: { DELIVERY_CONCURRENCY: '8', DELIVERY_CONCURRENCY_PER_SUBSCRIPTION: '5' },
  });
  const [hanging, healthy] = [await startReceiver(), await startReceiver()];
  try {
    hanging.answer(() => {
      // Never.
    });
    const api = await newProject(server);
    await subscribe(api, hanging.url, { event_types: ['ticket.created'] });
    await subscribe(api, healthy.url, { event_types: ['ticket.created'] });
    for (let count = 0; count < 60; count += 1) await fileTicket(api);
    await healthy.until(60);
    // Half of the project's share, which is half of the slots.
    expect(hanging.received).toHaveLength(2);
  } finally {
    await Promise.all([hanging.close(), healthy.close()]);
    await server.kill();
    await server.database.drop();
  }
});

it('an endpoint whose attempts time out keeps a quarter of its share until one is answered', async () => {
  const server = await startServer({
    env: { DELIVERY_CONCURRENCY_PER_SUBSCRIPTION: '8', DELIVERY_TIMEOUT_MS: '1000' },
  });
  const receiver = await startReceiver();
  receiver.answer(() => {
    // Never.
  });
  const api = await newProject(server);
  const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
  for (let count = 0; count < 30; count += 1) await fileTicket(api);
  await untilAttempted(server, id, 20);
  const attempts = await attemptsTo(server, id);
  const firstEnd = Math.min(...attempts.map(({ end }) => end));
  const later = attempts.filter(({ start }) => start > firstEnd);
  expect(later.length).toBeGreaterThan(0);
  for (const { start } of later) {
    const atOnce = attempts.filter((other) => other.start <= start && start < other.end - ROUNDING_MS);
    expect(atOnce.length).toBeLessThanOrEqual(2);
  }

  receiver.answer(200);
  await untilAttempted(server, id, 30);
  await receiver.close();
  await server.destroy();
});

it("a project's endpoints that hang or drip do not hold up another project", async () => {
  const server = await startServer();
  // Takes every connection: a path that begins with /drip is answered byte by byte, the others never.
  const hostile = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      if (!data.toString().startsWith('POST /drip')) return;
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 100);
      socket.once('close', () => clearInterval(drip));
    });
  });
  hostile.listen(0, '127.0.0.1');
  await once(hostile, 'listening');
  const { port } = hostile.address() as net.AddressInfo;
  const healthy = await startReceiver();
  try {
    const noisy = await newProject(server);
    const ids: string[] = [];
    for (let index = 0; index < 24; index += 1) {
      const path = index < 20 ? 'hang' : 'drip';
      const { id } = await subscribe(noisy, `http://127.0.0.1:${port}/${path}/${index}`, {
        event_types: ['decision.resolved'],
      });
      ids.push(id);
      await insertDeliveries(
        server,
        id,
        Array.from({ length: 125 }, () => ({ state: 'pending', createdAt: Date.now(), attempts: 0 })),
      );
    }
    const quiet = await newProject(server);
    await subscribe(quiet, healthy.url, { event_types: ['ticket.created'] });
    await server.run(async (strapi, subscriptions) => {
      await strapi.db
        .connection('work_tracking_webhook_deliveries')
        .whereIn('subscription_id', subscriptions)
        .update({ due_at: new Date(Date.now() - 1000) });
      strapi.plugin('work-tracking').service('dispatcher').wake();
      const sending = () =>
        strapi.db.query('plugin::work-tracking.webhook-delivery').count({ where: { state: 'sending' } });
      // As many as a project can have at one host.
      while ((await sending()) < 16) await new Promise((resolve) => setTimeout(resolve, 20));
    }, ids);
    for (let count = 0; count < 20; count += 1) await fileTicket(quiet);
    await healthy.until(20);
    const ended = await server.run(
      (strapi, subscriptions) =>
        strapi.db
          .query('plugin::work-tracking.webhook-attempt')
          .count({ where: { delivery: { subscriptionId: { $in: subscriptions } } } }),
      ids,
    );
    expect(ended).toBe(0);
  } finally {
    await healthy.close();
    await server.kill();
    hostile.close();
    await server.database.drop();
  }
});

it('a project with more hanging endpoints than have a turn at a time does not hold up another project', async () => {
  const server = await startServer({ env: { DELIVERY_TICK_SECONDS: '59', DELIVERY_TIMEOUT_MS: '60000' } });
  const [hanging, healthy] = [await startReceiver(), await startReceiver()];
  try {
    hanging.answer(() => {
      // Never.
    });
    const [noisy, quiet] = [await newProject(server), await newProject(server)];
    for (let index = 0; index < 100; index += 1) {
      const { id } = await subscribe(noisy, `${hanging.url}/${index}`, {
        event_types: ['decision.resolved'],
      });
      const due = Array.from({ length: 5 }, () => ({ state: 'pending', createdAt: Date.now(), attempts: 0 }));
      await insertDeliveries(server, id, due);
    }
    const { id } = await subscribe(quiet, healthy.url, { event_types: ['ticket.created'] });
    await server.run(async (strapi) => {
      await strapi.db
        .connection('work_tracking_webhook_deliveries')
        .update({ due_at: new Date(Date.now() - 60_000) });
      strapi.plugin('work-tracking').service('dispatcher').wake();
    });
    await hanging.until(16);
    await fileTicket(quiet);
    await untilAttempted(server, id, 1);
    // Nothing of the others had to end before.
    const attempts = await server.run((strapi) =>
      strapi.db.query('plugin::work-tracking.webhook-attempt').count({}),
    );
    expect(attempts).toBe(1);
  } finally {
    await Promise.all([hanging.close(), healthy.close()]);
    await server.kill();
    await server.database.drop();
  }
});
