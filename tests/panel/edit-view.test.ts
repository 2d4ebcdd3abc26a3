import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { DEFAULT_TICKET_MOVES } from '../../src/plugins/work-tracking/domain/ticket';
import { collection, mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileDecision, fileTicket, newProject, subscribe, type Api } from '../support/api';
import { untilAttempted } from '../support/deliveries';
import { startReceiver, type Receiver } from '../support/receiver';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let admin: Admin;
let api: Api;
let receiver: Receiver;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
  receiver = await startReceiver();
});
beforeEach(async () => {
  api = await newProject(server);
});
afterAll(async () => {
  await receiver.close();
  await server.release();
});

const historyOf = (who: Admin, type: string, id: string, limit = 10) =>
  who.get(`/work-tracking/records/${id}/history?type=${type}&limit=${limit}`);
const deliveriesOf = (who: Admin, type: string, id: string, limit = 10) =>
  who.get(`/work-tracking/records/${id}/deliveries?type=${type}&limit=${limit}`);

const readsTickets = mayInContentManager('read', 'ticket', ['title', 'state']);
const readsEntries = mayInContentManager('read', 'audit-entry', ['action', 'at']);
const readsDeliveries = mayInContentManager('read', 'webhook-delivery', ['eventType', 'state']);

describe('the history of a record', () => {
  it('shows who did what, newest first, and whether there is more', async () => {
    const ticket = await fileTicket(api);
    await admin.put(`${collection('ticket')}/${ticket.id}`, { title: 'By hand' }).expect(200);
    await fileTicket(api);
    const { body } = await historyOf(admin, 'ticket', ticket.id).expect(200);
    expect(body).toEqual({
      data: [
        expect.objectContaining({
          action: 'ticket.updated',
          actorType: 'admin',
          actorName: 'Ada Lovelace',
          at: expect.any(String),
        }),
        expect.objectContaining({ action: 'ticket.created', actorType: 'api_token' }),
      ],
      meta: { hasMore: false },
    });
    const { body: first } = await historyOf(admin, 'ticket', ticket.id, 1).expect(200);
    expect(first.data).toEqual(body.data.slice(0, 1));
    expect(first.meta).toEqual({ hasMore: true });
  });

  it('is for roles that may read the record and its audit entries, field by field', async () => {
    const ticket = await fileTicket(api);
    const decision = await fileDecision(api);
    const action = { action: actionId('audit.read') };
    const noEntries = await newColleague(server, admin, [action, readsTickets]);
    expect((await historyOf(noEntries, 'ticket', ticket.id)).status).toBe(403);
    const reader = await newColleague(server, admin, [action, readsTickets, readsEntries]);
    const { body } = await historyOf(reader, 'ticket', ticket.id).expect(200);
    expect(body.data).toEqual([
      { documentId: expect.any(String), action: 'ticket.created', at: expect.any(String), changes: null },
    ]);
    expect((await historyOf(reader, 'decision', decision.id)).status).toBe(403);
    expect((await historyOf(reader, 'ticket', 'abc')).status).toBe(404);
  });

  it.each(['?type=ticket', '?type=project&limit=1', '?type=ticket&limit=0', '?type=ticket&limit=501'])(
    'refuses %s',
    async (query) => {
      const ticket = await fileTicket(api);
      await admin.get(`/work-tracking/records/${ticket.id}/history${query}`).expect(400);
    },
  );
});

describe('the deliveries beside a record', () => {
  it('are those of its events, with the URL of the subscription', async () => {
    const subscription = await subscribe(api, receiver.url, {
      event_types: ['ticket.created', 'audit.event'],
    });
    const ticket = await fileTicket(api);
    await fileTicket(api);
    await untilAttempted(server, subscription.id, 4);
    const { body } = await deliveriesOf(admin, 'ticket', ticket.id).expect(200);
    const types = body.data.map(({ eventType }: { eventType: string }) => eventType);
    expect(types.sort()).toEqual(['audit.event', 'ticket.created']);
    expect(body.data[0]).toMatchObject({ state: 'delivered', url: receiver.url });
    expect(body.data[0]).not.toHaveProperty('body');

    const { body: toIt } = await deliveriesOf(admin, 'subscription', subscription.id, 3).expect(200);
    expect(toIt.data).toHaveLength(3);
    expect(toIt.meta).toEqual({ hasMore: true });

    const [{ documentId }] = body.data;
    await api.post(`/webhooks/deliveries/${documentId}/resend`).expect(202);
    const { body: again } = await deliveriesOf(admin, 'ticket', ticket.id).expect(200);
    expect(again.data).toHaveLength(3);
    expect(again.data[0]).toMatchObject({ isResent: false });
    const old = again.data.find((row: { documentId: string }) => row.documentId === documentId);
    expect(old).toMatchObject({ isResent: true, state: 'delivered', attempts: 1 });
  });

  it('do not show a URL to a role that may not read it', async () => {
    await subscribe(api, receiver.url);
    const ticket = await fileTicket(api);
    const reader = await newColleague(server, admin, [
      { action: actionId('delivery.read') },
      readsTickets,
      readsDeliveries,
    ]);
    const { body } = await deliveriesOf(reader, 'ticket', ticket.id).expect(200);
    expect(body.data.map(({ url }: { url: unknown }) => url)).toEqual([null, null]);
    expect(JSON.stringify(body)).not.toContain(receiver.url);
  });
});

