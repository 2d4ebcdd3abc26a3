import { fileTicket, newProject, v1, type Api } from '../support/api';
import { createDatabase, type TestDatabase } from '../support/database';
import { pageAfter } from '../support/followers';
import { startServer, type OwnServer } from '../support/server';

let database: TestDatabase;
let server: OwnServer;
let other: OwnServer;

beforeAll(async () => {
  database = await createDatabase();
  // Fewer connections than there are waiting clients.
  const env = { DATABASE_POOL_MIN: '1', DATABASE_POOL_MAX: '2' };
  server = await startServer({ database, env });
  other = await startServer({ database, env });
});
afterAll(async () => {
  await Promise.all([server.stop(), other.stop()]);
  await database.drop();
});

const at = (of: OwnServer, api: Api): Api => ({ ...api, ...v1(of, api.token) });

/** Later than any change. */
const END = Number.MAX_SAFE_INTEGER;

/** Resolves once so many requests are being answered by the server. */
const untilOpen = (of: OwnServer, count: number): Promise<void> =>
  of.run(async (strapi, expected) => {
    const open = () =>
      new Promise<number>((resolve, reject) => {
        strapi.server.httpServer.getConnections((error, connections) =>
          error ? reject(error) : resolve(connections),
        );
      });
    while ((await open()) < expected) await new Promise((resolve) => setTimeout(resolve, 10));
  }, count);

it('answers at once when there is something already', async () => {
  const api = await newProject(server);
  const page = await pageAfter(api, 0, '&wait=25');
  expect(page.changes).toMatchObject([{ action: 'token.issued' }]);
});

it('answers with nothing when the time is up, and says where to go on', async () => {
  const api = await newProject(server);
  await fileTicket(api);
  expect(await pageAfter(api, 0, '&action=ticket.deleted&wait=1')).toMatchObject({
    changes: [],
    next_after: 2,
    has_more: false,
  });
});

it('answers when the time is up, however much garbage was collected meanwhile', async () => {
  const api = await newProject(server);
  const { next_after: after } = await pageAfter(api, 0);
  const waiting = pageAfter(api, after, '&wait=1');
  await untilOpen(server, 1);
  await server.run(() => {
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    const { runInNewContext } = process.getBuiltinModule('node:vm');
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
  });
  expect(await waiting).toMatchObject({ changes: [], next_after: after });
});

it.each([
  ['the same process', () => server],
  ['another process', () => other],
])(
  'a client that waits is told what is committed in %s, long before its time is up',
  async (_name, writer) => {
    const api = await newProject(server);
    const { next_after: after } = await pageAfter(api, 0);
    let isTimeUp = false;
    for (let round = 0; round < 3; round += 1) {
      const waiting = pageAfter(api, after + round, '&wait=25');
      const ticket = await fileTicket(at(writer(), api));
      // Where PostgreSQL tells of changes, they are looked for every 5 s at the most.
      const timeUp = pageAfter(api, END, '&wait=4').then(() => {
        isTimeUp = true;
      });
      expect((await waiting).changes).toMatchObject([{ seq: after + round + 1, record: { id: ticket.id } }]);
      expect(isTimeUp).toBe(false);
      await timeUp;
      isTimeUp = false;
    }
  },
);

it('waits on while what is changed is filtered out, or of another project', async () => {
  const api = await newProject(server);
  const stranger = await newProject(server);
  const { next_after: after } = await pageAfter(api, 0);
  const waiting = pageAfter(api, after, '&action=decision.created&wait=25');
  await fileTicket(stranger);
  await fileTicket(api);
  await fileTicket(at(other, api));
  const { body } = await api.post('/decisions', { slug: 'one', title: 'One' }).expect(201);
  expect(await waiting).toMatchObject({
    changes: [{ seq: after + 3, record: { id: body.decision.id } }],
    next_after: after + 3,
  });
});

it('holds no connection to the database: others are answered while many wait', async () => {
  const api = await newProject(server);
  const { next_after: after } = await pageAfter(api, 0);
  const waiting = Promise.all(Array.from({ length: 50 }, () => pageAfter(api, after, '&wait=25')));
  await untilOpen(server, 50);
  const ticket = await fileTicket(api);
  for (const page of await waiting) expect(page.changes).toMatchObject([{ record: { id: ticket.id } }]);
});

it('reads a change once for many who wait for it', async () => {
  const api = await newProject(server);
  const { next_after: after } = await pageAfter(api, 0);
  await server.run((strapi) => {
    const counted = globalThis as { readsOfChanges?: number };
    counted.readsOfChanges = 0;
    strapi.db.connection.on('query', ({ sql }: { sql: string }) => {
      if (/^select .*work_tracking_audit_entries/.test(sql)) counted.readsOfChanges! += 1;
    });
  });
  const waiting = Promise.all(Array.from({ length: 50 }, () => pageAfter(api, after, '&wait=25')));
  await untilOpen(server, 50);
  const ticket = await fileTicket(api);
  for (const page of await waiting) expect(page.changes).toMatchObject([{ record: { id: ticket.id } }]);
  const reads = await server.run(() => (globalThis as { readsOfChanges?: number }).readsOfChanges!);
  // Each has read what was there when it came, and once more when it had begun to listen; then all are woken.
  expect(reads).toBeLessThan(125);
});

/** A request that waits at a process that listens to PostgreSQL's notifications. */
async function waitWhereListening() {
  const api = await newProject(server);
  const { next_after: after } = await pageAfter(api, 0);
  // The process listens as soon as it has told of a change.
  await fileTicket(api);
  const waiting = pageAfter(api, after + 1, '&wait=25');
  await untilOpen(server, 1);
  return { api, waiting };
}

it('goes on when another program sends something else where PostgreSQL tells of changes', async () => {
  const { api, waiting } = await waitWhereListening();
  await other.run(async (strapi) => {
    if (strapi.db.dialect.client !== 'postgres') return;
    const schema = strapi.db.getSchemaName() ?? '';
    for (const payload of ['', 'x', 'null', '[]', '{}', JSON.stringify({ schema, ids: 1 })]) {
      await strapi.db.connection.raw('select pg_notify(?, ?)', ['work_tracking_changes', payload]);
    }
  });
  const ticket = await fileTicket(at(other, api));
  expect((await waiting).changes).toMatchObject([{ record: { id: ticket.id } }]);
});

it('looks for changes soon when PostgreSQL tells of them no longer', async () => {
  const { api, waiting } = await waitWhereListening();
  await other.run(async (strapi) => {
    if (strapi.db.dialect.client !== 'postgres') return;
    await strapi.db.connection.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ~* '^(listen|select pg_notify)'`,
    );
  });
  const ticket = await fileTicket(at(other, api));
  const timeUp = pageAfter(api, END, '&wait=4').then(() => 'the time of another');
  const told = waiting.then(({ changes }) => changes);
  expect(await Promise.race([told, timeUp])).toMatchObject([{ record: { id: ticket.id } }]);
  await Promise.all([told, timeUp]);
});

it('a stop ends the waiting', async () => {
  const third = await startServer({ database });
  const api = await newProject(third);
  const { next_after: after } = await pageAfter(api, 0);
  const waiting = v1(third, api.token)
    .get(`/changes?after=${after}&wait=25`)
    .then(
      ({ body }) => body.changes as unknown[],
      () => [],
    );
  await untilOpen(third, 1);
  await third.stop();
  expect(await waiting).toEqual([]);
  expect(third.log()).not.toContain('error');
});
