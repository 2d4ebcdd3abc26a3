import { MAX_LABELS } from '../../src/plugins/work-tracking/domain/labels';
import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { collection, mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileTicket, newProject, ticketIn, type Api } from '../support/api';
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
  mayInContentManager('read', 'ticket', ['title', 'state', 'project', 'number', 'labels', 'assignee']),
];
const MOVE = { action: actionId('ticket.move') };

const assign = (who: Admin, ids: string[], assignee: string | null) =>
  who.post(`${TICKETS}/assign`, { ids, assignee });
const label = (who: Admin, ids: string[], change: { add?: string[]; remove?: string[] }) =>
  who.post(`${TICKETS}/label`, { ids, ...change });

const ticket = async (id: string) => (await api.get(`/tickets/${id}`).expect(200)).body.ticket;

const personId = (email: string): Promise<string> =>
  server.run(async (strapi, given) => {
    const { id } = await strapi.db.query('admin::user').findOne({ where: { email: given } });
    return String(id);
  }, email);

async function newMover() {
  const { email } = await newColleague(server, admin, [MOVE]);
  return { id: await personId(email), name: 'Grace Hopper' };
}

describe('assigning many', () => {
  it('gives them to somebody or to nobody; those who are theirs already stay as they are', async () => {
    const grace = await newMover();
    const free = await fileTicket(api);
    const hers = await fileTicket(api, { assignee: grace.id });
    const { body } = await assign(admin, [free.id, hers.id, 'gone'], grace.id).expect(200);
    expect(body.data).toEqual([
      changed(free.id),
      unchanged(hers.id),
      refused('gone', 'no longer there', 'not_found'),
    ]);
    expect(await ticket(free.id)).toMatchObject({ assignee: grace, version: 2 });
    expect(await ticket(hers.id)).toEqual(hers);
    const { body: nobody } = await assign(admin, [free.id, hers.id], null).expect(200);
    expect(nobody.data).toEqual([changed(free.id), changed(hers.id)]);
    expect(await ticket(hers.id)).toMatchObject({ assignee: null, version: 2 });
  });

  it('is refused for whoever can not be assigned, and changes nothing for one who is not there', async () => {
    const { email } = await newColleague(server, admin, READ);
    const open = await fileTicket(api);
    const { body } = await assign(admin, [open.id], await personId(email)).expect(200);
    expect(body.data).toEqual([refused(open.id, 'whose role may move tickets', 'validation_failed')]);
    for (const nobody of ['999999', '0', '-1', '1.5', '99999999999', 'abc', '']) {
      const { body: wrong } = await assign(admin, [open.id], nobody).expect(400);
      expect(wrong.error.message).toContain('There is nobody with the id');
    }
    expect(await ticket(open.id)).toEqual(open);
  });

  it('takes the right to change whose this ticket is, by field and by row', async () => {
    const grace = await newMover();
    const theirs = await fileTicket(api);
    const without = await newColleague(server, admin, [
      ...READ,
      MOVE,
      mayInContentManager('update', 'ticket', ['labels']),
    ]);
    const { body } = await assign(without, [theirs.id], grace.id).expect(200);
    expect(body.data).toEqual([refused(theirs.id, 'Ticket, assignee', 'not_permitted')]);
    const own = await newColleague(server, admin, [
      ...READ,
      mayInContentManager('create', 'ticket', ['title', 'project', 'state', 'priority']),
      mayInContentManager('update', 'ticket', ['assignee'], ['admin::is-creator']),
    ]);
    const { body: made } = await own
      .post(collection('ticket'), { title: 'Mine', project: { connect: [{ documentId: api.tenantId }] } })
      .expect(201);
    const mine: string = made.data.documentId;
    const { body: mixed } = await assign(own, [theirs.id, mine], grace.id).expect(200);
    expect(mixed.data).toEqual([refused(theirs.id, 'Ticket, assignee', 'not_permitted'), changed(mine)]);
    expect(await ticket(mine)).toMatchObject({ assignee: grace });
    expect(await ticket(theirs.id)).toEqual(theirs);
  });
});

