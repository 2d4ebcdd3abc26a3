import { Client } from 'pg';
import { fileTicket, newProject, subscribe, type Api } from '../support/api';
import { createDatabase, type TestDatabase } from '../support/database';
import { startReceiver, type Receiver } from '../support/receiver';
import { startServer, type OwnServer } from '../support/server';
import { drained } from './drained';
import { report } from './report';

const ENV = {
  DELIVERY_TIMEOUT_MS: '1000',
  DELIVERY_LEASE_MS: '16000',
  DELIVERY_RETRY_BASE_MS: '500',
  DELIVERY_RETRY_FACTOR: '1',
  DELIVERY_MAX_ATTEMPTS: '100',
  DELIVERY_TICK_SECONDS: '1',
  RATE_LIMIT_WRITES_PER_MINUTE: '0',
};

/** A server with a subscribed receiver, and a session of somebody else on its database. */
interface Surroundings {
  server: OwnServer;
  receiver: Receiver;
  api: Api;
  session: Client;
}

async function inSurroundings(env: Record<string, string>, work: (around: Surroundings) => Promise<void>) {
  const database: TestDatabase = await createDatabase();
  const session = new Client({ connectionString: database.env.DATABASE_URL });
  await session.connect();
  const receiver = await startReceiver();
  const server = await startServer({ database, env: { ...ENV, ...env } });
  try {
    const api = await newProject(server);
    await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    await work({ server, receiver, api, session });
  } finally {
    await receiver.close();
    await session.end();
    await server.destroy();
  }
}

/** The public ids of the tickets whose events have been received. */
const toldOf = ({ received }: Receiver) => new Set(received.map(({ body }) => String(body.data.id)));

const tickets = (server: OwnServer): Promise<string[]> =>
  server.run(async (strapi) => {
    const rows = await strapi.db.query('plugin::work-tracking.ticket').findMany({ select: ['documentId'] });
    return rows.map(({ documentId }: { documentId: string }) => documentId);
  });

it('backends that an administrator ends, in the middle of changes and deliveries: nothing is lost', () =>
  inSurroundings({}, async ({ server, receiver, api, session }) => {
    const ROUNDS = 40;
    const WRITERS = 4;
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    const over = new AbortController();
    const writing = Array.from({ length: WRITERS }, async () => {
      while (!over.signal.aborted) {
        // No answer at all, as from a dead process, fails the test.
        const { status, body } = await api.post('/tickets', { title: 'Again' });
        statuses.add(status);
        if (status === 201) acknowledged.push(body.ticket.id);
      }
    });
    const ending = async () => {
      let ended = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 200));
        const { rowCount } = await session.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
        );
        ended += rowCount ?? 0;
      }
      over.abort();
      return ended;
    };
    const [ended] = await Promise.all([ending(), ...writing]);
    await drained(server);
    const filed = await tickets(server);
    const told = toldOf(receiver);
    report('Backends of PostgreSQL ended in the middle of their work', {
      'backends ended': ended,
      'changes committed': filed.length,
      acknowledged: acknowledged.length,
      'events received': told.size,
    });
    expect(ended).toBeGreaterThan(0);
    expect([...statuses].filter((status) => status !== 201 && status !== 500)).toEqual([]);
    expect(acknowledged.filter((id) => !filed.includes(id))).toEqual([]);
    expect([...told].sort()).toEqual([...filed].sort());
    await fileTicket(api);
  }));

it('an exhausted pool: requests are answered with an error, and deliveries go on when it is free', () =>
  inSurroundings(
    { DATABASE_POOL_MIN: '0', DATABASE_POOL_MAX: '2', DATABASE_CONNECTION_TIMEOUT: '1000' },
    async ({ server, receiver, api, session }) => {
      receiver.answer(500);
      for (let count = 0; count < 5; count += 1) await fileTicket(api);
      await receiver.until(5);
      await session.query('select pg_advisory_lock(1)');
      // Each takes a connection of the pool, and waits.
      await server.run(async (strapi) => {
        const locks = ['select pg_advisory_lock_shared(1)', 'select pg_advisory_lock_shared(1)'];
        const waiting = locks.map((sql) => strapi.db.connection.transaction((trx) => trx.raw(sql)));
        (globalThis as { waiting?: Promise<unknown> }).waiting = Promise.all(waiting);
        await new Promise((resolve) => setImmediate(resolve));
      });
      for (;;) {
        const { rows } = await session.query('select from pg_locks where locktype = $1 and not granted', [
          'advisory',
        ]);
        if (rows.length === 2) break;
      }
      const refused = await api.post('/tickets', { title: 'Too bad' });
      expect([refused.status, refused.body.error]).toEqual([500, 'internal_error']);
      receiver.answer(200);
      await session.query('select pg_advisory_unlock(1)');
      await server.run(() => (globalThis as { waiting?: Promise<unknown> }).waiting?.then(() => null));
      await drained(server);
      await fileTicket(api);
      await drained(server);
      expect([...toldOf(receiver)].sort()).toEqual((await tickets(server)).sort());
    },
  ));

it('a transaction that is left open holds up what it has locked, and nothing else', () =>
  inSurroundings({}, async ({ server, receiver, api, session }) => {
    receiver.answer(500);
    const held = await fileTicket(api);
    await receiver.until(1);
    // The delivery between two attempts, so that none of it is on its way.
    for (let state = ''; state !== 'pending';) {
      await session.query('rollback; begin');
      const { rows } = await session.query<{ state: string }>(
        'select state from work_tracking_webhook_deliveries where target_id = $1 for update',
        [held.id],
      );
      state = rows[0]!.state;
    }
    await session.query('select from work_tracking_tickets where document_id = $1 for update', [held.id]);
    receiver.answer(200);
    const before = receiver.received.length;
    const changing = api.patch(`/tickets/${held.id}`, { title: 'Later' }).then(({ status }) => status);
    const other = await fileTicket(api);
    await receiver.until(1, ({ body }) => body.data.id === other.id);
    await api.patch(`/tickets/${other.id}`, { title: 'Now' }).expect(200);
    expect(receiver.received.slice(before).filter(({ body }) => body.data.id === held.id)).toEqual([]);
    await session.query('rollback');
    expect(await changing).toBe(200);
    await drained(server);
    expect(receiver.received.slice(before).map(({ body }) => body.data.id)).toContain(held.id);
  }));
