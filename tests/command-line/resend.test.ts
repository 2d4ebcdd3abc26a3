import { newProject, subscribe, type Api } from '../support/api';
import { outcomeOf, runCommand } from '../support/command-line';
import { endedResend, insertDeliveries } from '../support/deliveries';
import { startReceiver, type Receiver } from '../support/receiver';
import { startServer, type OwnServer } from '../support/server';

const BASE = Date.UTC(2026, 0, 1);
const DAY_MS = 24 * 60 * 60 * 1000;
const SECRET = 'nobody shall read this';

let server: OwnServer;
let receiver: Receiver;
let api: Api;
let subscription: { id: string };

beforeAll(async () => {
  // A server finds what another process has queued at its next tick.
  server = await startServer({ env: { DELIVERY_TICK_SECONDS: '1' } });
});
afterAll(() => server.destroy());
beforeEach(async () => {
  receiver = await startReceiver();
  api = await newProject(server);
  subscription = await subscribe(api, receiver.url, { secret: SECRET, event_types: ['ticket.updated'] });
});
afterEach(() => receiver.close());

const resend = (...args: string[]) => outcomeOf(server, 'resend', ...args);

describe('resend DELIVERY_ID', () => {
  it('has the running server send the same bytes again', async () => {
    const [old] = await insertDeliveries(server, subscription.id, [{ state: 'dead', createdAt: BASE }]);
    const { code, stdout, stderr } = await runCommand(['resend', old!, '--json'], { server });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toContain(SECRET);
    const { delivery } = JSON.parse(stdout);
    const [sent] = await receiver.until(1);
    const { body } = await api.get(`/webhooks/deliveries/${delivery.id}`).expect(200);
    expect(sent!.body).toEqual(body.delivery.body);
    expect(delivery).toEqual({
      id: expect.any(String),
      event_id: sent!.body.id,
      event_type: 'ticket.created',
      subscription_id: subscription.id,
      state: 'pending',
      attempts: 0,
      next_attempt_at: delivery.created_at,
      ended_at: null,
      resent_from: old,
      resent_at: null,
      created_at: expect.any(String),
      updated_at: delivery.created_at,
    });
    const { text } = await resend(old!);
    expect(text).toMatch(new RegExp(`^resent_from +${old}$`, 'm'));
    await receiver.until(2);
  });

  it.each([
    ['pending', 'This delivery is pending: it has not ended yet.'],
    ['held', 'This delivery is held: it has not ended yet.'],
  ])('refuses one that is %s', async (state, sentence) => {
    const [id] = await insertDeliveries(server, subscription.id, [{ state, createdAt: BASE }]);
    await expect(resend(id!)).rejects.toThrow(sentence);
  });

  it('refuses one whose subscription is deleted, and one that is not there', async () => {
    const [id] = await insertDeliveries(server, subscription.id, [{ state: 'dead', createdAt: BASE }]);
    await api.delete(`/webhooks/subscriptions/${subscription.id}`).expect(200);
    await expect(resend(id!)).rejects.toThrow('The subscription of this delivery is deleted.');
    await expect(resend('nope')).rejects.toThrow('There is no delivery nope.');
  });
});

describe('resend --subscription', () => {
  it('counts in a dry run what is then written and sent, and writes nothing itself', async () => {
    const rows = [0, 1, 2, 3].map((day) => ({ state: 'dead', createdAt: BASE + day * DAY_MS }));
    await insertDeliveries(server, subscription.id, [...rows, { state: 'delivered', createdAt: BASE }]);
    const request = [
      ...['--subscription', subscription.id],
      ...['--since', '2026-01-02T00:00:00Z', '--until', '2026-01-03T02:00:00+02:00'],
    ];
    expect(await resend(...request, '--dry-run')).toEqual({ result: { count: 2 }, text: 'count  2\n' });
    const { body } = await api.get('/webhooks/deliveries').expect(200);
    expect(body.deliveries).toHaveLength(5);

    const { result } = await resend(...request);
    expect(result).toMatchObject({
      resend: {
        subscription_id: subscription.id,
        state: 'dead',
        since: '2026-01-02T00:00:00.000Z',
        until: '2026-01-03T00:00:00.000Z',
        count: 2,
        status: 'running',
      },
    });
    const { id } = (result as { resend: { id: string } }).resend;
    expect(await endedResend(api, id)).toMatchObject({ count: 2, enqueued: 2, status: 'done' });
    await receiver.until(2);
    const { body: after } = await api.get('/webhooks/deliveries').expect(200);
    expect(after.deliveries).toHaveLength(7);
  });

  it.each([
    [['--state', 'pending'], /^--state is one of dead, delivered, cancelled\.$/],
    [['--since', 'yesterday'], /^--since must be an ISO 8601 time such as /],
  ])('refuses %j with a sentence', async (options, sentence) => {
    await expect(resend('--subscription', subscription.id, ...options)).rejects.toThrow(sentence);
  });

  it.each([[[]], [['--dry-run']]])('refuses one that is not there, %j', async (options) => {
    const resending = resend('--subscription', 'nope', ...options);
    await expect(resending).rejects.toThrow('There is no subscription nope.');
  });
});

it('a command sends nothing itself: without a server it waits for one', async () => {
  const first = await startServer();
  const mine = await newProject(first);
  const { id } = await subscribe(mine, receiver.url, { event_types: ['ticket.updated'] });
  const [old, another] = await insertDeliveries(first, id, [
    { state: 'dead', createdAt: BASE },
    { state: 'cancelled', createdAt: BASE },
  ]);
  await first.stop();
  expect((await runCommand(['resend', old!], { server: first })).code).toBe(0);
  const many = ['resend', '--subscription', id, '--state', 'cancelled'];
  expect((await runCommand(many, { server: first })).code).toBe(0);
  expect(receiver.received).toEqual([]);

  const second = await startServer({ database: first.database });
  await receiver.until(2);
  const repeated = await second.run(async (strapi) => {
    const rows = await strapi.db
      .query('plugin::work-tracking.webhook-delivery')
      .findMany({ where: { resentFrom: { $notNull: true } } });
    return rows.map(({ resentFrom }: { resentFrom: string }) => resentFrom);
  });
  expect(repeated.sort()).toEqual([old, another].sort());
  await second.destroy();
});
