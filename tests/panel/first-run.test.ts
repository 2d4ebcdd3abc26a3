import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { newProject } from '../support/api';
import { startServer, type OwnServer } from '../support/server';

let server: OwnServer;
let admin: Admin;
beforeAll(async () => {
  server = await startServer();
  admin = await registerAdmin(server);
});
afterAll(() => server.destroy());

const firstRun = async (who: Admin) =>
  (await who.get('/work-tracking/board/first-run').expect(200)).body.data;
const READ = { action: actionId('board.read') };
const KEYS = ['key', 'name', 'ventureKey'];

it('the first run knows what there is, what the person may do, and else who may', async () => {
  expect(await firstRun(admin)).toEqual({
    hasProject: false,
    hasTicket: false,
    canCreateProject: true,
    projectMakers: [],
    hasToken: false,
  });
  const reader = await newColleague(server, admin, [READ]);
  const unnamed = { hasProject: false, hasTicket: false, canCreateProject: false, hasToken: false };
  expect(await firstRun(reader)).toEqual({ ...unnamed, projectMakers: ['Ada Lovelace'] });
  // One of both permissions is not enough.
  const almost = await newColleague(server, admin, [
    READ,
    { action: actionId('token.manage') },
    mayInContentManager('read', 'project', KEYS),
    mayInContentManager('create', 'project', ['key']),
  ]);
  expect(await firstRun(almost)).toMatchObject(unnamed);
  const api = await newProject(server);
  expect(await firstRun(admin)).toMatchObject({ hasProject: true, hasToken: true });
  const begun = { ...unnamed, hasProject: true, projectMakers: [] };
  expect(await firstRun(reader)).toEqual(begun);
  // Also for somebody who may not read it.
  await api.post('/tickets', { title: 'Only one' }).expect(201);
  expect(await firstRun(reader)).toEqual({ ...begun, hasTicket: true });
});
