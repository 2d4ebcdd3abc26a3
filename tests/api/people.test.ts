import type { Changes } from '../../src/plugins/work-tracking/domain/events';
import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { collection, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileTicket, newProject, subscribe, tokenFor, type Api } from '../support/api';
import { startReceiver, type Received } from '../support/receiver';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let admin: Admin;
let api: Api;
/** Somebody whose role may move tickets. */
let mover: { id: string; email: string };

const userId = (email: string): Promise<string> =>
  server.run(async (strapi, given) => {
    const { id } = await strapi.db.query('admin::user').findOne({ where: { email: given } });
    return String(id);
  }, email);

const newMover = async () => {
  const { email } = await newColleague(server, admin, [{ action: actionId('ticket.move') }]);
  return { id: await userId(email), email };
};

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
  mover = await newMover();
});
afterAll(() => server.release());
beforeEach(async () => {
  api = await newProject(server);
});

const people = async (): Promise<{ id: string; name: string }[]> =>
  (await api.get('/people').expect(200)).body.people;

describe('GET /people (specification 4.5)', () => {
  it('lists the active administrators whose role may move tickets, by id and name alone', async () => {
    const { email } = await newColleague(server, admin, [{ action: actionId('board.read') }]);
    const ada = { id: await userId('ada@example.com'), name: 'Ada Lovelace' };
    const all = await people();
    expect(all).toContainEqual(ada);
    expect(all).toContainEqual({ id: mover.id, name: 'Grace Hopper' });
    expect(all.map(({ id }) => id)).not.toContain(await userId(email));
    expect(JSON.stringify(all)).not.toContain('@');
  });

  it('leaves out whoever is not active or blocked, and names nobody by an address', async () => {
    const { id } = await newMover();
    const change = (data: object) =>
      server.run(
        async (strapi, given) => {
          await strapi.db.query('admin::user').update({ where: { id: given.id }, data: given.data });
        },
        { id, data },
      );
    const isListed = async () => (await people()).some((person) => person.id === id);
    expect(await isListed()).toBe(true);
    await change({ isActive: false });
    expect(await isListed()).toBe(false);
    await change({ isActive: true, blocked: true });
    expect(await isListed()).toBe(false);
    await change({ blocked: null, firstname: null, lastname: null });
    expect(await people()).toContainEqual({ id, name: `Administrator ${id}` });
    await change({ username: 'grace' });
    expect(await people()).toContainEqual({ id, name: 'grace' });
  });

  it('is for a read-only token as well', async () => {
    const reader = await tokenFor(server, api.projectKey, { access: 'read-only' });
    await reader.get('/people').expect(200);
  });
});

