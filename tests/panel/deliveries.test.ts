import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileTicket, newProject, subscribe } from '../support/api';
import { insertDeliveries, recorded } from '../support/deliveries';
import { startReceiver, type Received, type Receiver } from '../support/receiver';
import { sharedServer, type SharedServer } from '../support/server';
import { NOWHERE, quiet as quietSubscription } from '../support/subscriptions-page';

const HOUR_MS = 60 * 60 * 1000;
const BASE = Date.UTC(2026, 0, 1);
const PROJECT = 'plugin::work-tracking.project';
const PATH = '/work-tracking/deliveries';
const SECRET = 'a secret that stays here';

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
const detail = async (id: string, who = admin) => (await who.get(`${PATH}/${id}`).expect(200)).body.data;

describe('the list', () => {
  it('filters by project, subscription, event type, state and time', async () => {
    const api = await newProject(server);
    const other = await newProject(server);
    const [one, two, foreign] = [
      await quietSubscription(api),
      await quietSubscription(api),
      await quietSubscription(other),
    ];
    const [dead] = await insertDeliveries(server, one.id, [{ state: 'dead', createdAt: BASE }]);
    const [held] = await insertDeliveries(server, one.id, [{ state: 'held', createdAt: BASE + HOUR_MS }]);
    const [ping] = await insertDeliveries(server, two.id, [
      { state: 'dead', eventType: 'ping', createdAt: Date.now() - 2 * HOUR_MS },
    ]);
    await insertDeliveries(server, foreign.id, [{ state: 'dead', createdAt: Date.now() }]);
    const ids = async (query: string) =>
      (await list(`project=${api.tenantId}&${query}`)).map(
        ({ documentId }: { documentId: string }) => documentId,
      );
    expect(await ids('')).toEqual([ping, held, dead]);
    expect(await ids(`subscription=${one.id}`)).toEqual([held, dead]);
    expect(await ids('state=dead')).toEqual([ping, dead]);
    expect(await ids('eventType=ping')).toEqual([ping]);
    expect(await ids('period=hour')).toEqual([]);
    expect(await ids('period=day')).toEqual([ping]);
    expect(await ids('since=2026-01-01T00:00:00.001Z&until=2026-01-01T02:00:00%2B01:00')).toEqual([held]);
    expect(await ids(`subscription=${one.id}&state=dead&eventType=ticket.created`)).toEqual([dead]);
    expect(await ids(`subscription=${foreign.id}`)).toEqual([]);
    expect(await list('project=unheard-of')).toEqual([]);
    for (const bad of [
      'state=lost',
      'eventType=lost',
      'period=year',
      'since=yesterday',
      'cursor=abc',
      'a=b',
    ]) {
      await admin.get(`${PATH}?${bad}`).expect(400);
    }
  });

  it('shows each delivery with its subscription and project, and whether the subscription is deleted', async () => {
    const api = await newProject(server);
    const { id } = await quietSubscription(api);
    await insertDeliveries(server, id, [{ state: 'dead', createdAt: BASE }]);
    const [row] = await list(`project=${api.tenantId}`);
    expect(row).toMatchObject({
      state: 'dead',
      eventType: 'ticket.created',
      attempts: 6,
      createdAt: '2026-01-01T00:00:00.000Z',
      endedAt: '2026-01-01T00:00:00.000Z',
      nextAttemptAt: null,
      project: { documentId: api.tenantId, key: api.projectKey },
      subscription: { documentId: id, url: NOWHERE, active: true, isDeleted: false, canOpen: true },
    });
    expect(row).not.toHaveProperty('body');
    await api.delete(`/webhooks/subscriptions/${id}`).expect(200);
    const [after] = await list(`project=${api.tenantId}`);
    expect(after.subscription).toEqual({ documentId: id, isDeleted: true, canOpen: false });
  });

  it('is paged by a cursor: 120 rows that share milliseconds, each once', async () => {
    const api = await newProject(server);
    const { id } = await quietSubscription(api);
    const rows = Array.from({ length: 120 }, (_, index) => ({
      state: 'dead',
      createdAt: BASE + Math.floor(index / 10),
    }));
    const all = await insertDeliveries(server, id, rows);
    const seen: string[] = [];
    let cursor = '';
    for (;;) {
      const { body } = await admin.get(`${PATH}?subscription=${id}${cursor}`).expect(200);
      seen.push(...body.data.map(({ documentId }: { documentId: string }) => documentId));
      if (body.meta.nextCursor === null) break;
      cursor = `&cursor=${body.meta.nextCursor}`;
    }
    expect(seen).toEqual(all.reverse());
  });
});

