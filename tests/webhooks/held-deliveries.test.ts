import { collection, registerAdmin } from '../support/admin';
import { fileTicket, newProject, subscribe, v1, type Api } from '../support/api';
import { createDatabase } from '../support/database';
import { insertDeliveries } from '../support/deliveries';
import { untilWaiting } from '../support/lock-waits';
import { startReceiver, type Received, type Receiver } from '../support/receiver';
import {
  sharedServer,
  startServer,
  type OwnServer,
  type SharedServer,
  type TestServer,
} from '../support/server';

const SUBSCRIPTION = 'plugin::work-tracking.webhook-subscription';

let receiver: Receiver;

beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const setActive = (server: TestServer, id: string, active: boolean) =>
  server.run(
    async (strapi, change) => {
      const documents = strapi.documents(
        'plugin::work-tracking.webhook-subscription' as never,
      ) as unknown as {
        update(params: object): Promise<unknown>;
      };
      await documents.update({ documentId: change.id, data: { active: change.active } });
    },
    { id, active },
  );

/** How many deliveries of a subscription are in each state. */
const statesOf = (server: TestServer, id: string): Promise<Record<string, number>> =>
  server.run(async (strapi, subscriptionId) => {
    const rows: { state: string; count?: number | string }[] = await strapi.db
      .connection('work_tracking_webhook_deliveries')
      .where({ subscription_id: subscriptionId })
      .select('state')
      .count({ count: '*' })
      .groupBy('state');
    return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
  }, id);

/** Whether a transaction waits for `letCommit`. */
const isWaiting = (server: TestServer) => server.run(() => 'commit' in globalThis);

const letCommit = (server: TestServer) =>
  server.run(() => {
    const { commit } = globalThis as unknown as { commit: () => void };
    delete (globalThis as { commit?: unknown }).commit;
    commit();
  });

const titles = (received: readonly Received[]) => received.map(({ body }) => body.data.title).sort();

const held = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ state: 'held', createdAt: Date.now() + index }));

describe('while a subscription is inactive (specification 7.4)', () => {
  let server: SharedServer;
  let api: Api;

  beforeAll(async () => {
    server = await sharedServer();
  });
  afterAll(() => server.release());
  beforeEach(async () => {
    api = await newProject(server);
  });

  it('each event of a type that it lists is held at once, and sent when code makes it active again', async () => {
    const listed = ['ticket.created', 'audit.event'];
    const { id } = await subscribe(api, receiver.url, { event_types: listed });
    const other = await startReceiver();
    await subscribe(api, other.url, { event_types: ['ticket.created', 'ticket.updated'] });
    // Its own change is an event as well.
    await receiver.until(1, ({ body }) => body.data.action === 'subscription.created');
    await setActive(server, id, false);
    const ticket = await fileTicket(api, { title: 'Held' });
    await api.patch(`/tickets/${ticket.id}`, { title: 'Not listed' }).expect(200);
    await api.post(`/webhooks/subscriptions/${id}/test`).expect(202);
    await other.until(2);

    const { body } = await api.get(`/webhooks/deliveries?subscription_id=${id}&state=held`).expect(200);
    const held = body.deliveries.map((delivery: { event_type: string }) => delivery.event_type).sort();
    expect(held).toEqual(['audit.event', 'audit.event', 'audit.event', 'ping', 'ticket.created']);
    expect(body.deliveries[0]).toMatchObject({ next_attempt_at: null, ended_at: null, attempts: 0 });
    expect(receiver.received).toHaveLength(1);

    await setActive(server, id, true);
    const received = await receiver.until(7);
    const [created] = received.filter(({ body: { event } }) => event === 'ticket.created');
    const [same] = other.received.filter(({ body: { event } }) => event === 'ticket.created');
    expect(created!.raw.equals(same!.raw)).toBe(true);
    expect(new Set(received.map(({ body: event }) => event.id)).size).toBe(7);
    await other.close();
  });

  it('and when the panel does, also after a 410', async () => {
    const admin = await registerAdmin(server);
    const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    const auditor = await startReceiver();
    await subscribe(api, auditor.url, { event_types: ['audit.event'] });
    receiver.answer(410);
    await fileTicket(api, { title: 'Refused' });
    await auditor.until(1, ({ body }) => body.data.action === 'subscription.disabled');
    receiver.answer(200);
    await fileTicket(api, { title: 'Held' });
    expect(await statesOf(server, id)).toEqual({ dead: 1, held: 1 });
    await admin.put(`${collection('webhook-subscription')}/${id}`, { active: true }).expect(200);
    await fileTicket(api, { title: 'After' });
    await receiver.until(3);
    expect(titles(receiver.received)).toEqual(['After', 'Held', 'Refused']);
    await auditor.close();
  });

  it('what is held is cancelled when it is deleted', async () => {
    const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.created', 'audit.event'] });
    await setActive(server, id, false);
    await fileTicket(api);
    await api.delete(`/webhooks/subscriptions/${id}`).expect(200);
    expect(await statesOf(server, id)).toEqual({ cancelled: 3 });
  });

  it('an event that is not committed yet is not left behind when it becomes active', async () => {
    const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    await setActive(server, id, false);
    const committed = server.run(async (strapi, project) => {
      const documents = strapi.documents('plugin::work-tracking.ticket' as never) as unknown as {
        create(params: object): Promise<unknown>;
      };
      await strapi.db.transaction(async () => {
        await documents.create({ data: { title: 'During', project } });
        await new Promise<void>((commit) => Object.assign(globalThis, { commit }));
      });
    }, api.tenantId);
    while (!(await isWaiting(server)));
    const activated = setActive(server, id, true);
    await untilWaiting(server, 1, activated);
    await letCommit(server);
    await Promise.all([committed, activated]);
    await fileTicket(api, { title: 'After' });
    await receiver.until(2);
    expect(titles(receiver.received)).toEqual(['After', 'During']);
  });
});

