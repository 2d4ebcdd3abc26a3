import { newProject, subscribe, type Api } from '../support/api';
import { insertDeliveries, untilAttempted } from '../support/deliveries';
import { startReceiver, type Receiver } from '../support/receiver';
import { startServer, type OwnServer, type TestServer } from '../support/server';
import { report, rounded } from './report';

const HEALTHY = 50;
const ROWS_EACH = 40;
const HANGING_ROWS = 5_000;
/** One is enough for what is asserted; how much is kept is the median of more. */
const ROUNDS = Number(process.env.CHAOS_FAIRNESS_ROUNDS || 1);
/** As long as a receiver takes that stores each event. */
const ANSWER_AFTER_MS = 20;

/** Inserts events for one or many subscriptions, not due yet. */
async function enqueue(server: TestServer, subscriptionIds: readonly string[], count: number): Promise<void> {
  for (const id of subscriptionIds) {
    const createdAt = Date.now();
    await insertDeliveries(
      server,
      id,
      Array.from({ length: count }, () => ({ state: 'pending', createdAt })),
    );
  }
}

/** Makes the inserted deliveries due, and wakes the dispatcher. */
const release = (server: TestServer, subscriptionIds: readonly string[]): Promise<void> =>
  server.run(
    async (strapi, ids) => {
      await strapi.db
        .connection('work_tracking_webhook_deliveries')
        .whereIn('subscription_id', ids)
        .where({ state: 'pending' })
        .whereNull('due_at')
        .update({ due_at: new Date(), attempts: 0 });
      strapi.plugin('work-tracking').service('dispatcher').wake();
    },
    [...subscriptionIds],
  );

/** Sets a subscription active or inactive; while it is inactive its deliveries are held. */
const setActive = (server: TestServer, documentId: string, active: boolean): Promise<void> =>
  server.run(
    async (strapi, change) => {
      const { documentId: id, active: isActive } = change;
      await strapi
        .documents('plugin::work-tracking.webhook-subscription' as never)
        .update({ documentId: id, data: { active: isActive } } as never);
    },
    { documentId, active },
  );

/** @returns deliveries per second to the healthy receivers */
async function throughput(server: TestServer, ids: readonly string[], receiver: Receiver): Promise<number> {
  const before = receiver.received.length;
  await enqueue(server, ids, ROWS_EACH);
  const start = performance.now();
  await release(server, ids);
  await receiver.until(before + HEALTHY * ROWS_EACH);
  return (HEALTHY * ROWS_EACH) / ((performance.now() - start) / 1000);
}

async function setUp(): Promise<{ server: OwnServer; api: Api; healthy: Receiver; ids: string[] }> {
  const server = await startServer({
    env: { DELIVERY_TIMEOUT_MS: '10000', RATE_LIMIT_WRITES_PER_MINUTE: '0' },
  });
  const api = await newProject(server);
  const healthy = await startReceiver();
  healthy.answer((_request, response) => {
    setTimeout(() => response.writeHead(200).end(), ANSWER_AFTER_MS);
  });
  const ids: string[] = [];
  for (let count = 0; count < HEALTHY; count += 1) {
    ids.push((await subscribe(api, healthy.url, { event_types: ['ticket.created'] })).id);
  }
  return { server, api, healthy, ids };
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

it('one endpoint that hangs, with 5,000 rows due to it, beside 50 healthy ones', async () => {
  const { server, api, healthy, ids } = await setUp();
  const hanging = await startReceiver();
  hanging.answer(() => {
    // Never.
  });
  const alone: number[] = [];
  const beside: number[] = [];
  try {
    await throughput(server, ids, healthy);
    const { id } = await subscribe(api, hanging.url, { event_types: ['ticket.created'] });
    await enqueue(server, [id], HANGING_ROWS);
    await release(server, [id]);
    // Begin once the process knows that it hangs.
    await untilAttempted(server, id, 1);
    // In turn, and each of the two first equally often, so that whatever grows with the rounds slows both.
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const isBeside of round % 2 === 0 ? [true, false] : [false, true]) {
        await setActive(server, id, isBeside);
        (isBeside ? beside : alone).push(await throughput(server, ids, healthy));
      }
    }
    const left = await server.run(
      (strapi, subscriptionId) =>
        strapi.db
          .query('plugin::work-tracking.webhook-delivery')
          .count({ where: { subscriptionId, state: { $in: ['pending', 'sending', 'held'] } } }),
      id,
    );
    report(`Fairness on ${server.database.env.DATABASE_CLIENT}: ${HEALTHY} healthy endpoints`, {
      'alone, deliveries per second': alone.map(rounded).join(', '),
      'beside one that hangs': beside.map(rounded).join(', '),
      'kept, in per cent': rounded(median(beside.map((rate, round) => (100 * rate) / alone[round]!))),
      'rows still due to the one that hangs': left,
    });
    expect(left).toBe(HANGING_ROWS);
    expect(healthy.received).toHaveLength((2 * ROUNDS + 1) * HEALTHY * ROWS_EACH);
  } finally {
    await Promise.all([healthy.close(), hanging.close()]);
    await server.kill();
    await server.database.drop();
  }
});