describe('the actions of the content manager', () => {
  it('get the map of moves that applies to the ticket', async () => {
    const { id } = await fileTicket(api);
    const { body } = await admin.get(`/work-tracking/tickets/${id}/moves`).expect(200);
    expect(body.data).toEqual(DEFAULT_TICKET_MOVES);
  });

  it('send a test event to a subscription that the role may read', async () => {
    const subscription = await subscribe(api, receiver.url, { event_types: ['decision.resolved'] });
    const path = `/work-tracking/subscriptions/${subscription.id}/test`;
    const { body } = await admin.post(path, {}).expect(200);
    expect(body.data).toEqual({ documentId: expect.any(String), state: 'pending' });
    const [ping] = await receiver.until(1, ({ body: sent }) => sent.data.id === subscription.id);
    expect(ping!.body.event).toBe('ping');
    const stranger = await newColleague(server, admin, [{ action: actionId('subscription.test') }]);
    expect((await stranger.post(path, {})).status).toBe(403);
    await admin.post('/work-tracking/subscriptions/abc/test', {}).expect(404);
  });
});

describe('a form of the content manager', () => {
  it('that would undo a change made meanwhile is refused, and one that changes nothing is not', async () => {
    const ticket = await fileTicket(api, { title: 'First' });
    const path = `${collection('ticket')}/${ticket.id}`;
    const { body: form } = await admin.get(path).expect(200);
    await api.patch(`/tickets/${ticket.id}`, { status: 'blocked', title: 'Second' }).expect(200);
    const refused = await admin.put(path, { ...form.data, priority: 'P0' });
    expect([refused.status, refused.body.error.name, refused.body.error.message]).toEqual([
      400,
      'ValidationError',
      'This was changed meanwhile (it is at version 2, you have 1). ' +
        'Reload the page to see it as it is now, then make your change again.',
    ]);
    const { body: now } = await api.get(`/tickets/${ticket.id}`);
    expect(now.ticket).toMatchObject({ title: 'Second', status: 'blocked', priority: 'P2', version: 2 });

    const { body: current } = await admin.get(path).expect(200);
    await admin.put(path, { ...current.data, priority: 'P0' }).expect(200);
    await admin.put(path, { ...current.data, priority: 'P0' }).expect(200);
    await admin.put(path, { priority: 'P1' }).expect(200);
  });

  it('of a decision that was resolved meanwhile is refused with the same sentence', async () => {
    const decision = await fileDecision(api);
    const path = `${collection('decision')}/${decision.id}`;
    const { body: form } = await admin.get(path).expect(200);
    await api.post(`/decisions/${decision.id}/resolve`, { status: 'approved' }).expect(200);
    const refused = await admin.put(path, { ...form.data, title: 'Other' });
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toContain('it is at version 2, you have 1');
  });

  it('has a version check that does not apply to code, which may save a record as it read it', async () => {
    const ticket = await fileTicket(api);
    await api.patch(`/tickets/${ticket.id}`, { title: 'Second' }).expect(200);
    await server.run(
      (strapi, documentId) =>
        strapi
          .documents('plugin::work-tracking.ticket' as never)
          .update({ documentId, data: { version: 1, title: 'Third' } } as never),
      ticket.id,
    );
    const { body } = await api.get(`/tickets/${ticket.id}`);
    expect(body.ticket).toMatchObject({ title: 'Third', version: 3 });
  });

  it.each([
    ['ticket', { state: 'done' }, 'state'],
    ['decision', { slug: 'No slug' }, 'slug'],
  ])('of a %s gets the field that a refusal is about', async (type, data, field) => {
    const record = type === 'ticket' ? await fileTicket(api) : await fileDecision(api);
    const { body } = await admin.put(`${collection(type)}/${record.id}`, data).expect(400);
    expect(body.error.details.errors).toEqual([
      { path: [field], message: body.error.message, name: 'ValidationError' },
    ]);
  });
});

describe('a copy', () => {
  const cloned = async (type: string, id: string, data = {}) =>
    admin.post(`${collection(type)}/clone/${id}`, data);

  it('of a ticket that is done is open', async () => {
    const ticket = await fileTicket(api);
    for (const status of ['in_progress', 'done']) await api.patch(`/tickets/${ticket.id}`, { status });
    const { body } = await cloned('ticket', ticket.id);
    expect(body.data).toMatchObject({ title: ticket.title, state: 'open', version: 1 });
  });

  it('of a resolved decision is not resolved', async () => {
    const decision = await fileDecision(api);
    await api.post(`/decisions/${decision.id}/resolve`, { status: 'approved' }).expect(200);
    const { body } = await cloned('decision', decision.id, { slug: `${decision.slug}-2` });
    expect(body.data).toMatchObject({ state: 'open', verdict: null, resolvedAt: null });
  });

  it('of a subscription needs a secret of its own', async () => {
    const subscription = await subscribe(api, receiver.url);
    const refused = await cloned('webhook-subscription', subscription.id);
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      'secret must have 1 to 256 characters.',
    ]);
    const answer = await cloned('webhook-subscription', subscription.id, { newSecret: 'its own' });
    expect(answer.status).toBe(200);
  });
});