describe('while nothing is sent', () => {
  let server: OwnServer;
  let api: Api;

  beforeAll(async () => {
    server = await startServer();
    await server.run((strapi) => strapi.plugin('work-tracking').service('dispatcher').stop());
    api = await newProject(server);
  });
  afterAll(() => server.destroy());

  it.each([
    ['being deleted', 'inactive', 'delete', ['cancelled']],
    ['being deleted', 'active', 'delete', ['cancelled', 'pending']],
    ['becoming inactive', 'active', 'update', ['held', 'pending']],
  ] as const)(
    'an event that is committed while it is %s, and is %s until then, is not left behind',
    async (_meanwhile, before, write, states) => {
      const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
      await insertDeliveries(server, id, held(100));
      if (before === 'inactive') await setActive(server, id, false);
      const written = server.run(
        async (strapi, asked) => {
          const query = strapi.db.query('plugin::work-tracking.webhook-subscription');
          const where = { documentId: asked.id };
          await strapi.db.transaction(async () => {
            if (asked.write === 'delete') await query.delete({ where });
            else await query.update({ where, data: { active: false } });
            await new Promise<void>((commit) => Object.assign(globalThis, { commit }));
          });
        },
        { id, write },
      );
      while (!(await isWaiting(server)));
      const filed = fileTicket(api);
      await untilWaiting(server, 1, filed);
      await letCommit(server);
      await Promise.all([written, filed]);
      expect(states).toEqual(expect.arrayContaining(Object.keys(await statesOf(server, id))));
    },
  );
});

it('goes on in batches: a process that is killed after the first leaves the rest to two others, each once', async () => {
  const database = await createDatabase();
  const first = await startServer({ database });
  const api = await newProject(first);
  const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
  await setActive(first, id, false);
  await insertDeliveries(first, id, held(1_200));
  await first.run((strapi) => {
    // Woken after the commit of a batch.
    strapi.plugin('work-tracking').service('dispatcher').wake = () => process.kill(process.pid, 'SIGKILL');
  });
  const death = first.run(() => new Promise(() => {}));
  await setActive(first, id, true).catch(() => undefined);
  await expect(death).rejects.toThrow('ended while it ran the code');

  const [second, third] = await Promise.all([startServer({ database }), startServer({ database })]);
  await receiver.until(1_200);
  const mine = { ...api, ...v1(second, api.token) };
  await fileTicket(mine, { title: 'Last' });
  await receiver.until(1, ({ raw }) => raw.includes('Last'));
  expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(1_201);
  const subscription = await second.run(
    (strapi, { uid, documentId }) => strapi.db.query(uid).findOne({ where: { documentId } }),
    { uid: SUBSCRIPTION, documentId: id },
  );
  expect(subscription).toMatchObject({ active: true, resuming: false });
  await third.stop();
  await second.destroy();
});

it('a receiver that does not keep up has 5,000 due at most, and what is held goes on as they go out', async () => {
  const server = await startServer({ env: { DELIVERY_CONCURRENCY_PER_SUBSCRIPTION: '1' } });
  const api = await newProject(server);
  const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
  const answers: (() => void)[] = [];
  receiver.answer((_request, response) => answers.push(() => void response.writeHead(200).end()));
  await setActive(server, id, false);
  await insertDeliveries(server, id, held(5_020));
  await setActive(server, id, true);
  const untilDue = async (delivered: number) => {
    for (;;) {
      const states = await statesOf(server, id);
      expect(states.pending ?? 0).toBeLessThanOrEqual(5_000);
      // One is being sent; a tick may come before or after its claim.
      if ((states.delivered ?? 0) === delivered && (states.pending ?? 0) >= 4_999) return states;
    }
  };
  const before = await untilDue(0);
  expect(before.held).toBeGreaterThanOrEqual(19);
  for (let sent = 1; sent <= 5; sent += 1) {
    await receiver.until(sent);
    answers.shift()!();
  }
  const after = await untilDue(5);
  expect(after.held).toBeLessThanOrEqual(before.held! - 4);
  await server.kill();
  await server.destroy();
});
