import supertest from 'supertest';
import { fileTicket, newProject, subscribe } from '../support/api';
import { LEASE_MS } from '../support/application';
import { deliveriesOf, insertDeliveries, recorded, untilAttempted } from '../support/deliveries';
import { startReceiver, type Received } from '../support/receiver';
import {
  sharedServer,
  startServer,
  type OwnServer,
  type SharedServer,
  type TestServer,
} from '../support/server';

const TOKEN = 'a-scraper-s-token';
const PATH = '/api/work-tracking/metrics';

const scrape = (server: TestServer, bearer?: string) => {
  const test = supertest(server.url).get(PATH);
  return bearer === undefined ? test : test.set('Authorization', `Bearer ${bearer}`);
};

/** The samples of the answer: the text before the last blank of each line, and the number after it. */
async function samples(server: TestServer): Promise<Record<string, number>> {
  const { text } = await scrape(server, TOKEN)
    .expect(200)
    .expect('Content-Type', /^text\/plain; version=0/);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

describe('without METRICS_TOKEN', () => {
  let server: SharedServer;
  beforeAll(async () => {
    server = await sharedServer();
  });
  afterAll(() => server.release());

  it('there is no such route', async () => {
    await scrape(server).expect(404);
    await scrape(server, '').expect(404);
    await scrape(server, TOKEN).expect(404);
  });
});

describe('with METRICS_TOKEN', () => {
  let server: OwnServer;

  beforeAll(async () => {
    server = await startServer({ env: { METRICS_TOKEN: TOKEN } });
  });
  afterAll(() => server.destroy());

  it('the metrics are for whoever holds it, and for no token of a project', async () => {
    const api = await newProject(server);
    for (const bearer of [undefined, '', 'another', `${TOKEN}x`, api.token]) {
      const { text, headers } = await scrape(server, bearer).expect(401);
      expect(headers['www-authenticate']).toBe('Bearer');
      expect(text).not.toContain('work_tracking');
    }
    await scrape(server, TOKEN).expect(200);
  });

  it('counts attempts by result, the time from event to arrival, and what is dead, held, due or disabled', async () => {
    const receiver = await startReceiver();
    const api = await newProject(server);
    const before = await samples(server);
    const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    receiver.answer(500);
    await fileTicket(api);
    const [{ body }] = (await receiver.until(1)) as [Received];
    await recorded(server, body.id, 1);
    receiver.answer(200);
    await server.travel(60_000);
    await receiver.until(2);
    await recorded(server, body.id, 2);

    const states = ['dead', 'dead', 'dead', 'held', 'held'];
    await insertDeliveries(
      server,
      id,
      states.map((state) => ({ state, createdAt: Date.now() })),
    );
    await server.run(async (strapi, subscriptionId) => {
      await strapi.db
        .query('plugin::work-tracking.webhook-subscription')
        .update({ where: { documentId: subscriptionId }, data: { active: false } });
      // Due, but claimed by nobody while all slots are in use.
      await strapi.plugin('work-tracking').service('dispatcher').stop();
      await strapi.db
        .connection('work_tracking_webhook_deliveries')
        .where({ state: 'held' })
        .limit(1)
        .update({ state: 'pending', due_at: new Date(Date.now() - 90_000) });
    }, id);

    const after = await samples(server);
    const grown = (name: string) => after[name]! - (before[name] ?? 0);
    expect(grown('work_tracking_attempt_seconds_count{result="http_error"}')).toBe(1);
    expect(grown('work_tracking_attempt_seconds_count{result="delivered"}')).toBe(1);
    expect(grown('work_tracking_delivery_seconds_count')).toBe(1);
    // Waits do not count as attempts, so this is the time of one request.
    expect(grown('work_tracking_delivery_seconds_sum')).toBeGreaterThan(0);
    expect(grown('work_tracking_deliveries{state="dead"}')).toBe(3);
    expect(after['work_tracking_deliveries{state="held"}']! + after.work_tracking_deliveries_due!).toBe(2);
    expect(after.work_tracking_deliveries_due).toBeGreaterThan(0);
    expect(after.work_tracking_oldest_due_seconds).toBeGreaterThan(89);
    expect(after.work_tracking_oldest_due_seconds).toBeLessThan(1000);
    expect(grown('work_tracking_subscriptions_disabled')).toBe(1);
    expect(grown('work_tracking_leases_taken_over_total')).toBe(0);
    await receiver.close();
  });
});

it('counts the leases that were taken over from a process that was killed', async () => {
  const receiver = await startReceiver();
  receiver.answer(() => {
    // No answer: both attempts are in flight when the process dies.
  });
  const first = await startServer({ env: { METRICS_TOKEN: TOKEN } });
  const api = await newProject(first);
  const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
  await fileTicket(api);
  await fileTicket(api);
  const [{ body }] = (await receiver.until(2)) as [Received];
  await first.kill();
  receiver.answer(200);
  const second = await startServer({ env: { METRICS_TOKEN: TOKEN }, database: first.database });
  expect(await deliveriesOf(second, body.id)).toMatchObject([{ state: 'sending' }]);
  expect((await samples(second)).work_tracking_leases_taken_over_total).toBe(0);
  await second.travel(LEASE_MS);
  await untilAttempted(second, id, 2);
  expect((await samples(second)).work_tracking_leases_taken_over_total).toBe(2);
  await receiver.close();
  await second.destroy();
});
