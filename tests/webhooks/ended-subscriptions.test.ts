import { fileTicket, newProject, subscribe, type Api } from '../support/api';
import { deliveriesOf, recorded } from '../support/deliveries';
import { startReceiver, type Received, type Receiver } from '../support/receiver';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let receiver: Receiver;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.release());
beforeEach(async () => {
  receiver = await startReceiver();
  api = await newProject(server);
});
afterEach(() => receiver.close());

const MINUTE_MS = 60_000;

describe('subscriptions that end (specification 7)', () => {
  const setActive = (id: string, active: boolean) =>
    server.run(
      (strapi, change) =>
        strapi.db
          .query('plugin::work-tracking.webhook-subscription')
          .update({ where: { documentId: change.id }, data: { active: change.active } }),
      { id, active },
    );

  it('410 ends the delivery and disables the subscription, which its project hears of', async () => {
    const auditReceiver = await startReceiver();
    await subscribe(api, auditReceiver.url, { event_types: ['audit.event'] });
    const gone = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    receiver.answer(410);
    await fileTicket(api);
    const [{ body }] = (await receiver.until(1)) as [Received];
    expect(await recorded(server, body.id, 1)).toMatchObject({ state: 'dead', attempts: 1 });
    const [disabled] = await auditReceiver.until(
      1,
      (received) => received.body.data.action === 'subscription.disabled',
    );
    expect(disabled!.body.data).toMatchObject({
      target: { type: 'subscription', id: gone.id },
      actor: { type: 'system' },
    });
    const { body: list } = await api.get('/webhooks/subscriptions').expect(200);
    expect(list.subscriptions.find(({ id }: { id: string }) => id === gone.id).active).toBe(false);
    expect(
      auditReceiver.received.some((received) => received.body.data.action === 'subscription.updated'),
    ).toBe(false);
    await auditReceiver.close();
  });

  const DAY_MS = 24 * 60 * 60 * 1000;

  it('five days of failures without one success disable the subscription, once', async () => {
    const auditReceiver = await startReceiver();
    await subscribe(api, auditReceiver.url, { event_types: ['audit.event'] });
    const failing = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    const isActive = async () => {
      const { body } = await api.get('/webhooks/subscriptions').expect(200);
      return body.subscriptions.find(({ id }: { id: string }) => id === failing.id).active;
    };
    const fail = async (title: string) => {
      receiver.answer(500);
      await fileTicket(api, { title });
      const [{ body }] = (await receiver.until(1, ({ raw }) => raw.includes(title))) as [Received];
      return recorded(server, body.id, 1);
    };
    await fail('First failure');
    await server.travel(4.9 * DAY_MS);
    await fail('Before the limit');
    expect(await isActive()).toBe(true);

    // One success resets it.
    receiver.answer(200);
    await fileTicket(api, { title: 'Success' });
    const [success] = await receiver.until(1, ({ raw }) => raw.includes('Success'));
    await recorded(server, success!.body.id, 1);
    await server.travel(DAY_MS);
    await fail('Failing again');
    expect(await isActive()).toBe(true);

    // The retry is due then. An event of a ticket filed now might or might not be sent to it.
    await server.travel(5 * DAY_MS);
    await auditReceiver.until(1, ({ body: { data } }) => data.action === 'subscription.disabled');
    expect(await isActive()).toBe(false);
    const disabled = auditReceiver.received.filter(
      ({ body: { data } }) => data.action === 'subscription.disabled',
    );
    expect(disabled.map(({ body: { data } }) => data.target?.id)).toEqual([failing.id]);

    // Active again, it starts from the beginning.
    receiver.answer(200);
    await setActive(failing.id, true);
    await fail('Anew');
    expect(await isActive()).toBe(true);
    await auditReceiver.close();
  });

  it('holds what is due while inactive, and goes on when active again', async () => {
    const auditReceiver = await startReceiver();
    await subscribe(api, auditReceiver.url, { event_types: ['audit.event'] });
    const subscription = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    receiver.answer(500);
    await fileTicket(api);
    const [{ body }] = (await receiver.until(1)) as [Received];
    await recorded(server, body.id, 1);
    await setActive(subscription.id, false);
    expect((await deliveriesOf(server, body.id))[0]).toMatchObject({ state: 'held' });
    await server.travel(365 * 24 * 60 * MINUTE_MS);
    await fileTicket(api, { title: 'While inactive' });
    receiver.answer(200);
    await setActive(subscription.id, true);
    await receiver.until(3);
    expect(await recorded(server, body.id, 2)).toMatchObject({ state: 'delivered' });
    expect(receiver.received.filter(({ raw }) => raw.includes('While inactive'))).toHaveLength(1);
    await auditReceiver.until(2, ({ body: { data } }) => data.action === 'subscription.updated');
    await auditReceiver.close();
  });

  it('cancels what is due when deleted', async () => {
    const subscription = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    receiver.answer(500);
    await fileTicket(api);
    const [{ body }] = (await receiver.until(1)) as [Received];
    await recorded(server, body.id, 1);
    await api.delete(`/webhooks/subscriptions/${subscription.id}`).expect(200);
    expect((await deliveriesOf(server, body.id))[0]).toMatchObject({ state: 'cancelled', dueAt: null });
    await server.travel(365 * 24 * 60 * MINUTE_MS);
    const other = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    await fileTicket(api, { title: 'Marker' });
    await receiver.until(1, ({ raw }) => raw.includes('Marker'));
    expect(receiver.received).toHaveLength(2);
    expect(other.id).not.toBe(subscription.id);
  });
});
