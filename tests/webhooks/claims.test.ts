import { fileTicket, newProject, subscribe } from '../support/api';
import { insertDeliveries } from '../support/deliveries';
import { startReceiver } from '../support/receiver';
import { startServer, type OwnServer } from '../support/server';

let server: OwnServer;

beforeAll(async () => {
  server = await startServer({ env: { DELIVERY_TICK_SECONDS: '59' } });
});
afterAll(() => server.destroy());

it('an idle service asks the database once per tick, for all that there may be to do', async () => {
  const queries = await server.run(async (strapi) => {
    const asked: string[] = [];
    const isStrapis = (sql: string) => /\b(strapi|admin)_/.test(sql);
    const note = ({ sql }: { sql: string }) => {
      if (!isStrapis(sql)) asked.push(sql);
    };
    const ticks = strapi.cron.jobs.find(({ name }) => name === 'work-tracking-deliver');
    const tick = ticks?.job as unknown as { pause(): void; resume(): void; invoke(): Promise<void> };
    // Only the ticks of this test count, not those of the cron.
    tick.pause();
    strapi.db.connection.on('query', note);
    for (let count = 0; count < 5; count += 1) {
      await tick.invoke();
      // Lets the work run that the tick has woken.
      await new Promise((resolve) => setImmediate(resolve));
    }
    strapi.db.connection.off('query', note);
    tick.resume();
    return asked;
  });
  expect(queries).toHaveLength(5);
  expect(queries[0]).toContain('exists');
});

it('a tick finds what no wake-up told of', async () => {
  const receiver = await startReceiver();
  const api = await newProject(server);
  const { id } = await subscribe(api, receiver.url);
  await insertDeliveries(server, id, [{ state: 'pending', createdAt: Date.now() }]);
  await server.run(async (strapi, subscriptionId) => {
    await strapi.db
      .connection('work_tracking_webhook_deliveries')
      .where({ subscription_id: subscriptionId })
      .update({ due_at: new Date(Date.now() - 1000), attempts: 0 });
    const tick = strapi.cron.jobs.find(({ name }) => name === 'work-tracking-deliver');
    await (tick?.job as unknown as { invoke(): Promise<void> }).invoke();
  }, id);
  await receiver.until(1);
  await receiver.close();
});

/** Remembers the queries from now on whose text has one of these parts. */
const rememberQueries = (...parts: string[]) =>
  server.run((strapi, wanted) => {
    const seen: object[] = [];
    strapi.db.connection.on('query', ({ sql, bindings }: { sql: string; bindings: unknown[] }) => {
      if (wanted.some((part) => sql.includes(part))) seen.push({ sql, bindings });
    });
    Object.assign(globalThis, { seen });
  }, parts);

/** How the database runs each of the remembered queries, once it knows what is stored. */
const rememberedPlans = () =>
  server.run(async (strapi) => {
    const { seen } = globalThis as unknown as { seen: { sql: string; bindings: unknown[] }[] };
    const { client } = strapi.db.dialect;
    const knex = strapi.db.connection;
    const table = 'work_tracking_webhook_deliveries';
    if (client === 'postgres') await knex.raw(`analyze ${table}`);
    if (client === 'mysql') await knex.raw(`analyze table ${table}`);
    // The statement as it was sent, with the driver's placeholders turned back into knex's.
    const explain = client === 'sqlite' ? 'explain query plan' : 'explain';
    const plans: string[] = [];
    for (const { sql, bindings } of [...seen]) {
      const plan = await knex.raw(`${explain} ${sql.replaceAll(/\$\d+/g, '?')}`, bindings as never);
      plans.push(JSON.stringify(plan));
    }
    return plans;
  });

it('a claim is an index look-up, however much is stored', async () => {
  const receiver = await startReceiver();
  const api = await newProject(server);
  const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
  const ended = Array.from({ length: 5_000 }, () => ({ state: 'delivered', createdAt: Date.now() }));
  await insertDeliveries(server, id, ended);
  await rememberQueries('as clock');
  await fileTicket(api);
  await receiver.until(1);
  const [plan] = await rememberedPlans();
  expect(plan).toContain('wt_deliveries_due_index');
  expect(plan).not.toMatch(
    /Seq Scan on work_tracking_webhook_deliveries|SCAN work_tracking_webhook_deliveries(?! USING)/,
  );
  await receiver.close();
});

it('what is due to an endpoint that has no slot left is not gone through for what is due to others', async () => {
  const [hanging, healthy] = [await startReceiver(), await startReceiver()];
  hanging.answer(() => {
    // Never.
  });
  const api = await newProject(server);
  const { id } = await subscribe(api, hanging.url, { event_types: ['decision.resolved'] });
  const other = await newProject(server);
  await subscribe(other, healthy.url, { event_types: ['ticket.created'] });
  const backlog = Array.from({ length: 5_000 }, () => ({ state: 'pending', createdAt: Date.now() }));
  await insertDeliveries(server, id, backlog);
  await server.run(async (strapi, subscriptionId) => {
    await strapi.db
      .connection('work_tracking_webhook_deliveries')
      .where({ subscription_id: subscriptionId })
      .update({ due_at: new Date(Date.now() - 60_000) });
    strapi.plugin('work-tracking').service('dispatcher').wake();
  }, id);
  await hanging.until(1);
  // Who has something due, and what that is: each database is asked in other words.
  await rememberQueries(
    ...['min(`due_at`)', 'is not null'],
    ...['of_one', 'delivery on delivery.id in', 'cross join lateral'],
  );
  await fileTicket(other);
  await healthy.until(1);
  const plans = await rememberedPlans();
  expect(plans.length).toBeGreaterThan(1);
  expect(plans.join()).toContain('wt_deliveries_subscription_due_index');
  for (const plan of plans) {
    expect(plan).not.toMatch(
      /(INDEX |using |on |key\W+)wt_deliveries_due_index|Seq Scan on work_tracking_webhook_deliveries/,
    );
  }
  await server.run(
    (strapi, subscriptionId) =>
      strapi.db
        .connection('work_tracking_webhook_deliveries')
        .where({ subscription_id: subscriptionId })
        .update({ state: 'cancelled', due_at: null }),
    id,
  );
  await Promise.all([hanging.close(), healthy.close()]);
});

it('what a stop cuts off is given back at once, unsent and uncounted', async () => {
  const receiver = await startReceiver();
  receiver.answer(() => {
    // Never.
  });
  const api = await newProject(server);
  const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
  await fileTicket(api);
  await receiver.until(1);
  const GRACE_MS = 1;
  await server.run(
    (strapi, graceMs) => strapi.plugin('work-tracking').service('dispatcher').stop(graceMs),
    GRACE_MS,
  );
  const rows = await server.run(
    (strapi, subscriptionId) =>
      strapi.db
        .query('plugin::work-tracking.webhook-delivery')
        .findMany({ where: { subscriptionId } }) as Promise<{ dueAt: string }[]>,
    id,
  );
  expect(rows).toMatchObject([{ state: 'pending', attempts: 0, leaseToken: null }]);
  expect(Date.parse(rows[0]!.dueAt)).toBeLessThanOrEqual(Date.now() + 1000);
  await receiver.close();
  await server.run((strapi) => strapi.plugin('work-tracking').service('dispatcher').start());
});