describe('labelling many', () => {
  it('adds behind what each has and takes away, keeping the order; what is so already stays', async () => {
    const some = await fileTicket(api, { labels: ['ui', 'bug', 'later'] });
    const none = await fileTicket(api);
    const both = await fileTicket(api, { labels: ['now', 'ui'] });
    const { body } = await label(admin, [some.id, none.id, both.id], {
      add: ['ui', 'now'],
      remove: ['later'],
    });
    expect(body.data).toEqual([changed(some.id), changed(none.id), unchanged(both.id)]);
    expect(await ticket(some.id)).toMatchObject({ labels: ['ui', 'bug', 'now'], version: 2 });
    expect(await ticket(none.id)).toMatchObject({ labels: ['ui', 'now'], version: 2 });
    expect(await ticket(both.id)).toEqual(both);
    const { body: found } = await api.get('/tickets?label=now').expect(200);
    expect(found.tickets).toHaveLength(3);
  });

  it('refuses the ticket that would have too many, and a label that none can have', async () => {
    const full = await fileTicket(api, { labels: Array.from({ length: MAX_LABELS }, (_, i) => `l${i}`) });
    const free = await fileTicket(api);
    const { body } = await label(admin, [full.id, free.id], { add: ['one more'] }).expect(200);
    expect(body.data).toEqual([
      refused(full.id, 'A ticket has up to 20 labels.', 'validation_failed'),
      changed(free.id),
    ]);
    const { body: swapped } = await label(admin, [full.id], { add: ['one more'], remove: ['l0'] }).expect(
      200,
    );
    expect(swapped.data).toEqual([changed(full.id)]);
    for (const add of [[''], ['x'.repeat(65)], ['a\u0000b'], Array.from({ length: 21 }, (_, i) => `m${i}`)]) {
      await label(admin, [free.id], { add }).expect(400);
    }
    expect(await ticket(free.id)).toMatchObject({ labels: ['one more'], version: 2 });
  });

  it('takes the right to change labels', async () => {
    const open = await fileTicket(api);
    const colleague = await newColleague(server, admin, [
      ...READ,
      MOVE,
      mayInContentManager('update', 'ticket', ['title', 'assignee']),
    ]);
    const { body } = await label(colleague, [open.id], { add: ['bug'] }).expect(200);
    expect(body.data).toEqual([refused(open.id, 'Ticket, labels', 'not_permitted')]);
    const { body: board } = await colleague.get('/work-tracking/board').expect(200);
    expect(board.data).toMatchObject({ canAssign: true, canLabel: false });
  });

  it('by several people at once loses no label', async () => {
    const colleague = await newColleague(server, admin, [
      ...READ,
      mayInContentManager('update', 'ticket', ['labels']),
    ]);
    const ids = idsOf(
      await Promise.all(Array.from({ length: 12 }, () => fileTicket(api, { labels: ['first'] }))),
    );
    const answers = await Promise.all([
      label(admin, ids, { add: ['ada'] }).expect(200),
      label(colleague, [...ids].reverse(), { add: ['grace'] }).expect(200),
      label(admin, ids, { remove: ['first'] }).expect(200),
    ]);
    for (const { body } of answers) {
      expect(body.data.every(({ outcome }: { outcome: string }) => outcome === 'changed')).toBe(true);
    }
    for (const id of ids) {
      const { labels, version } = await ticket(id);
      expect([[...labels].sort(), version]).toEqual([['ada', 'grace'], 4]);
    }
  });
});

describe('what is chosen', () => {
  const chosen = (who: Admin, ids: string[], query = '') => who.post(`${TICKETS}/chosen${query}`, { ids });

  it('is what is still there and matches the filters, as it is now', async () => {
    const urgent = await fileTicket(api, { title: 'Urgent', priority: 'P0' });
    const gone = await fileTicket(api);
    await api.delete(`/tickets/${gone.id}`).expect(200);
    const usual = await ticketIn(api, 'blocked');
    const ids = [urgent.id, gone.id, usual.id];
    const found = async (query = '') => (await chosen(admin, ids, query).expect(200)).body.data;
    expect(await found()).toHaveLength(2);
    expect(await found()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ documentId: urgent.id, ref: urgent.ref, title: 'Urgent', state: 'open' }),
        expect.objectContaining({ documentId: usual.id, state: 'blocked' }),
      ]),
    );
    expect(await found('?priority=P0')).toEqual([expect.objectContaining({ documentId: urgent.id })]);
  });

  it('is out of sight for whoever may not read it', async () => {
    const { id } = await fileTicket(api);
    const colleague = await newColleague(server, admin, [
      { action: actionId('board.read') },
      mayInContentManager('read', 'ticket', ['state'], ['admin::is-creator']),
    ]);
    expect((await chosen(colleague, [id]).expect(200)).body.data).toEqual([]);
    await chosen(colleague, [id], '?text=a').expect(400);
  });
});
