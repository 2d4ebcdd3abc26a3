import { MAX_BULK_TICKETS } from '../../src/plugins/work-tracking/domain/bulk';
import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { collection, mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileTicket, newProject, subscribe, ticketIn, type Api } from '../support/api';
import { changed, idsOf, refused, unchanged } from '../support/bulk';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let admin: Admin;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
});
afterAll(() => server.release());
beforeEach(async () => {
  api = await newProject(server);
});

const TICKETS = '/work-tracking/board/tickets';
const READ = [
  { action: actionId('board.read') },
  mayInContentManager('read', 'ticket', ['title', 'state', 'project', 'number', 'labels']),
];
const MOVE = { action: actionId('ticket.move') };

const move = (who: Admin, ids: string[], status: string) => who.post(`${TICKETS}/move`, { ids, status });

const ticket = async (id: string) => (await api.get(`/tickets/${id}`).expect(200)).body.ticket;

describe('a move of many', () => {
  it('is one move for each: allowed or refused by its own rule, in the order given, each once', async () => {
    const open = await ticketIn(api, 'open');
    const started = await ticketIn(api, 'in_progress');
    const done = await ticketIn(api, 'done');
    const blocked = await ticketIn(api, 'blocked');
    const ids = [done.id, open.id, 'gone', started.id, open.id, blocked.id];
    const { body } = await move(admin, ids, 'blocked').expect(200);
    expect(body.data).toEqual([
      refused(done.id, 'A ticket can’t move from done to blocked'.replace('’', "'"), 'invalid_transition'),
      changed(open.id),
      refused('gone', 'This ticket is no longer there.', 'not_found'),
      changed(started.id),
      unchanged(blocked.id),
    ]);
    expect(await ticket(open.id)).toMatchObject({ status: 'blocked', version: open.version + 1 });
    expect(await ticket(started.id)).toMatchObject({ status: 'blocked', version: started.version + 1 });
    expect(await ticket(done.id)).toEqual(done);
    expect(await ticket(blocked.id)).toEqual(blocked);
  });

  it('leaves an audit entry and an event for each that changes, as one by one', async () => {
    await subscribe(api, 'http://127.0.0.1:9/');
    const [one, other, still] = [
      await fileTicket(api),
      await fileTicket(api),
      await ticketIn(api, 'blocked'),
    ];
    await admin.post(`${TICKETS}/${one.id}/move`, { status: 'blocked' }).expect(200);
    await move(admin, [other.id, still.id], 'blocked').expect(200);
    const EVENTS = ['audit.event', 'ticket.updated', 'audit.event', 'ticket.created'];
    const told = async (id: string) => {
      const of = async (what: string) =>
        (await admin.get(`/work-tracking/records/${id}/${what}?type=ticket&limit=10`).expect(200)).body.data;
      return {
        history: (await of('history')).map(({ action, actorType, actorName }: Record<string, unknown>) => ({
          action,
          actorType,
          actorName,
        })),
        deliveries: (await of('deliveries')).map(({ eventType }: { eventType: string }) => eventType),
      };
    };
    expect((await told(other.id)).deliveries).toEqual(EVENTS);
    expect(await told(other.id)).toEqual(await told(one.id));
    expect((await told(still.id)).deliveries).toEqual(EVENTS);
  });

  it('takes the action "Move tickets" and no right to change tickets, of those that the person may read', async () => {
    const mine = [mayInContentManager('read', 'ticket', ['title', 'state'], ['admin::is-creator'])];
    const colleague = await newColleague(server, admin, [
      { action: actionId('board.read') },
      MOVE,
      ...mine,
      mayInContentManager('create', 'ticket', ['title', 'project', 'state', 'priority']),
    ]);
    const theirs = await fileTicket(api);
    const { body: made } = await colleague
      .post(collection('ticket'), { title: 'Mine', project: { connect: [{ documentId: api.tenantId }] } })
      .expect(201);
    const own: string = made.data.documentId;
    const { body } = await move(colleague, [theirs.id, own], 'blocked').expect(200);
    expect(body.data).toEqual([
      refused(theirs.id, 'This ticket is no longer there.', 'not_found'),
      changed(own),
    ]);
    expect(await ticket(theirs.id)).toEqual(theirs);
    const reader = await newColleague(server, admin, READ);
    await move(reader, [own], 'open').expect(403);
    const blind = await newColleague(server, admin, [{ action: actionId('board.read') }, MOVE]);
    await move(blind, [own], 'open').expect(403);
    expect((await ticket(own)).status).toBe('blocked');
  });

  it('goes on after a ticket that something unforeseen keeps from changing', async () => {
    const before = await fileTicket(api);
    const breaks = await fileTicket(api, { title: 'Breaks in bulk' });
    const after = await fileTicket(api);
    await server.run((strapi) => {
      strapi.db.lifecycles.subscribe({
        models: ['plugin::work-tracking.ticket'],
        async beforeUpdate({ params }) {
          const row = await strapi.db.query('plugin::work-tracking.ticket').findOne({ where: params.where });
          if (row?.title === 'Breaks in bulk') throw new Error('Not for the public');
        },
      });
    });
    const { body } = await move(admin, [before.id, breaks.id, after.id], 'blocked').expect(200);
    expect(body.data).toEqual([
      changed(before.id),
      refused(breaks.id, /^Something went wrong on our side\.$/, 'internal_error'),
      changed(after.id),
    ]);
    expect(await ticket(breaks.id)).toEqual(breaks);
  });

  it('by two people at once moves each once, and answers each what became of it', async () => {
    const colleague = await newColleague(server, admin, [...READ, MOVE]);
    const ids = idsOf(await Promise.all(Array.from({ length: 20 }, () => fileTicket(api))));
    const answers = await Promise.all([
      move(admin, ids, 'in_progress').expect(200),
      move(colleague, [...ids].reverse(), 'cancelled').expect(200),
    ]);
    for (const { body } of answers) {
      const outcomes = body.data.map(({ outcome }: { outcome: string }) => outcome);
      expect(outcomes).toHaveLength(20);
    }
    const of = (answer: number, id: string): string =>
      answers[answer]?.body.data.find(({ documentId }: { documentId: string }) => documentId === id).outcome;
    for (const id of ids) {
      const { status, version } = await ticket(id);
      const steps = [of(0, id), of(1, id)].filter((outcome) => outcome === 'changed').length;
      // From in progress it may be cancelled; from cancelled it may not be started.
      expect({ status, version, second: of(1, id) }).toEqual({
        status: 'cancelled',
        version: 1 + steps,
        second: 'changed',
      });
    }
  });
});

it('what no request can ask for is refused as a whole', async () => {
  const { id } = await fileTicket(api);
  const many = Array.from({ length: MAX_BULK_TICKETS + 1 }, (_, index) => `id${index}`);
  for (const [path, body] of [
    ['move', { ids: [], status: 'blocked' }],
    ['move', { ids: many, status: 'blocked' }],
    ['move', { ids: [''], status: 'blocked' }],
    ['move', { ids: id, status: 'blocked' }],
    ['move', { ids: [id], status: 'nowhere' }],
    ['move', { ids: [id] }],
    ['move', { ids: [id], status: 'blocked', assignee: null }],
    ['assign', { ids: [id] }],
    ['assign', { ids: [id], assignee: 1 }],
    ['label', { ids: [id], add: 'bug' }],
    ['label', { ids: [id], labels: [] }],
    ['chosen', { ids: many }],
  ] as const) {
    const answer = await admin.post(`${TICKETS}/${path}`, body);
    expect([path, body, answer.status]).toEqual([path, body, 400]);
  }
  expect((await ticket(id)).version).toBe(1);
});
