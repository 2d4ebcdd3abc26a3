import { DELIVERY_STATES } from '../../src/plugins/work-tracking/domain/delivery';
import { fileTicket, newProject, subscribe, tokenFor, type Api } from '../support/api';
import { insertDeliveries, recorded } from '../support/deliveries';
import { startReceiver, type Received, type Receiver } from '../support/receiver';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let receiver: Receiver;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await server.release();
});
beforeEach(async () => {
  receiver.answer(200);
  api = await newProject(server);
});

const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const NOWHERE = 'http://127.0.0.1:9/hook';
const BASE = Date.UTC(2026, 0, 1);

/** The delivery of a new ticket's event once its first attempt is recorded, as the list shows it. */
async function delivered(subscription: { id: string }) {
  const { id } = await fileTicket(api);
  // Those of other tests may come again meanwhile.
  const [{ body }] = (await receiver.until(1, (received) => received.body.data.id === id)) as [Received];
  await recorded(server, body.id, 1);
  const { body: list } = await api.get(`/webhooks/deliveries?subscription_id=${subscription.id}&limit=1`);
  return list.deliveries[0];
}

describe('GET /webhooks/deliveries', () => {
  it('answers with the newest first, and what is known of each', async () => {
    const subscription = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    const first = await delivered(subscription);
    receiver.answer(503);
    const second = await delivered(subscription);
    const { body } = await api.get('/webhooks/deliveries').expect(200);
    expect(body).toEqual({
      version: 'v1',
      deliveries: [
        { ...second, state: 'pending', next_attempt_at: TIMESTAMP, ended_at: null },
        {
          id: first.id,
          event_id: expect.any(String),
          event_type: 'ticket.created',
          subscription_id: subscription.id,
          state: 'delivered',
          attempts: 1,
          next_attempt_at: null,
          ended_at: TIMESTAMP,
          resent_from: null,
          resent_at: null,
          created_at: TIMESTAMP,
          updated_at: TIMESTAMP,
        },
      ],
      next_cursor: null,
      has_more: false,
    });
  });

  it('filters by state, subscription and event type', async () => {
    const one = await subscribe(api, NOWHERE, { event_types: ['ticket.updated'] });
    const other = await subscribe(api, NOWHERE, { event_types: ['ticket.updated'] });
    const rows = DELIVERY_STATES.map((state, index) => ({ state, createdAt: BASE + index }));
    await insertDeliveries(server, one.id, rows);
    await insertDeliveries(server, other.id, [{ state: 'dead', eventType: 'ping', createdAt: BASE + 10 }]);
    const list = async (query: string) =>
      (await api.get(`/webhooks/deliveries?${query}`).expect(200)).body.deliveries as {
        state: string;
        subscription_id: string;
        event_type: string;
      }[];
    for (const state of DELIVERY_STATES) {
      const found = await list(`state=${state}&subscription_id=${one.id}`);
      expect(found.map((delivery) => delivery.state)).toEqual([state]);
    }
    expect((await list('state=dead')).map((delivery) => delivery.subscription_id)).toEqual([
      other.id,
      one.id,
    ]);
    expect(await list(`subscription_id=${one.id}`)).toHaveLength(6);
    expect(await list('event_type=ticket.created')).toHaveLength(6);
    expect((await list('event_type=ping')).map((delivery) => delivery.subscription_id)).toEqual([other.id]);
    expect(await list(`event_type=ping&subscription_id=${one.id}`)).toEqual([]);
    expect(await list('subscription_id=unheard-of')).toEqual([]);
  });

  it('refuses a state, an event type and a parameter that it does not know', async () => {
    const state = await api.get('/webhooks/deliveries?state=lost').expect(400);
    expect(state.body).toMatchObject({ error: 'unknown_status', valid_statuses: [...DELIVERY_STATES] });
    const type = await api.get('/webhooks/deliveries?event_type=ticket.gone').expect(400);
    expect(type.body).toMatchObject({
      error: 'unknown_event_type',
      valid_event_types: ['ticket.created', 'ticket.updated', 'decision.resolved', 'audit.event', 'ping'],
    });
    const parameter = await api.get('/webhooks/deliveries?offset=1').expect(400);
    expect(parameter.body.details).toMatchObject([
      { path: 'offset', accepted: ['state', 'subscription_id', 'event_type', 'cursor', 'limit'] },
    ]);
    const cursor = await api.get('/webhooks/deliveries?cursor=abc').expect(400);
    expect(cursor.body.error).toBe('invalid_cursor');
  });

  it('walks 120 rows that share milliseconds, each once, of the own project only', async () => {
    const subscription = await subscribe(api, NOWHERE);
    const other = await newProject(server);
    const foreign = await subscribe(other, NOWHERE);
    const row = (_: unknown, index: number) => ({
      state: 'dead' as const,
      createdAt: BASE + Math.floor(index / 10),
    });
    await insertDeliveries(server, subscription.id, Array.from({ length: 120 }, row));
    await insertDeliveries(server, foreign.id, Array.from({ length: 5 }, row));
    const ids: string[] = [];
    let query = 'limit=37&state=dead';
    for (;;) {
      const { body } = await api.get(`/webhooks/deliveries?${query}`).expect(200);
      ids.push(...body.deliveries.map(({ id }: { id: string }) => id));
      expect(body.has_more).toBe(body.next_cursor !== null);
      if (body.next_cursor === null) break;
      query = `limit=37&state=dead&cursor=${body.next_cursor}`;
    }
    expect(ids).toHaveLength(120);
    expect(new Set(ids).size).toBe(120);
  });
});

