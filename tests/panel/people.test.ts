import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileTicket, newProject } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let admin: Admin;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
});
afterAll(() => server.release());

const people = async (who: Admin, query = '') =>
  (await who.get(`/work-tracking/people${query}`).expect(200)).body.data as object[];

const mayWithAssignees = (verb: 'read' | 'update', field: string) =>
  newColleague(server, admin, [
    { action: actionId('board.read') },
    mayInContentManager(verb, 'ticket', ['state', field]),
  ]);

it('the people to choose from are those whom a ticket can be assigned to, by id and name alone', async () => {
  const api = await newProject(server);
  const all = await people(admin);
  expect(all).toContainEqual({ id: expect.stringMatching(/^\d+$/), name: 'Ada Lovelace' });
  expect(all).toEqual((await api.get('/people').expect(200)).body.people);
  expect(await people(await mayWithAssignees('read', 'assignee'))).toEqual(all);
  expect(await people(await mayWithAssignees('update', 'assignee'))).toEqual(all);
});

it('those who have tickets, and whom none can be assigned to any more, come after them if they are asked for', async () => {
  const api = await newProject(server);
  const left = await newColleague(server, admin, [{ action: actionId('ticket.move') }]);
  const another = await newColleague(server, admin, [{ action: actionId('ticket.move') }]);
  await fileTicket(api, { assignee: left.id });
  for (const { id } of [left, another])
    await admin.put(`/admin/users/${id}`, { isActive: false }).expect(200);
  const assignable = await people(admin);
  expect(assignable).not.toContainEqual({ id: left.id, name: 'Grace Hopper' });
  const all = [...assignable, { id: left.id, name: 'Grace Hopper' }];
  expect(await people(admin, '?former=true')).toEqual(all);
  expect(await people(await mayWithAssignees('read', 'assignee'), '?former=true')).toEqual(all);
  expect(await people(await mayWithAssignees('update', 'assignee'), '?former=true')).toEqual(assignable);
  expect(await people(await mayWithAssignees('read', 'title'), '?former=true')).toEqual([]);
});

it('nobody is named to a role that may neither read nor change whose tickets are', async () => {
  expect(await people(await mayWithAssignees('read', 'title'))).toEqual([]);
});
