import { newProject, subscribe, type Api } from '../support/api';
import { loadCommands, runCommand, type LoadedCommands } from '../support/command-line';
import { endedResend, insertDeliveries } from '../support/deliveries';
import { startReceiver, type Receiver } from '../support/receiver';
import { startServer, type OwnServer } from '../support/server';

const BASE = Date.UTC(2026, 0, 1);
const DAY_MS = 24 * 60 * 60 * 1000;

let server: OwnServer;
let commands: LoadedCommands;
let receiver: Receiver;
let api: Api;
let subscription: { id: string };

beforeAll(async () => {
  // A server finds what another process has queued at its next tick.
  server = await startServer({ env: { DELIVERY_TICK_SECONDS: '1' } });
  commands = await loadCommands(server);
});
afterAll(async () => {
  await commands.close();
  await server.destroy();
});
beforeEach(async () => {
  receiver = await startReceiver();
  api = await newProject(server);
  subscription = await subscribe(api, receiver.url, { event_types: ['ticket.updated'] });
});
afterEach(() => receiver.close());

const run = (...args: string[]) => commands.run(args);

const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await run(...args, '--json');
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
};

describe('resend DELIVERY_ID', () => {
  it('has the running server send the same bytes again', async () => {
    const [old] = await insertDeliveries(server, subscription.id, [{ state: 'dead', createdAt: BASE }]);
    const { delivery } = await json('resend', old!);
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
    const { stdout } = await run('resend', old!);
    expect(stdout).toMatch(new RegExp(`^Delivery \\S+ repeats ${old}\\. A running server sends it\\.\n$`));
    await receiver.until(2);
  });

  it.each([
    ['pending', 'This delivery is pending: it has not ended yet.'],
    ['held', 'This delivery is held: it has not ended yet.'],
  ])('refuses one that is %s', async (state, sentence) => {
    const [id] = await insertDeliveries(server, subscription.id, [{ state, createdAt: BASE }]);
    expect(await run('resend', id!)).toEqual({ code: 1, stdout: '', stderr: `error: ${sentence}\n` });
  });

  it('refuses one whose subscription is deleted, and one that is not there', async () => {
    const [id] = await insertDeliveries(server, subscription.id, [{ state: 'dead', createdAt: BASE }]);
    await api.delete(`/webhooks/subscriptions/${subscription.id}`).expect(200);
    for (const [given, sentence] of [
      [id!, 'The subscription of this delivery is deleted.'],
      ['nope', 'There is no delivery nope.'],
    ] as const) {
      expect(await run('resend', given)).toEqual({ code: 1, stdout: '', stderr: `error: ${sentence}\n` });
    }
  });
});

describe('resend --subscription', () => {
  it('counts in a dry run what is then written and sent, and writes nothing itself', async () => {
    const rows = [0, 1, 2, 3].map((day) => ({ state: 'dead', createdAt: BASE + day * DAY_MS }));
    await insertDeliveries(server, subscription.id, [...rows, { state: 'delivered', createdAt: BASE }]);
    const request = [
      ...['resend', '--subscription', subscription.id],
      ...['--since', '2026-01-02T00:00:00Z', '--until', '2026-01-03T02:00:00+02:00'],
    ];
    expect(await json(...request, '--dry-run')).toEqual({ count: 2 });
    expect((await run(...request, '--dry-run')).stdout).toBe('2 deliveries would be sent again.\n');
    const { body } = await api.get('/webhooks/deliveries').expect(200);
    expect(body.deliveries).toHaveLength(5);

    const { resend } = await json(...request);
    expect(resend).toMatchObject({
      subscription_id: subscription.id,
      state: 'dead',
      since: '2026-01-02T00:00:00.000Z',
      until: '2026-01-03T00:00:00.000Z',
      count: 2,
      status: 'running',
    });
    expect(await endedResend(api, resend.id)).toMatchObject({ count: 2, enqueued: 2, status: 'done' });
    await receiver.until(2);
    const { body: after } = await api.get('/webhooks/deliveries').expect(200);
    expect(after.deliveries).toHaveLength(7);
  });

  it('takes another state, and says that a server sends them', async () => {
    await insertDeliveries(server, subscription.id, [{ state: 'cancelled', createdAt: BASE }]);
    const { stdout } = await run('resend', '--subscription', subscription.id, '--state', 'cancelled');
    expect(stdout).toMatch(/^Bulk resend \S+: 1 delivery, sent again by a running server\.\n$/);
    await receiver.until(1);
  });

  it.each([
    [['--state', 'pending'], 2, /^error: --state is one of dead, delivered, cancelled\.\n/],
    [['--since', 'yesterday'], 2, /^error: --since must be an ISO 8601 time such as .+\.\n/],
  ])('%j ends with %d', async (options, code, sentence) => {
    expect(await run('resend', '--subscription', subscription.id, ...options)).toEqual({
      code,
      stdout: '',
      stderr: expect.stringMatching(sentence),
    });
  });

  it.each([[[]], [['--dry-run']]])('of one that is not there fails with a sentence, %j', async (options) => {
    expect(await run('resend', '--subscription', 'nope', ...options)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: There is no subscription nope.\n',
    });
  });
});

it('a command sends nothing itself: without a server it waits for one', async () => {
  const first = await startServer();
  const mine = await newProject(first);
  const { id } = await subscribe(mine, receiver.url, { event_types: ['ticket.updated'] });
  const [old, another] = await insertDeliveries(first, id, [
    { state: 'dead', createdAt: BASE },
    { state: 'delivered', createdAt: BASE },
  ]);
  await first.stop();
  expect((await runCommand(['resend', old!], { server: first })).code).toBe(0);
  const many = ['resend', '--subscription', id, '--state', 'delivered'];
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
