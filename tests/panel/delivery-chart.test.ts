import { registerAdmin, type Admin } from '../support/admin';
import { newProject, subscribe, type Api } from '../support/api';
import { insertAttempts, insertDeliveries } from '../support/deliveries';
import { sharedServer, type SharedServer } from '../support/server';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOWHERE = 'http://127.0.0.1:9/hook';

let server: SharedServer;
let admin: Admin;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
});
afterAll(() => server.release());
beforeEach(async () => {
  api = await newProject(server);
});

const chart = async (query: string) =>
  (await admin.get(`/work-tracking/deliveries/chart?${query}`).expect(200)).body.data;

async function deliveryOf(eventType = 'ticket.created') {
  const { id } = await subscribe(api, NOWHERE, { event_types: ['ticket.updated'] });
  const [delivery] = await insertDeliveries(server, id, [
    { state: 'dead', createdAt: Date.now() - HOUR_MS, eventType },
  ]);
  return { id, delivery: delivery! };
}

it('counts delivered and failed attempts in each bucket of the time asked for', async () => {
  const { delivery } = await deliveryOf();
  const at = Date.UTC(2026, 0, 10, 12);
  await insertAttempts(server, delivery, [
    { result: 'delivered', startedAt: at - 1, durationMs: 5 },
    { result: 'delivered', startedAt: at, durationMs: 5 },
    { result: 'http_error', startedAt: at + 59_999, durationMs: 5 },
    { result: 'timeout', startedAt: at + MINUTE_MS, durationMs: 10_000 },
    { result: 'delivered', startedAt: at + 10 * MINUTE_MS, durationMs: 5 },
    { result: 'delivered', startedAt: at + 10 * MINUTE_MS + 1, durationMs: 5 },
  ]);
  const window = 'since=2026-01-10T12:00:00Z&until=2026-01-10T12:10:00Z';
  const data = await chart(`project=${api.tenantId}&${window}`);
  expect(data).toMatchObject({
    since: '2026-01-10T12:00:00.000Z',
    until: '2026-01-10T12:10:00.000Z',
    bucketMs: MINUTE_MS,
    isPartial: false,
    totals: { delivered: 2, failed: 2 },
  });
  expect(data.buckets.map(({ at: start }: { at: string }) => start)).toEqual(
    Array.from({ length: 10 }, (_, minute) => new Date(at + minute * MINUTE_MS).toISOString()),
  );
  expect(data.buckets[0]).toMatchObject({ delivered: 1, failed: 1 });
  expect(data.buckets[1]).toMatchObject({ delivered: 0, failed: 1 });
  // The end of the time asked for belongs to its last bucket.
  expect(data.buckets[9]).toMatchObject({ delivered: 1, failed: 0 });
  expect(data.buckets[5]).toMatchObject({ delivered: 0, failed: 0 });
});

it('is kept for some seconds, and says so, where many attempts are gone through', async () => {
  const { delivery } = await deliveryOf();
  const at = Date.UTC(2026, 0, 11);
  await insertAttempts(
    server,
    delivery,
    Array.from({ length: 10_001 }, () => ({ result: 'delivered', startedAt: at, durationMs: 5 })),
  );
  const other = await newProject(server);
  const window = 'since=2026-01-11T00:00:00Z&until=2026-01-11T00:01:00Z';
  const [counted, again] = [
    await chart(`project=${api.tenantId}&${window}`),
    await chart(`project=${api.tenantId}&${window}`),
  ];
  expect(counted).toMatchObject({ countedAt: expect.any(String), totals: { delivered: 10_001, failed: 0 } });
  expect(again.countedAt).toBe(counted.countedAt);
  expect(await chart(`project=${other.tenantId}&${window}`)).toMatchObject({
    countedAt: expect.any(String),
    totals: { delivered: 0, failed: 0 },
  });
  const quiet = 'since=2026-01-12T00:00:00Z&until=2026-01-12T00:01:00Z';
  expect(await chart(`project=${api.tenantId}&${quiet}`)).toMatchObject({ countedAt: null });
});