describe('the assignee of a ticket', () => {
  it('is written as an id and shown with the name', async () => {
    const ticket = await fileTicket(api, { assignee: mover.id });
    expect(ticket.assignee).toEqual({ id: mover.id, name: 'Grace Hopper' });
    expect((await api.get(`/tickets/${ticket.id}`)).body.ticket).toEqual(ticket);
    const { body: same } = await api.patch(`/tickets/${ticket.id}`, { assignee: mover.id }).expect(200);
    expect(same.ticket).toEqual(ticket);
    const { body: renamed } = await api.patch(`/tickets/${ticket.id}`, { title: 'Renamed' }).expect(200);
    expect(renamed.ticket).toMatchObject({ version: 2, assignee: { id: mover.id } });
    const { body: none } = await api.patch(`/tickets/${ticket.id}`, { assignee: null }).expect(200);
    expect(none.ticket).toMatchObject({ assignee: null, version: 3 });
    expect((await fileTicket(api)).assignee).toBeNull();
    expect((await fileTicket(api, { assignee: null })).assignee).toBeNull();
  });

  it('is nobody but those people', async () => {
    const { email } = await newColleague(server, admin, []);
    const documentId = await server.run(
      async (strapi, id) => (await strapi.db.query('admin::user').findOne({ where: { id } })).documentId,
      Number(mover.id),
    );
    const { id } = await fileTicket(api);
    const wrong = [await userId(email), '0', '-1', '4711', '1.0', 'ada', '', '99999999999', documentId];
    for (const assignee of [...wrong, Number(mover.id), [mover.id], { id: mover.id }, true]) {
      for (const answer of [
        await api.post('/tickets', { title: 'A ticket', assignee }),
        await api.patch(`/tickets/${id}`, { assignee }),
      ]) {
        expect([assignee, answer.status, answer.body.error, answer.body.details?.[0]?.path]).toEqual([
          assignee,
          400,
          'validation_failed',
          'assignee',
        ]);
      }
    }
    expect((await api.get(`/tickets/${id}`)).body.ticket.version).toBe(1);
  });

  it.each(['0', '01', ' 1', '+1', 'ada', '', '4711', '99999999999', '"'])(
    'is refused by what was sent: %j',
    async (assignee) => {
      const { id } = await fileTicket(api);
      for (const answer of [
        await api.post('/tickets', { title: 'A ticket', assignee }),
        await api.patch(`/tickets/${id}`, { assignee }),
        await admin.post('/work-tracking/board/tickets/assign', { ids: [id], assignee }),
        await admin.put(`/work-tracking/board/tickets/${id}`, { version: 1, assignee }),
      ]) {
        expect([answer.status, JSON.stringify(answer.body)]).toEqual([
          400,
          expect.stringContaining(
            JSON.stringify(`There is nobody with the id "${assignee}" whose role may move tickets.`),
          ),
        ]);
      }
    },
  );

  it('filters the list, and "none" finds what belongs to nobody', async () => {
    const mine = await fileTicket(api, { assignee: mover.id, labels: ['x'] });
    const free = await fileTicket(api, { labels: ['x'] });
    const ids = async (query: string) =>
      (await api.get(`/tickets?${query}`).expect(200)).body.tickets.map(({ id }: { id: string }) => id);
    expect(await ids(`assignee=${mover.id}`)).toEqual([mine.id]);
    expect(await ids('assignee=none')).toEqual([free.id]);
    expect(await ids(`assignee=${mover.id}&label=x`)).toEqual([mine.id]);
    expect(await ids('assignee=none&label=x&status=open')).toEqual([free.id]);
    for (const nobody of ['4711', 'ada', '0', '01', '%201', '99999999999']) {
      expect(await ids(`assignee=${nobody}`)).toEqual([]);
    }
  });

  it('keeps its rule in the content manager and for code, in any form in which a relation is given', async () => {
    const { email } = await newColleague(server, admin, []);
    const wrong = Number(await userId(email));
    const right = Number(mover.id);
    const { id } = await fileTicket(api);
    const path = `${collection('ticket')}/${id}`;
    const connect = (person: number) => ({ assignee: { connect: [{ id: person }], disconnect: [] } });
    const refused = await admin.put(path, connect(wrong)).expect(400);
    expect(refused.body.error.message).toContain('role may move tickets');
    await admin.put(path, connect(right)).expect(200);
    const shown = async () => (await api.get(`/tickets/${id}`).expect(200)).body.ticket;
    expect(await shown()).toMatchObject({ assignee: { id: mover.id }, version: 2 });
    await admin.put(path, { assignee: { connect: [], disconnect: [{ id: right }] } }).expect(200);
    expect(await shown()).toMatchObject({ assignee: null, version: 3 });

    const byCode = (data: object) =>
      server.run(
        async (strapi, given) => {
          try {
            const { documentId } = given;
            await strapi.db
              .query('plugin::work-tracking.ticket')
              .update({ where: { documentId }, data: given.data });
            return 'done';
          } catch (error) {
            return (error as Error).message;
          }
        },
        { documentId: id as string, data },
      );
    for (const form of [
      { assignee: wrong },
      { assignee_id: wrong },
      { assignee: { id: wrong } },
      { assignee: { set: [{ id: wrong }] } },
    ]) {
      expect(await byCode(form)).toContain('role may move tickets');
    }
    expect(await shown()).toMatchObject({ assignee: null, version: 3 });
    expect(await byCode({ assignee_id: right })).toBe('done');
    expect(await shown()).toMatchObject({ assignee: { id: mover.id }, version: 4 });
  });

  it('stays when the right to move is gone, and is free when the person is deleted, with an event for each', async () => {
    const receiver = await startReceiver();
    await subscribe(api, receiver.url, { event_types: ['ticket.updated'] });
    const leaving = await newMover();
    const filed = [
      await fileTicket(api, { assignee: leaving.id }),
      await fileTicket(api, { assignee: leaving.id }),
    ];
    const other = await fileTicket(api, { assignee: mover.id });
    await server.run(async (strapi, id) => {
      await strapi.db.query('admin::user').update({ where: { id }, data: { isActive: false } });
    }, Number(leaving.id));
    const { body } = await api.patch(`/tickets/${filed[0].id}`, { title: 'Still theirs' }).expect(200);
    expect(body.ticket.assignee).toEqual({ id: leaving.id, name: 'Grace Hopper' });
    await admin.delete(`/admin/users/${leaving.id}`).expect(200);
    const assigneeOf = ({ body: { data } }: Received) => (data.changes as Changes).assignee;
    const unassigned = await receiver.until(2, (received) => assigneeOf(received) !== undefined);
    expect(unassigned.map((received) => [received.body.data.id, assigneeOf(received)])).toEqual(
      expect.arrayContaining(
        filed.map(({ id }) => [id, { from: { id: leaving.id, name: 'Grace Hopper' }, to: null }]),
      ),
    );
    const { body: untouched } = await api.get(`/tickets/${other.id}`).expect(200);
    expect(untouched.ticket).toEqual(other);
    await receiver.close();
  });
});
