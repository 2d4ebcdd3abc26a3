import { Client } from 'pg';
import { fileTicket, newProject, subscribe } from '../support/api';
import { createDatabase } from '../support/database';
import { deliveriesOf } from '../support/deliveries';
import { startReceiver } from '../support/receiver';
import { startServer } from '../support/server';
import { drained } from './drained';
import { startProxy } from './proxy';
import { report, rounded } from './report';

/** Long enough for many ticks to find no database. */
const OUTAGE_MS = Number(process.env.CHAOS_OUTAGE_SECONDS || 10) * 1000;
const TICKETS = 20;

/** As the service comes: what was in flight when the database went is taken up again after its lease. */
const CLAIMS = { DELIVERY_TIMEOUT_MS: '10000', DELIVERY_LEASE_MS: '30000' };

/** Makes all deliveries due, whether or not the application has its database. */
async function makeDue(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('update work_tracking_webhook_deliveries set due_at = created_at');
  await client.end();
}

it(`a database that is away for ${OUTAGE_MS / 1000} s: deliveries go on by themselves when it is back`, async () => {
  const database = await createDatabase();
  const proxy = await startProxy(new URL(database.env.DATABASE_URL!));
  const receiver = await startReceiver();
  const server = await startServer({
    database: { ...database, env: { ...database.env, DATABASE_URL: proxy.url } },
    env: {
      ...CLAIMS,
      // Later than any test.
      DELIVERY_RETRY_BASE_MS: '3600000',
      DELIVERY_RETRY_FACTOR: '1',
      DELIVERY_MAX_ATTEMPTS: '100',
      DELIVERY_TICK_SECONDS: '1',
    },
  });
  try {
    const api = await newProject(server);
    await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    // Each has failed once, and none is on its way, when the database goes. Its retry falls due while it is away.
    receiver.answer(500);
    for (let count = 0; count < TICKETS; count += 1) await fileTicket(api);
    await receiver.until(TICKETS);
    await server.run(async (strapi) => {
      const waiting = { state: 'pending', attempts: 1 };
      const others = { $not: waiting };
      const deliveries = strapi.db.query('plugin::work-tracking.webhook-delivery');
      while ((await deliveries.count({ where: others })) > 0)
        await new Promise((resolve) => setTimeout(resolve, 20));
    });
    proxy.cut();
    await makeDue(database.env.DATABASE_URL!);
    receiver.answer(200);
    const refused = await api.post('/tickets', { title: 'Too bad' });
    expect([refused.status, refused.body.error]).toEqual([500, 'internal_error']);
    await server.run((strapi) => strapi.plugin('work-tracking').service('dispatcher').wake());
    await server.untilLogged('Claiming deliveries failed');
    // Nothing else need wake it: it is not told when the database is back.
    await new Promise((resolve) => setTimeout(resolve, OUTAGE_MS));
    expect(receiver.received).toHaveLength(TICKETS);

    const start = performance.now();
    await proxy.restore();
    await drained(server);
    report(`A database that was away for ${OUTAGE_MS / 1000} s`, {
      'deliveries that waited': TICKETS,
      'seconds until all had arrived': rounded((performance.now() - start) / 1000),
    });
    const ids = new Set(receiver.received.map(({ body }) => body.id));
    expect(ids.size).toBe(TICKETS);
    for (const id of ids) expect((await deliveriesOf(server, id))[0]).toMatchObject({ state: 'delivered' });
    // It accepts changes again by itself.
    await fileTicket(api, { title: 'Better' });
    await receiver.until(1, ({ raw }) => raw.includes('Better'));
  } finally {
    await receiver.close();
    await server.stop();
    proxy.close();
    await database.drop();
  }
});

it('a database that goes away again and again, in the middle of everything: no process dies of it', async () => {
  const CUTS = 30;
  const WRITERS = 4;
  const database = await createDatabase();
  const proxy = await startProxy(new URL(database.env.DATABASE_URL!));
  const receiver = await startReceiver();
  const server = await startServer({
    database: { ...database, env: { ...database.env, DATABASE_URL: proxy.url } },
    env: { ...CLAIMS, DELIVERY_TICK_SECONDS: '1', RATE_LIMIT_WRITES_PER_MINUTE: '0' },
  });
  try {
    const api = await newProject(server);
    await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    const answers = new Map<number, number>();
    const over = new AbortController();
    const writing = Array.from({ length: WRITERS }, async () => {
      while (!over.signal.aborted) {
        // No answer at all, as from a dead process, fails the test.
        const { status } = await api.post('/tickets', { title: 'Again' });
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
    });
    const cutting = async () => {
      for (let cut = 0; cut < CUTS; cut += 1) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 500));
        proxy.cut();
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 500));
        await proxy.restore();
      }
      over.abort();
    };
    await Promise.all([...writing, cutting()]);
    // A failed look-up of the token is a fault of the server, not of the request.
    expect([...answers.keys()].sort()).toEqual([201, 500]);
    await drained(server);
    const received = new Set(receiver.received.map(({ body }) => body.id)).size;
    const filed = await server.run((strapi) => strapi.db.query('plugin::work-tracking.ticket').count());
    report(`A database that was away ${CUTS} times in a row, for up to half a second`, {
      'changes committed': filed,
      acknowledged: answers.get(201)!,
      'answered 500': answers.get(500)!,
      'events received': received,
    });
    expect(received).toBe(filed);
    expect(filed).toBeGreaterThanOrEqual(answers.get(201)!);
  } finally {
    await receiver.close();
    await server.stop();
    proxy.close();
    await database.drop();
  }
});

it('a lost connection of its own that nobody waits for ends no process, one of something else does', async () => {
  const database = await createDatabase();
  const proxy = await startProxy(new URL(database.env.DATABASE_URL!));
  const server = await startServer({
    database: { ...database, env: { ...database.env, DATABASE_URL: proxy.url } },
  });
  try {
    proxy.cut();
    // In every way in which it can be lost: to open, to begin a transaction, to query.
    await server.run(async (strapi) => {
      void strapi.db.connection.raw('select 1');
      void strapi.db.transaction(() => strapi.db.query('admin::user').count());
      void strapi.db.query('admin::user').count();
      await new Promise((resolve) => setImmediate(resolve));
    });
    await server.untilLogged('The connection to the database was lost.');
    const foreign = server.run(
      () =>
        new Promise(() => {
          const error = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:6379'), {
            code: 'ECONNREFUSED',
          });
          void Promise.reject(error);
        }),
    );
    await expect(foreign).rejects.toThrow('ended while it ran the code');
    expect(server.log()).toContain('127.0.0.1:6379');
  } finally {
    await server.stop();
    proxy.close();
    await database.drop();
  }
});
