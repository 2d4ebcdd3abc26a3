import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileDecision, fileTicket, newProject, subscribe, ticketIn, tokenFor } from '../support/api';
import { insertDeliveries } from '../support/deliveries';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let admin: Admin;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
});
afterAll(() => server.release());

const PROJECTS = '/work-tracking/projects';
const FIELDS = ['key', 'name', 'ventureKey'];
const roles = [{ action: actionId('token.read') }, { action: actionId('token.manage') }];

const project = async (who: Admin, key: string) => {
  const { body } = await who.get(PROJECTS).expect(200);
  return body.data.find((one: { key: string }) => one.key === key);
};

describe('the list of projects', () => {
  it('counts what each has', async () => {
    const api = await newProject(server, { venture: 'acme' });
    await tokenFor(server, api.projectKey);
    await fileTicket(api);
    await fileTicket(api);
    await ticketIn(api, 'done');
    await fileDecision(api);
    const resolved = await fileDecision(api);
    await api.post(`/decisions/${resolved.id}/resolve`, { status: 'approved' }).expect(200);
    await subscribe(api, 'http://127.0.0.1:9/hook');
    expect(await project(admin, api.projectKey)).toMatchObject({
      documentId: api.tenantId,
      ventureKey: 'acme',
      counts: { tickets: { open: 2, done: 1 }, openDecisions: 1, subscriptions: 1, tokens: 2 },
    });
    const empty = await newProject(server);
    expect(await project(admin, empty.projectKey)).toMatchObject({
      counts: { tickets: {}, openDecisions: 0, subscriptions: 0, tokens: 1 },
    });
  });

  it('leaves out projects, types and rows that the role may not read', async () => {
    const api = await newProject(server);
    await fileTicket(api);
    const blind = await newColleague(server, admin, roles);
    await blind.get(PROJECTS).expect(403);
    const reader = await newColleague(server, admin, [
      ...roles,
      mayInContentManager('read', 'project', ['key']),
      mayInContentManager('read', 'ticket', ['state', 'project'], ['admin::is-creator']),
    ]);
    const { body } = await reader.get(PROJECTS).expect(200);
    expect(body.meta).toEqual({ canCreate: false, canUpdate: false, countedAt: null });
    const seen = await project(reader, api.projectKey);
    expect(seen).toMatchObject({ key: api.projectKey });
    expect(seen.counts).toEqual({ tickets: {}, tokens: 1 });
    expect(seen).not.toHaveProperty('name');
  });
});

describe('making and changing a project', () => {
  const data = { key: 'NEW', name: 'A new one', ventureKey: 'acme' };

  it('follows the rules of projects', async () => {
    const { body } = await admin.post(PROJECTS, data).expect(200);
    expect(body.data).toMatchObject(data);
    expect(await project(admin, 'NEW')).toMatchObject(data);
    for (const [change, sentence] of [
      [{}, 'There is already a project with that key.'],
      [{ key: '1a' }, /^key has 1 to 64 letters/],
      [{ key: 'OK', ventureKey: '' }, /ventureKey/],
      [{ key: 'OK', name: ' ' }, 'Give the project a name.'],
    ] as const) {
      const refused = await admin.post(PROJECTS, { ...data, ...change });
      expect([refused.status, refused.body.error.message]).toEqual([
        400,
        typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
      ]);
    }
    const path = `${PROJECTS}/${body.data.documentId}`;
    await admin.put(path, { ...data, name: 'Renamed' }).expect(200);
    expect(await project(admin, 'NEW')).toMatchObject({ name: 'Renamed', ventureKey: 'acme' });
    const other = await newProject(server);
    expect((await admin.put(path, { ...data, key: other.projectKey })).body.error.message).toBe(
      'There is already a project with that key.',
    );
    await admin.put(`${PROJECTS}/abc`, data).expect(404);
  });

  it("needs the content manager's permissions", async () => {
    const read = mayInContentManager('read', 'project', FIELDS);
    const reader = await newColleague(server, admin, [...roles, read]);
    const refused = await reader.post(PROJECTS, { ...data, key: 'NOT' });
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'Your role does not let you create this in the content manager: Project.',
    ]);
    const { documentId } = await project(admin, 'NEW');
    await reader.put(`${PROJECTS}/${documentId}`, { ...data, name: 'Not' }).expect(403);

    const editor = await newColleague(server, admin, [
      ...roles,
      read,
      mayInContentManager('update', 'project', ['name']),
    ]);
    await editor.put(`${PROJECTS}/${documentId}`, { ...data, name: 'Edited' }).expect(200);
    await editor.put(`${PROJECTS}/${documentId}`, { ...data, name: 'Edited', key: 'X' }).expect(403);
    expect(await project(admin, 'NEW')).toMatchObject({ key: 'NEW', name: 'Edited' });
  });
});

describe('the widget of failed deliveries', () => {
  const failed = async (who: Admin) =>
    (await who.get('/work-tracking/widgets/failed-deliveries').expect(200)).body.data;

  it('counts those that were given up in the last day, and those that will be tried again', async () => {
    const hour = 60 * 60 * 1000;
    const api = await newProject(server);
    const { id } = await subscribe(api, 'http://127.0.0.1:9/hook', { event_types: ['ticket.created'] });
    const before = await failed(admin);
    const at = (hours: number) => Date.now() - hours * hour;
    await insertDeliveries(server, id, [
      { state: 'dead', createdAt: at(1) },
      { state: 'dead', createdAt: at(23) },
      { state: 'dead', createdAt: at(25) },
      { state: 'pending', createdAt: at(2) },
      { state: 'delivered', createdAt: at(1) },
    ]);
    const { dead, failing } = await failed(admin);
    expect([dead - before.dead, failing - before.failing]).toEqual([2, 1]);
    const blind = await newColleague(server, admin, [{ action: actionId('delivery.read') }]);
    await blind.get('/work-tracking/widgets/failed-deliveries').expect(403);
  });
});
