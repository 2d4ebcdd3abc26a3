import supertest from 'supertest';
import { PANEL_ACTIONS, actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { PANEL_ROUTES } from '../../src/plugins/work-tracking/server/src/panel/routes';
import { newColleague, registerAdmin, type Admin } from '../support/admin';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let admin: Admin;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
});
afterAll(() => server.release());

const routes = PANEL_ROUTES.map(
  ({ method, path, action }) => [method, `/work-tracking${path.replace(':id', 'abc')}`, action] as const,
);

const send = (method: string, path: string, who: Admin) => {
  if (method === 'GET') return who.get(path);
  if (method === 'DELETE') return who.delete(path);
  return method === 'POST' ? who.post(path, {}) : who.put(path, {});
};

describe('the panel’s actions', () => {
  it('are in Settings → Roles, under the plugin', async () => {
    const { body } = await admin.get('/admin/permissions').expect(200);
    const own = body.data.sections.plugins.filter(
      ({ plugin }: { plugin: string }) => plugin === 'work-tracking',
    );
    const ids = own.map(({ action }: { action: string }) => action).sort();
    expect(ids).toEqual(PANEL_ACTIONS.map(({ uid }) => actionId(uid)).sort());
  });

  it('are all held by a super admin', async () => {
    const { body } = await admin.get('/admin/users/me/permissions').expect(200);
    const held = body.data.map(({ action }: { action: string }) => action);
    expect(held).toEqual(expect.arrayContaining(PANEL_ACTIONS.map(({ uid }) => actionId(uid))));
  });
});

describe('the panel’s routes', () => {
  let stranger: Admin;
  beforeAll(async () => {
    stranger = await newColleague(server, admin, []);
  });

  it.each(routes)('%s %s is 401 without a log-in', async (method, path) => {
    const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    await supertest(server.url)[verb](path).expect(401);
  });

  it.each(routes)('%s %s is 403 for a role without any action', async (method, path) => {
    const answer = await send(method, path, stranger);
    expect([answer.status, answer.body.data]).toEqual([403, null]);
  });

  const byAction = PANEL_ACTIONS.map(({ uid }) => uid).filter((uid) =>
    PANEL_ROUTES.some(({ action }) => action === uid),
  );
  it.each(byAction)('that need %s are 403 for a role with all other actions', async (missing) => {
    const others = PANEL_ACTIONS.filter(({ uid }) => uid !== missing);
    const colleague = await newColleague(
      server,
      admin,
      others.map(({ uid }) => ({ action: actionId(uid) })),
    );
    for (const [method, path] of routes.filter(([, , action]) => action === missing)) {
      expect((await send(method, path, colleague)).status).toBe(403);
    }
  });
});
