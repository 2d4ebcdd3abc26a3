import { collection, logInAdmin, mayInContentManager, newColleague, registerAdmin } from '../support/admin';
import { fileTicket, newProject, subscribe } from '../support/api';
import { startReceiver } from '../support/receiver';
import { startServer, type OwnServer } from '../support/server';

const HIDDEN = ['webhook-event', 'webhook-delivery', 'webhook-attempt', 'webhook-resend', 'audit-entry'];
const SHOWN = ['project', 'ticket', 'decision', 'webhook-subscription'];
const READ = 'plugin::content-manager.explorer.read';

const uidOf = (type: string) => `plugin::work-tracking.${type}`;

interface Role {
  id: number;
  name: string;
}
interface Subject {
  uid: string;
  properties: { value: string; children: { value: string }[] }[];
}

let server: OwnServer;

beforeAll(async () => {
  server = await startServer();
  await registerAdmin(server);
});
afterAll(() => server.destroy());

describe('the types that the service alone writes', () => {
  it('are not in the content manager’s menu, and the others are', async () => {
    const admin = await logInAdmin(server);
    const { body } = await admin.get('/content-manager/init').expect(200);
    const types = body.data.contentTypes as { uid: string; isDisplayed: boolean }[];
    const isDisplayed = (type: string) => types.find(({ uid }) => uid === uidOf(type))?.isDisplayed;
    expect(HIDDEN.map(isDisplayed)).toEqual(HIDDEN.map(() => false));
    expect(SHOWN.map(isDisplayed)).toEqual(SHOWN.map(() => true));
  });

  it('are neither listed nor counted on the homepage', async () => {
    const admin = await logInAdmin(server);
    const counted = async (): Promise<number> => {
      const { body } = await admin.get('/content-manager/homepage/count-documents').expect(200);
      return body.data.published;
    };
    const receiver = await startReceiver();
    const api = await newProject(server);
    await subscribe(api, receiver.url, { event_types: ['ticket.created', 'audit.event'] });
    const before = await counted();
    const ticket = await fileTicket(api);
    await receiver.until(2);
    // One ticket, and no event, delivery, attempt or audit entry of it.
    expect(await counted()).toBe(before + 1);
    const { body } = await admin.get('/content-manager/homepage/recent-documents?action=update').expect(200);
    const recent = body.data as { contentTypeUid: string; documentId: string }[];
    expect(recent.map(({ documentId }) => documentId)).toContain(ticket.id);
    expect(recent.filter(({ contentTypeUid }) => !SHOWN.map(uidOf).includes(contentTypeUid))).toEqual([]);
    await receiver.close();
  });

  it('are offered in Settings → Roles to be read, field by field, and for nothing else', async () => {
    const admin = await logInAdmin(server);
    const { body } = await admin.get('/admin/permissions').expect(200);
    const { actions, subjects } = body.data.sections.collectionTypes as {
      actions: { actionId: string; subjects: string[] }[];
      subjects: Subject[];
    };
    for (const uid of HIDDEN.map(uidOf)) {
      expect(subjects.filter((subject) => subject.uid === uid)).toHaveLength(1);
      const offering = actions.filter((action) => action.subjects.includes(uid));
      expect(offering.map(({ actionId }) => actionId)).toEqual([READ]);
    }
    const delivery = subjects.find(({ uid }) => uid === uidOf('webhook-delivery'))!;
    const fields = delivery.properties.find(({ value }) => value === 'fields')!.children;
    const names = fields.map(({ value }) => value);
    expect(names).toEqual(expect.arrayContaining(['state', 'eventType', 'attempts', 'project']));
    expect(names).not.toContain('leaseToken');
    const comments = subjects.filter(({ uid }) => uid === uidOf('comment'));
    expect(comments).toEqual([]);
  });

  it('stay readable to the roles that may read them, after a restart and after the role was saved', async () => {
    const admin = await logInAdmin(server);
    const fields = (type: string) => [type === 'webhook-attempt' ? 'result' : 'project'];
    const permissions = HIDDEN.map((type) => mayInContentManager('read', type, fields(type)));
    const colleague = await newColleague(server, admin, permissions);
    const { body: roles } = await admin.get('/admin/roles').expect(200);
    const role = (roles.data as Role[]).at(-1)!;
    expect(role.name).toMatch(/^Colleague/);
    const { database } = server;
    await server.stop();
    server = await startServer({ database });
    const again = await logInAdmin(server);
    const { body: kept } = await again.get(`/admin/roles/${role.id}/permissions`).expect(200);
    const held = kept.data as { action: string; subject: string; properties: { fields: string[] } }[];
    const heldFields = Object.fromEntries(
      held.map(({ subject, properties }) => [subject, properties.fields]),
    );
    expect(heldFields).toEqual(Object.fromEntries(HIDDEN.map((type) => [uidOf(type), fields(type)])));
    const sent = held.map(({ action, subject, properties }) => ({
      action,
      subject,
      properties,
      conditions: [],
    }));
    await again.put(`/admin/roles/${role.id}/permissions`, { permissions: sent }).expect(200);
    const grace = await logInAdmin(server, colleague);
    for (const type of HIDDEN) await grace.get(collection(type)).expect(200);
    await grace.get(collection('ticket')).expect(403);
  });
});
