import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileTicket, newProject, subscribe, type Api } from '../support/api';
import { insertDeliveries, recorded } from '../support/deliveries';
import { startReceiver, type Received, type Receiver } from '../support/receiver';
import { sharedServer, type SharedServer } from '../support/server';

const BASE = Date.UTC(2026, 0, 1);
const PATH = '/work-tracking/deliveries';

let server: SharedServer;
let admin: Admin;
let api: Api;
let receiver: Receiver;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
});
afterAll(() => server.release());
beforeEach(async () => {
  api = await newProject(server);
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const list = async (query: string) => (await admin.get(`${PATH}?${query}`).expect(200)).body.data;
const detail = async (id: string) => (await admin.get(`${PATH}/${id}`).expect(200)).body.data;
const retry = (id: string) => admin.post(`${PATH}/${id}/retry`, {});
const cancel = (id: string) => admin.post(`${PATH}/${id}/cancel`, {});

/** A delivery whose first attempt has failed, and which waits for the second. */
async function waitingDelivery(): Promise<{ id: string; eventId: string; subscription: string }> {
  receiver.answer(503);
  const { id: subscription } = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
  await fileTicket(api);
  const [first] = (await receiver.until(1)) as [Received];
  await recorded(server, first.body.id, 1);
  const [{ documentId }] = await list(`subscription=${subscription}`);
  return { id: documentId, eventId: first.body.id, subscription };
}

/** Deliveries that wait for a time that never comes, or are in another state. */
async function inserted(...states: string[]): Promise<string[]> {
  const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.updated'] });
  return insertDeliveries(
    server,
    id,
    states.map((state) => ({ state, createdAt: BASE, attempts: 1 })),
  );
}

const setActive = (documentId: string, active: boolean) =>
  server.run(
    (strapi, { id, isActive }) =>
      strapi.documents('plugin::work-tracking.webhook-subscription' as never).update({
        documentId: id,
        data: { active: isActive },
      } as never) as Promise<unknown>,
    { id: documentId, isActive: active },
  );

const refusal = async (request: ReturnType<typeof retry>) => {
  const { body } = await request.expect(400);
  return [body.error.details.code, body.error.message];
};

describe('retrying now', () => {
  it('sends a delivery at once that waits, as its next attempt', async () => {
    const { id, eventId } = await waitingDelivery();
    receiver.answer(200);
    const { body } = await retry(id).expect(200);
    expect(body.data).toEqual({ documentId: id, state: 'pending' });
    const [, second] = (await receiver.until(2)) as [Received, Received];
    expect(second.body.id).toBe(eventId);
    await recorded(server, eventId, 2);
    const shown = await detail(id);
    expect(shown).toMatchObject({ state: 'delivered', attempts: 2, nextAttemptAt: null });
    expect(shown.attemptLog.map(({ number }: { number: number }) => number)).toEqual([1, 2]);
  });

  it('goes on as planned when the attempt fails: the wait is that after the second', async () => {
    const { id, eventId } = await waitingDelivery();
    await retry(id).expect(200);
    await recorded(server, eventId, 2);
    const { state, attempts, nextAttemptAt } = await detail(id);
    expect({ state, attempts }).toEqual({ state: 'pending', attempts: 2 });
    // 150 seconds, 20 % more or less.
    expect(Date.parse(nextAttemptAt) - Date.now()).toBeGreaterThan(100_000);
  });

  it('sends it once however many ask', async () => {
    const { id, eventId } = await waitingDelivery();
    receiver.answer(200);
    const answers = await Promise.all([1, 2, 3, 4].map(() => retry(id)));
    // Whoever comes late finds it being sent, or sent.
    for (const { status, body } of answers) {
      if (status !== 200) expect(body.error.details.code).toMatch(/^delivery_(sending|ended)$/);
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    await recorded(server, eventId, 2);
    expect(receiver.received).toHaveLength(2);
    expect(await detail(id)).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  it('is refused for what does not wait', async () => {
    const [held, delivered, dead, cancelled] = (await inserted('held', 'delivered', 'dead', 'cancelled')) as [
      string,
      string,
      string,
      string,
    ];
    expect(await refusal(retry(held))).toEqual([
      'delivery_held',
      'This delivery is held until its subscription is active again.',
    ]);
    for (const [id, state] of [
      [delivered, 'delivered'],
      [dead, 'dead'],
      [cancelled, 'cancelled'],
    ] as const) {
      expect(await refusal(retry(id))).toEqual([
        'delivery_ended',
        `This delivery has ended already: it is ${state}.`,
      ]);
    }
    await retry('unheard-of').expect(404);
    await admin.post(`${PATH}/${held}/retry`, { force: true }).expect(400);
  });
});

describe('cancelling', () => {
  it.each(['pending', 'held'])('ends a delivery that is %s, which can be resent', async (state) => {
    const [id] = (await inserted(state)) as [string];
    expect((await cancel(id).expect(200)).body.data).toEqual({ documentId: id, state: 'cancelled' });
    const shown = await detail(id);
    expect(shown).toMatchObject({ state: 'cancelled', attempts: 1, nextAttemptAt: null });
    expect(Date.parse(shown.endedAt)).toBeGreaterThan(BASE);
    const { body: v1 } = await api.get(`/webhooks/deliveries/${id}`).expect(200);
    expect(v1.delivery).toMatchObject({ state: 'cancelled', next_attempt_at: null });
    expect(receiver.received).toEqual([]);
    const { body } = await admin.post(`${PATH}/${id}/resend`, {}).expect(200);
    await receiver.until(1);
    expect(body.data.documentId).not.toBe(id);
  });

  it('is done once, however many ask', async () => {
    const [id] = (await inserted('pending')) as [string];
    await Promise.all([1, 2, 3].map(() => cancel(id).expect(200)));
    const { endedAt } = await detail(id);
    await cancel(id).expect(200);
    expect(await detail(id)).toMatchObject({ state: 'cancelled', endedAt });
  });

  it('is refused for what is being sent, and for what has ended', async () => {
    const isAsked = new Promise<() => void>((resolve) => {
      receiver.answer((_request, response) => resolve(() => void response.writeHead(200).end()));
    });
    const { id: subscription } = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    await fileTicket(api);
    const answer = await isAsked;
    const [{ documentId: id, eventId }] = await list(`subscription=${subscription}`);
    for (const change of [cancel, retry]) {
      expect(await refusal(change(id))).toEqual([
        'delivery_sending',
        'This delivery is being sent right now.',
      ]);
    }
    answer();
    await recorded(server, eventId, 1);
    expect(await refusal(cancel(id))).toEqual([
      'delivery_ended',
      'This delivery has ended already: it is delivered.',
    ]);
    const [dead] = (await inserted('dead')) as [string];
    expect((await refusal(cancel(dead)))[1]).toBe('This delivery has ended already: it is dead.');
    await cancel('unheard-of').expect(404);
  });

  it('and claiming at the same moment: each delivery is sent or cancelled, never both', async () => {
    const ids = await inserted(...Array.from({ length: 40 }, () => 'pending'));
    await server.run(async (strapi, given) => {
      await strapi.db
        .connection('work_tracking_webhook_deliveries')
        .whereIn('document_id', given)
        .update({ due_at: new Date(Date.now() - 1000) });
      strapi.plugin('work-tracking').service('dispatcher').wake();
    }, ids);
    const answers = await Promise.all(ids.map((id) => cancel(id)));
    const shown = await Promise.all(
      ids.map(async (id) => {
        for (;;) {
          const delivery = await detail(id);
          if (!['pending', 'sending'].includes(delivery.state)) return delivery;
        }
      }),
    );
    const sent = new Set(receiver.received.map(({ body }) => body.id));
    for (const [index, { state, eventId }] of shown.entries()) {
      const { status } = answers[index]!;
      expect([status, state, sent.has(eventId)]).toEqual(
        status === 200 ? [200, 'cancelled', false] : [400, 'delivered', true],
      );
    }
  });

  it('keeps what is cancelled from going on with its subscription', async () => {
    const { id: subscription } = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    await setActive(subscription, false);
    await fileTicket(api, { title: 'Cancelled' });
    await fileTicket(api, { title: 'Goes on' });
    const [kept, cancelled] = await list(`subscription=${subscription}`);
    expect(cancelled.state).toBe('held');
    await cancel(cancelled.documentId).expect(200);
    await setActive(subscription, true);
    const [sent] = (await receiver.until(1)) as [Received];
    expect(sent.body.data.title).toBe('Goes on');
    await recorded(server, kept.eventId, 1);
    expect((await detail(cancelled.documentId)).state).toBe('cancelled');
    expect(receiver.received).toHaveLength(1);
  });
});

it('a role needs the action of resending, and to read the delivery', async () => {
  const [id] = (await inserted('pending')) as [string];
  const read = { action: actionId('delivery.read') };
  const resend = { action: actionId('delivery.resend') };
  const deliveries = (conditions: string[] = []) =>
    mayInContentManager('read', 'webhook-delivery', ['state'], conditions);
  for (const [permissions, status] of [
    [[read, deliveries()], 403],
    [[read, resend], 403],
    [[read, resend, deliveries(['admin::is-creator'])], 404],
  ] as const) {
    const colleague = await newColleague(server, admin, [...permissions]);
    for (const action of ['retry', 'cancel']) {
      await colleague.post(`${PATH}/${id}/${action}`, {}).expect(status);
    }
  }
  expect((await detail(id)).state).toBe('pending');
  const colleague = await newColleague(server, admin, [read, resend, deliveries()]);
  await colleague.post(`${PATH}/${id}/cancel`, {}).expect(200);
  expect((await detail(id)).state).toBe('cancelled');
});

it('a cancelled delivery is counted nowhere as one that needs attention', async () => {
  const ids = await inserted('pending', 'pending', 'held');
  const counts = async () =>
    (await admin.get('/work-tracking/widgets/failed-deliveries').expect(200)).body.data;
  const before = await counts();
  for (const id of ids) await cancel(id).expect(200);
  const after = await counts();
  expect(after).toMatchObject({ dead: before.dead, failing: before.failing - 2 });
});