describe('a delivery', () => {
  it('shows the bytes and headers as sent, each attempt, and the record that the event is about', async () => {
    receiver.answer((_request, response) => void response.writeHead(503).end('busy'));
    const api = await newProject(server);
    const { id } = await subscribe(api, receiver.url, { secret: SECRET, event_types: ['ticket.created'] });
    const ticket = await fileTicket(api, { title: 'Grüße 👋' });
    const [first] = (await receiver.until(1)) as [Received];
    await recorded(server, first.body.id, 1);
    const [{ documentId, nextAttemptAt }] = await list(`subscription=${id}`);
    const shown = await detail(documentId);
    expect(shown.body).toBe(first.raw.toString('utf8'));
    expect(shown.attemptLog).toMatchObject([
      {
        number: 1,
        result: 'http_error',
        statusCode: 503,
        message: null,
        responseBody: 'busy',
        nextAttemptAt,
      },
    ]);
    expect(Date.parse(nextAttemptAt)).toBeGreaterThan(Date.now());
    expect(shown.record).toEqual({
      type: 'ticket',
      uid: 'plugin::work-tracking.ticket',
      documentId: ticket.id,
    });
    expect(shown).toMatchObject({ state: 'pending', subscription: { url: receiver.url }, resentFrom: null });
    for (const { name, value } of shown.headers) {
      const sent = first.headers[name.toLowerCase()];
      expect(sent).toEqual(expect.any(String));
      if (value !== null) expect(value).toBe(sent);
    }
    expect(shown.headers.map(({ name }: { name: string }) => name)).toEqual([
      'Content-Type',
      'User-Agent',
      'X-Service-Event',
      'X-Service-Sequence',
      'webhook-id',
      'X-Service-Signature',
      'webhook-timestamp',
      'webhook-signature',
    ]);
  });

  it('shows the record of an audit event, and none once it is deleted', async () => {
    const api = await newProject(server);
    const { id } = await subscribe(api, receiver.url, { event_types: ['audit.event'] });
    const ticket = await fileTicket(api);
    await receiver.until(1);
    const [{ documentId }] = await list(`subscription=${id}`);
    expect((await detail(documentId)).record).toMatchObject({ type: 'ticket', documentId: ticket.id });
    await api.delete(`/tickets/${ticket.id}`).expect(200);
    expect((await detail(documentId)).record).toBeNull();
    await admin.get(`${PATH}/unheard-of`).expect(404);
  });

  it('is resent as a new delivery, and each links to the other', async () => {
    const api = await newProject(server);
    const { id } = await quietSubscription(api, receiver.url);
    const [old, open] = await insertDeliveries(server, id, [
      { state: 'dead', createdAt: BASE },
      { state: 'held', createdAt: BASE },
    ]);
    const { body } = await admin.post(`${PATH}/${old}/resend`, {}).expect(200);
    expect(body.data).toEqual({ documentId: expect.any(String), state: 'pending' });
    const [sent] = (await receiver.until(1)) as [Received];
    const before = await detail(old!);
    expect(sent.raw.toString('utf8')).toBe(before.body);
    expect(before.resentAs).toMatchObject([{ documentId: body.data.documentId }]);
    expect((await detail(body.data.documentId)).resentFrom).toMatchObject({ documentId: old, state: 'dead' });
    const refused = await admin.post(`${PATH}/${open}/resend`, {}).expect(400);
    expect(refused.body.error.message).toBe('This delivery is held: it has not ended yet.');
    await admin.post(`${PATH}/unheard-of/resend`, {}).expect(404);
    await api.delete(`/webhooks/subscriptions/${id}`).expect(200);
    const assertGone = async () => {
      const gone = await admin.post(`${PATH}/${old}/resend`, {}).expect(400);
      expect(gone.body.error.message).toBe('The subscription of this delivery is deleted.');
    };
    await assertGone();
    await admin.delete(`/content-manager/collection-types/${PROJECT}/${api.tenantId}`).expect(200);
    await assertGone();
    expect(await detail(old!)).not.toHaveProperty('project');
  });
});