describe('GET /webhooks/deliveries/:id', () => {
  it('adds the event and each attempt, first to last', async () => {
    receiver.answer((_request, response) => void response.writeHead(503).end('busy'));
    const subscription = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    const summary = await delivered(subscription);
    receiver.answer(200);
    await server.travel(60_000);
    const [sent] = await receiver.until(2, ({ body: { id } }) => id === summary.event_id);
    await recorded(server, summary.event_id, 2);

    const { body } = await api.get(`/webhooks/deliveries/${summary.id}`).expect(200);
    expect(body).toEqual({
      version: 'v1',
      delivery: {
        ...summary,
        state: 'delivered',
        attempts: 2,
        next_attempt_at: null,
        ended_at: TIMESTAMP,
        updated_at: TIMESTAMP,
        body: sent!.body,
        attempt_log: [
          {
            number: 1,
            started_at: TIMESTAMP,
            duration_ms: expect.any(Number),
            result: 'http_error',
            status: 503,
            message: null,
            response_body: 'busy',
            next_attempt_at: TIMESTAMP,
          },
          {
            number: 2,
            started_at: TIMESTAMP,
            duration_ms: expect.any(Number),
            result: 'delivered',
            status: 200,
            message: null,
            response_body: '',
            next_attempt_at: null,
          },
        ],
      },
    });
  });
});

describe('what a token may do with deliveries', () => {
  it('a read-only one reads and resends nothing', async () => {
    const subscription = await subscribe(api, NOWHERE);
    const [delivery] = await insertDeliveries(server, subscription.id, [{ state: 'dead', createdAt: BASE }]);
    const { body } = await api.post(`/webhooks/subscriptions/${subscription.id}/resend`).expect(202);
    const reader = await tokenFor(server, api.projectKey, { access: 'read-only' });
    await reader.get('/webhooks/deliveries').expect(200);
    await reader.get(`/webhooks/deliveries/${delivery}`).expect(200);
    await reader.get(`/webhooks/resends/${body.resend.id}`).expect(200);
    for (const path of [
      `/webhooks/deliveries/${delivery}/resend`,
      `/webhooks/subscriptions/${subscription.id}/resend`,
      `/webhooks/subscriptions/${subscription.id}/test`,
    ]) {
      expect((await reader.post(path).expect(403)).body.error).toBe('insufficient_scope');
    }
  });
});

describe('bodies of bulk resends', () => {
  it.each([
    [{ state: 'pending' }, 'unknown_status'],
    [{ state: 'lost' }, 'unknown_status'],
    [{ since: 'yesterday' }, 'validation_failed'],
    [{ until: '2026-02-30T00:00:00Z' }, 'validation_failed'],
    [{ since: '1969-12-31T23:59:59Z' }, 'validation_failed'],
    [{ since: null }, 'validation_failed'],
    [{ dry_run: 'yes' }, 'validation_failed'],
    [{ everything: true }, 'validation_failed'],
  ])('%j is refused with %s', async (request, code) => {
    const { id } = await subscribe(api, NOWHERE);
    const { body } = await api.post(`/webhooks/subscriptions/${id}/resend`, request).expect(400);
    expect(body.error).toBe(code);
    if (code === 'unknown_status') expect(body.valid_statuses).toEqual(['dead', 'delivered', 'cancelled']);
  });

  it('of a single resend and of a test hold nothing', async () => {
    const { id } = await subscribe(api, NOWHERE);
    const [delivery] = await insertDeliveries(server, id, [{ state: 'dead', createdAt: BASE }]);
    for (const path of [`/webhooks/subscriptions/${id}/test`, `/webhooks/deliveries/${delivery}/resend`]) {
      const { body } = await api.post(path, { force: true }).expect(400);
      expect(body.details).toMatchObject([{ path: 'force', code: 'unknown_field' }]);
    }
  });

  it('ping can not be subscribed to', async () => {
    const wanted = { url: NOWHERE, secret: 's', event_types: ['ping'] };
    const { body } = await api.post('/webhooks/subscriptions', wanted).expect(400);
    expect(body).toMatchObject({ error: 'unknown_event_type' });
    expect(body.valid_event_types).not.toContain('ping');
  });
});
