import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileTicket, newProject, subscribe } from '../support/api';
import { insertAttempts, insertDeliveries, recorded } from '../support/deliveries';
import { startReceiver, type Received, type Receiver } from '../support/receiver';
import { sharedServer, type SharedServer } from '../support/server';
import { NOWHERE, quiet as quietSubscription } from '../support/subscriptions-page';

const BASE = Date.UTC(2026, 0, 1);
const PATH = '/work-tracking/deliveries';

let server: SharedServer;
let admin: Admin;
let receiver: Receiver;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
});
afterAll(() => server.release());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const list = async (query: string, who = admin) => (await who.get(`${PATH}?${query}`).expect(200)).body.data;

/** How many statements the list takes: those that run in the request's context, not those of the workers meanwhile. */
async function countStatements(query: string): Promise<number> {
  await server.run((strapi, path) => {
    const add = () => {
      if (strapi.requestContext.get()?.path === path) counted.count += 1;
    };
    const counted = { count: 0, add };
    strapi.db.connection.on('query', add);
    Object.assign(globalThis, { counted });
  }, PATH);
  await list(query);
  return server.run((strapi) => {
    const { counted } = globalThis as unknown as { counted: { count: number; add: () => void } };
    strapi.db.connection.removeListener('query', counted.add);
    return counted.count;
  });
}

it('has dead deliveries apart: unresolved, and resent', async () => {
  const api = await newProject(server);
  const { id } = await quietSubscription(api, receiver.url);
  const [resent, unresolved] = await insertDeliveries(server, id, [
    { state: 'dead', createdAt: BASE },
    { state: 'dead', createdAt: BASE + 1 },
    { state: 'delivered', createdAt: BASE + 2 },
  ]);
  const ids = async (state: string) =>
    (await list(`subscription=${id}&state=${state}`)).map(
      ({ documentId }: { documentId: string }) => documentId,
    );
  expect(await ids('dead_resent')).toEqual([]);
  await admin.post(`${PATH}/${resent}/resend`, {}).expect(200);
  expect(await ids('dead')).toEqual([unresolved]);
  expect(await ids('dead_resent')).toEqual([resent]);
});

it('says why the last attempt has failed, and reads that by two statements for all of a page', async () => {
  const api = await newProject(server);
  const { id } = await quietSubscription(api);
  const rows = [
    { state: 'dead', attempts: 2 },
    { state: 'pending', attempts: 1 },
    { state: 'delivered', attempts: 2 },
    { state: 'cancelled', attempts: 1 },
    { state: 'held', attempts: 0 },
  ];
  const [dead, pending, delivered, cancelled] = (await insertDeliveries(
    server,
    id,
    rows.map((row, index) => ({ ...row, createdAt: BASE - index })),
  )) as [string, string, string, string];
  const at = { startedAt: BASE, durationMs: 5 };
  await insertAttempts(server, dead, [
    { result: 'timeout', ...at },
    { result: 'http_error', statusCode: 503, ...at },
  ]);
  await insertAttempts(server, pending, [{ result: 'connection_refused', ...at }]);
  await insertAttempts(server, delivered, [
    { result: 'timeout', ...at },
    { result: 'delivered', statusCode: 200, ...at },
  ]);
  await insertAttempts(server, cancelled, [{ result: 'blocked_address', ...at }]);
  const reasons = (await list(`subscription=${id}`)).map(
    ({ lastFailure }: { lastFailure: unknown }) => lastFailure,
  );
  expect(reasons).toEqual([
    { result: 'http_error', statusCode: 503 },
    { result: 'connection_refused', statusCode: null },
    null,
    { result: 'blocked_address', statusCode: null },
    null,
  ]);
  const statements = await countStatements(`subscription=${id}`);
  expect(statements).toBeGreaterThan(2);
  await insertDeliveries(
    server,
    id,
    Array.from({ length: 40 }, () => ({ state: 'dead', createdAt: BASE })),
  );
  expect(await countStatements(`subscription=${id}`)).toBe(statements);
});