describe('a bulk resend', () => {
  const count = async (query: string) =>
    (await admin.get(`${PATH}/resends/count?${query}`).expect(200)).body.data.count;

  it('counts first, then runs and shows its progress', async () => {
    const api = await newProject(server);
    const { id } = await quietSubscription(api, receiver.url);
    const rows = [0, 1, 2].map((hour) => ({ state: 'dead', createdAt: BASE + hour * HOUR_MS }));
    await insertDeliveries(server, id, [...rows, { state: 'delivered', createdAt: BASE }]);
    expect(await count(`subscriptionId=${id}&state=dead`)).toBe(3);
    expect(await count(`subscriptionId=${id}&state=delivered`)).toBe(1);
    expect(await count(`subscriptionId=${id}&state=dead&since=2026-01-01T01:00:00Z`)).toBe(2);
    expect(await list(`subscription=${id}`)).toHaveLength(4);

    const selection = { subscriptionId: id, state: 'dead', since: '2026-01-01T01:00:00Z' };
    const { body } = await admin.post(`${PATH}/resends`, selection).expect(200);
    expect(body.data).toMatchObject({ state: 'running', count: 2, enqueued: 0, deliveryState: 'dead' });
    await receiver.until(2);
    const { body: resends } = await admin.get(`${PATH}/resends`).expect(200);
    expect(resends.data[0]).toMatchObject({
      documentId: body.data.documentId,
      state: 'done',
      count: 2,
      enqueued: 2,
      subscription: { documentId: id, url: receiver.url },
    });
    expect(await list(`subscription=${id}`)).toHaveLength(6);
  });

  it('is refused for an unknown subscription, an open state and a missing state', async () => {
    const api = await newProject(server);
    const { id } = await quietSubscription(api);
    await admin.get(`${PATH}/resends/count?subscriptionId=gone&state=dead`).expect(404);
    await admin.post(`${PATH}/resends`, { subscriptionId: 'gone', state: 'dead' }).expect(404);
    await admin.post(`${PATH}/resends`, { subscriptionId: id, state: 'held' }).expect(400);
    await admin.post(`${PATH}/resends`, { subscriptionId: id }).expect(400);
  });
});

describe("the content manager's permissions", () => {
  const read = { action: actionId('delivery.read') };
  const resend = { action: actionId('delivery.resend') };
  const DELIVERY_FIELDS = ['project', 'subscriptionId', 'eventId', 'eventType', 'state', 'attempts'];

  it('are needed besides the action: without them the console says which is missing', async () => {
    const colleague = await newColleague(server, admin, [read, resend]);
    for (const path of ['', '/choices', '/resends', '/chart', '/abc']) {
      const { body } = await colleague.get(`${PATH}${path}`).expect(403);
      expect(body.error.message).toMatch('Your role does not let you read this in the content manager');
    }
    await colleague.post(`${PATH}/abc/resend`, {}).expect(403);
    await colleague.post(`${PATH}/resends`, { subscriptionId: 'abc', state: 'dead' }).expect(403);
  });

  it('decide about body, URL, attempts and bulk resends', async () => {
    const api = await newProject(server);
    const { id } = await quietSubscription(api);
    const [delivery] = await insertDeliveries(server, id, [{ state: 'dead', createdAt: BASE }]);
    const colleague = await newColleague(server, admin, [
      read,
      mayInContentManager('read', 'webhook-delivery', DELIVERY_FIELDS),
      mayInContentManager('read', 'webhook-subscription', ['active']),
    ]);
    const shown = await detail(delivery!, colleague);
    expect(shown).toMatchObject({
      state: 'dead',
      attemptLog: null,
      subscription: { documentId: id, active: true },
    });
    for (const hidden of ['body', 'record', 'endedAt', 'resentFrom', 'resentAs']) {
      expect(shown).not.toHaveProperty(hidden);
    }
    expect(shown.subscription).not.toHaveProperty('url');
    const { body } = await colleague.get(`${PATH}/choices`).expect(200);
    const none = { projects: [], subscriptions: [] };
    expect(body.data).toEqual({ ...none, canReadChart: false, canReadResends: false });
    await colleague.get(`${PATH}?project=${api.tenantId}`).expect(403);
    await colleague.post(`${PATH}/${delivery}/resend`, {}).expect(403);
  });

  it('never show a secret, whoever asks', async () => {
    const api = await newProject(server);
    await subscribe(api, receiver.url, { secret: SECRET, event_types: ['ticket.created'] });
    await fileTicket(api);
    await receiver.until(1);
    const [{ documentId }] = await list(`project=${api.tenantId}`);
    const stored = await server.run(async (strapi) => {
      const rows = await strapi.db.query('plugin::work-tracking.webhook-subscription').findMany({});
      return rows.map((row: { secret: string }) => row.secret);
    });
    for (const path of ['', '/choices', '/resends', '/chart', `/${documentId}`]) {
      const { text } = await admin.get(`${PATH}${path}`).expect(200);
      for (const secret of [SECRET, ...stored]) expect(text).not.toContain(secret);
    }
  });
});
