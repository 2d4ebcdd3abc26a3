import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { newProject, type Api } from '../support/api';
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

const BOARD = '/work-tracking/board';
const READ = [
  { action: actionId('board.read') },
  mayInContentManager('read', 'ticket', ['title', 'state', 'project', 'number']),
  mayInContentManager('read', 'project', ['key', 'name']),
];
const CREATE = mayInContentManager('create', 'ticket', ['title', 'project', 'priority']);

const file = (who: Admin, body: object) => who.post(`${BOARD}/tickets`, body);
const canFile = async (who: Admin) => (await who.get(BOARD).expect(200)).body.data.canFile as boolean;

it('a ticket is filed as the person’s, with its events, and its card is answered', async () => {
  const colleague = await newColleague(server, admin, [...READ, CREATE]);
  expect(await canFile(colleague)).toBe(true);
  const { body } = await file(colleague, { title: 'Filed', project: api.tenantId, priority: 'P0' }).expect(
    200,
  );
  expect(body.data).toMatchObject({ title: 'Filed', state: 'open', ref: `${api.projectKey}-1` });
  const { body: shown } = await api.get(`/tickets/${body.data.ref}`).expect(200);
  expect(shown.ticket).toMatchObject({ id: body.data.documentId, title: 'Filed', priority: 'P0' });
  const audit = await server.run(
    (strapi, targetId) =>
      strapi.db.query('plugin::work-tracking.audit-entry').findOne({ where: { targetId } }),
    body.data.documentId as string,
  );
  expect(audit).toMatchObject({ action: 'ticket.created', actorType: 'admin', actorName: 'Grace Hopper' });
  const { body: usual } = await file(admin, { title: 'Usual', project: api.tenantId }).expect(200);
  expect(usual.data).toMatchObject({ priority: 'P2', ref: `${api.projectKey}-2` });
});

it('who may not create tickets, or not with all that is asked for, files none', async () => {
  for (const more of [[], [mayInContentManager('create', 'ticket', ['title'])]]) {
    const colleague = await newColleague(server, admin, [...READ, ...more]);
    expect(await canFile(colleague)).toBe(false);
    await file(colleague, { title: 'Filed', project: api.tenantId }).expect(403);
  }
  expect((await api.get('/tickets').expect(200)).body.tickets).toEqual([]);
});

it('a project that is not there or out of sight, a bad title and unknown fields are refused', async () => {
  const hidden = await newColleague(server, admin, [READ[0]!, READ[1]!, CREATE]);
  await file(hidden, { title: 'Filed', project: api.tenantId }).expect(403);
  await file(admin, { title: 'Filed', project: 'gone' }).expect(404);
  for (const body of [
    { title: '', project: api.tenantId },
    { title: 'x'.repeat(256), project: api.tenantId },
    { title: 'a\u0000b', project: api.tenantId },
    { title: 'Filed' },
    { title: 'Filed', project: api.tenantId, priority: 'P9' },
    { title: 'Filed', project: api.tenantId, state: 'done' },
  ]) {
    await file(admin, body).expect(400);
  }
  expect((await api.get('/tickets').expect(200)).body.tickets).toEqual([]);
});
