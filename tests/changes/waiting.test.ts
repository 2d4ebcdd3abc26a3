import { fileTicket, newProject, v1, type Api } from '../support/api';
import { createDatabase, type TestDatabase } from '../support/database';
import { END, pageAfter, untilOpen } from '../support/followers';
import { startServer, type OwnServer } from '../support/server';
import { strapiToken } from '../support/tokens';

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
    const timeUp = pageAfter(api, END, '&wait=10').then(() => {
      isTimeUp = true;
    });
    for (let round = 0; round < 3; round += 1) {
      const waiting = pageAfter(api, after + round, '&wait=25');
      const ticket = await fileTicket(at(writer(), api));
      expect((await waiting).changes).toMatchObject([{ seq: after + round + 1, record: { id: ticket.id } }]);
    }
    expect(isTimeUp).toBe(false);
    await timeUp;
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

/** The reads of changes by the server, by the most that each was to find. */
interface Counted {
  reads: number[];
}

it('reads a change once for many who wait, each for something of its own', async () => {
  const api = await newProject(server);
  const { next_after: after } = await pageAfter(api, 0);
  await server.run((strapi) => {
    const counted = Object.assign(globalThis as object as Counted, { reads: [] });
    const note = (_response: unknown, { sql, bindings }: { sql: string; bindings: unknown[] }) => {
      if (/^select .*work_tracking_audit_entries/.test(sql)) counted.reads.push(Number(bindings.at(-1)));
    };
    strapi.db.connection.on('query-response', note as never);
  });
  const waiting = Promise.all(
    Array.from({ length: 50 }, (_, index) => pageAfter(api, after, `&limit=${index + 1}&wait=25`)),
  );
  // Each has read for itself what was there when it came, and one of them at least what came since.
  await server.run(async () => {
    const counted = globalThis as object as Counted;
    const isOfOne = (limit: number) => limit <= 51;
    const areThere = () => counted.reads.filter(isOfOne).length >= 50 && !isOfOne(counted.reads.at(-1) ?? 0);
    while (!areThere()) await new Promise((resolve) => setTimeout(resolve, 10));
    counted.reads = [];
  });
  const ticket = await fileTicket(api);
  for (const page of await waiting) expect(page.changes).toMatchObject([{ record: { id: ticket.id } }]);
  const reads = await server.run(() => (globalThis as object as Counted).reads);
  expect(reads.length).toBeLessThan(10);
});

/** Files tickets in one transaction. */
const fileTogether = (of: OwnServer, api: Api, count: number) =>
  of.run(
    async (strapi, given) => {
      const { id: project } = await strapi.db
        .query('plugin::work-tracking.project')
        .findOne({ where: { key: given.key } });
      await strapi.db.transaction(async () => {
        for (let index = 1; index <= given.count; index += 1) {
          await strapi
            .documents('plugin::work-tracking.ticket')
            .create({ data: { title: `Ticket ${index}`, project } });
        }
      });
    },
    { key: api.projectKey, count },
  );

it('answers who has waited as who has not: the page, where to go on, and whether there is more', async () => {
  const api = await newProject(server);
  const { id } = await fileTicket(api);
  const { next_after: after } = await pageAfter(api, 0);
  const queries = ['', '&limit=1', '&target_type=ticket&limit=1', '&action=ticket.created'];
  const waiting = Promise.all(queries.map((query) => pageAfter(api, after, `${query}&wait=25`)));
  const ofOne = pageAfter(api, after, `&target_id=${id}&wait=25`);
  await untilOpen(server, queries.length + 1);
  await fileTogether(other, api, 2);
  const told = await waiting;
  expect(told).toMatchObject([
    { changes: [{ seq: after + 1 }, { seq: after + 2 }], next_after: after + 2, has_more: false },
    { changes: [{ seq: after + 1 }], next_after: after + 1, has_more: true },
    { changes: [{ seq: after + 1 }], next_after: after + 1, has_more: true },
    { changes: [{ seq: after + 1 }, { seq: after + 2 }], next_after: after + 2, has_more: false },
  ]);
  for (const [index, query] of queries.entries())
    expect(await pageAfter(api, after, query)).toEqual(told[index]);
  await api.patch(`/tickets/${id}`, { title: 'Changed' }).expect(200);
  expect(await ofOne).toMatchObject({ changes: [{ seq: after + 3 }], next_after: after + 3 });
});

it('finds what it waits for among more changes than a page has', async () => {
  const api = await newProject(server);
  const { id } = await fileTicket(api);
  const { next_after: after } = await pageAfter(api, 0);
  const waiting = pageAfter(api, after, '&limit=100&wait=25');
  const ofOne = pageAfter(api, after, `&target_id=${id}&wait=25`);
  await untilOpen(server, 2);
  await fileTogether(server, api, 150);
  const page = await waiting;
  expect(page.changes).toHaveLength(100);
  expect(page).toMatchObject({ next_after: after + 100, has_more: true });
  await api.patch(`/tickets/${id}`, { title: 'Changed' }).expect(200);
  expect(await ofOne).toMatchObject({ changes: [{ seq: after + 151 }], next_after: after + 151 });
});

it('tells no more than its token may read when it is answered', async () => {
  const api = await newProject(server);
  const { next_after: after } = await pageAfter(api, 0);
  const permissions = ['change.find', 'ticket.find'].map((action) => `plugin::work-tracking.v1-${action}`);
  const { accessKey } = await strapiToken(server, api.projectKey, { type: 'custom', permissions });
  const waiting = pageAfter({ ...api, ...v1(server, accessKey) }, after + 1, '&wait=25');
  await untilOpen(server, 1);
  await server.run(async (strapi, held) => {
    const token = await strapi.db
      .query('admin::api-token')
      .findOne({ where: { accessKey: strapi.service('admin::api-token').hash(held) } });
    const permissions = ['plugin::work-tracking.v1-change.find'];
    await strapi.service('admin::api-token').update(token.id, { permissions });
  }, accessKey);
  await fileTicket(api);
  expect((await waiting).changes).toMatchObject([{ action: 'ticket.created', record: null }]);
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