it('narrows by project, subscription and event type', async () => {
  const one = await deliveryOf();
  const two = await deliveryOf('ping');
  const startedAt = Date.now() - MINUTE_MS;
  await insertAttempts(server, one.delivery, [{ result: 'delivered', startedAt, durationMs: 5 }]);
  await insertAttempts(server, two.delivery, [{ result: 'dns_error', startedAt, durationMs: 5 }]);
  const sums = async (query: string) => {
    const { buckets } = await chart(query);
    const sum = (name: string) =>
      buckets.reduce((total: number, bucket: Record<string, number>) => total + bucket[name]!, 0);
    return [sum('delivered'), sum('failed')];
  };
  expect(await sums(`project=${api.tenantId}`)).toEqual([1, 1]);
  expect(await sums(`project=${api.tenantId}&period=hour`)).toEqual([1, 1]);
  expect(await sums(`subscription=${one.id}`)).toEqual([1, 0]);
  expect(await sums(`project=${api.tenantId}&eventType=ping`)).toEqual([0, 1]);
  expect(await sums(`project=${(await newProject(server)).tenantId}`)).toEqual([0, 0]);
  const [delivered, failed] = await sums('');
  expect([delivered! > 0, failed! > 0]).toEqual([true, true]);
});

it.each([
  ['period=hour', MINUTE_MS],
  ['period=day', 30 * MINUTE_MS],
  ['since=2026-01-01T00:00:00Z&until=2026-01-03T12:00:00Z', HOUR_MS],
  ['period=week', 3 * HOUR_MS],
  ['period=month', 12 * HOUR_MS],
  ['until=1990-01-01T00:00:00Z', MINUTE_MS],
  ['since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z', MINUTE_MS],
])('has 61 buckets at most: %s', async (query, bucketMs) => {
  const data = await chart(query);
  expect(data.bucketMs).toBe(bucketMs);
  expect(data.buckets.length).toBeGreaterThan(0);
  expect(data.buckets.length).toBeLessThanOrEqual(61);
});

const DAY_MS = 24 * HOUR_MS;

it.each([
  [2 * HOUR_MS, 5 * MINUTE_MS],
  [20 * DAY_MS, 12 * HOUR_MS],
  [100 * DAY_MS, 2 * DAY_MS],
  [3 * 365 * DAY_MS, 28 * DAY_MS],
  [20 * 365 * DAY_MS, 5 * 28 * DAY_MS],
])('without a time it charts all from the first delivery on, %d ms ago', async (ageMs, bucketMs) => {
  const { id } = await subscribe(api, NOWHERE, { event_types: ['ticket.updated'] });
  const first = Date.now() - ageMs;
  const [oldest, latest] = await insertDeliveries(server, id, [
    { state: 'dead', createdAt: first },
    { state: 'delivered', createdAt: Date.now() - MINUTE_MS },
  ]);
  await insertAttempts(server, oldest!, [{ result: 'timeout', startedAt: first + 1, durationMs: 5 }]);
  await insertAttempts(server, latest!, [
    { result: 'delivered', startedAt: Date.now() - MINUTE_MS, durationMs: 5 },
  ]);
  for (const query of ['', 'since=1990-01-01T00:00:00Z']) {
    const data = await chart(`project=${api.tenantId}&${query}`);
    expect(data).toMatchObject({
      since: new Date(first).toISOString(),
      bucketMs,
      isPartial: false,
      totals: { delivered: 1, failed: 1 },
    });
    expect(data.buckets.length).toBeLessThanOrEqual(61);
    expect(data.buckets[0]).toMatchObject({ failed: 1 });
    expect(data.buckets.at(-1).delivered + data.buckets.at(-2).delivered).toBe(1);
  }
});

it('without a time and a delivery it charts the last day', async () => {
  const { bucketMs, totals } = await chart(`project=${api.tenantId}`);
  expect([bucketMs, totals.delivered, totals.failed]).toEqual([30 * MINUTE_MS, 0, 0]);
});
