import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { newProject } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let admin: Admin;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
});
afterAll(() => server.release());

const people = async (who: Admin) =>
  (await who.get('/work-tracking/people').expect(200)).body.data as object[];

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

it('nobody is named to a role that may neither read nor change whose tickets are', async () => {
  expect(await people(await mayWithAssignees('read', 'title'))).toEqual([]);
});