it('finds the deliveries of an event by its id, and those about a ticket by its ref', async () => {
  const api = await newProject(server);
  const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.created', 'audit.event'] });
  const ticket = await fileTicket(api);
  await fileTicket(api);
  const [first] = (await receiver.until(4)) as [Received];
  const search = async (text: string, rest = '') =>
    (await list(`search=${encodeURIComponent(text)}${rest}`)).map(
      (row: { eventId: string; eventType: string }) => row.eventType,
    );
  expect(await list(`search=${first.body.id}`)).toMatchObject([{ eventId: first.body.id }]);
  expect(await search(` ${first.body.id} `)).toHaveLength(1);
  expect((await search(ticket.ref)).sort()).toEqual(['audit.event', 'ticket.created']);
  expect(await search(ticket.ref, '&eventType=audit.event')).toEqual(['audit.event']);
  expect(await search(ticket.ref, `&subscription=${id}&project=${api.tenantId}`)).toHaveLength(2);
  expect(await search(ticket.ref, '&state=dead')).toEqual([]);
  expect(await search(ticket.ref, `&project=${(await newProject(server)).tenantId}`)).toEqual([]);
  const other = await newProject(server);
  await fileTicket(other);
  expect(await search(`${other.projectKey}-1`)).toEqual([]);
});

it.each([
  'nothing',
  'WEB-12',
  '-1',
  'WEB-',
  'WEB-0',
  'WEB-99999999999999999999',
  '%',
  '_',
  "' or 1=1 --",
  '"; drop table work_tracking_webhook_deliveries; --',
  '{"$ne":null}',
  '\\',
  '👋-1',
  ' ',
  'ﬀ'.repeat(100),
])('finds nothing by %s', async (text) => {
  expect(await list(`search=${encodeURIComponent(text)}`)).toEqual([]);
});

it('refuses a search that is empty, too long, repeated or no text', async () => {
  for (const query of [
    'search=',
    `search=${'a'.repeat(101)}`,
    'search=a&search=b',
    'search[$ne]=a',
    'search=%00',
  ]) {
    await admin.get(`${PATH}?${query}`).expect(400);
  }
});

it("the content manager's permissions decide about what can be found, and about the reason", async () => {
  const api = await newProject(server);
  const { id } = await subscribe(api, NOWHERE, { event_types: ['ticket.created'] });
  const ticket = await fileTicket(api);
  const [{ documentId, eventId }] = await list(`subscription=${id}`);
  await recorded(server, eventId, 1);
  const read = { action: actionId('delivery.read') };
  const found = async (permissions: Parameters<typeof newColleague>[2], text: string) =>
    (await list(`search=${text}`, await newColleague(server, admin, [read, ...permissions]))).map(
      (row: { documentId: string }) => row.documentId,
    );
  const project = mayInContentManager('read', 'project', ['key']);
  const tickets = mayInContentManager('read', 'ticket', ['number', 'project']);
  const deliveries = mayInContentManager('read', 'webhook-delivery', ['state', 'eventId', 'targetId']);
  expect(await found([deliveries, project, tickets], ticket.ref)).toEqual([documentId]);
  expect(await found([deliveries, project, tickets], eventId)).toEqual([documentId]);
  const own = ['admin::is-creator'];
  for (const permissions of [
    [mayInContentManager('read', 'webhook-delivery', ['state', 'eventId']), project, tickets],
    [deliveries, tickets],
    [deliveries, project],
    [deliveries, project, mayInContentManager('read', 'ticket', ['number'])],
    [deliveries, project, mayInContentManager('read', 'ticket', ['project'])],
    [deliveries, project, mayInContentManager('read', 'ticket', ['number', 'project'], own)],
    [deliveries, mayInContentManager('read', 'project', ['key'], own), tickets],
    [mayInContentManager('read', 'webhook-delivery', ['state', 'targetId'], own), project, tickets],
  ]) {
    expect(await found(permissions, ticket.ref)).toEqual([]);
  }
  expect(await found([mayInContentManager('read', 'webhook-delivery', ['state'])], eventId)).toEqual([]);

  const attempts = mayInContentManager('read', 'webhook-attempt', ['result']);
  const shown = async (permissions: Parameters<typeof newColleague>[2]) => {
    const colleague = await newColleague(server, admin, [read, ...permissions]);
    const [row] = await list(`search=${eventId}`, colleague);
    return row;
  };
  expect(await shown([deliveries])).not.toHaveProperty('lastFailure');
  expect(await shown([deliveries, attempts])).toMatchObject({
    lastFailure: { result: 'connection_refused' },
  });
  expect(
    await shown([deliveries, mayInContentManager('read', 'webhook-attempt', ['result'], own)]),
  ).toMatchObject({ lastFailure: null });
});
