import { collection, newColleague, registerAdmin, type Admin, type RolePermission } from '../support/admin';
import { fileTicket, newProject, subscribe, type Api } from '../support/api';
import { startServer, type OwnServer } from '../support/server';
import { columnsOf, NOWHERE, PATH } from '../support/subscriptions-page';
import { subscriptionForm, wholeRights, writesSubscriptions, type May } from '../support/whole-rights';

// The administrator who saved a subscription last answers for it, and may lose the right to read what it sends.

const SUBSCRIPTIONS = collection('webhook-subscription');

let server: OwnServer;
let ada: Admin;
let api: Api;
let may: May;

beforeAll(async () => {
  server = await startServer();
  ada = await registerAdmin(server);
  may = await wholeRights(ada);
});
beforeEach(async () => {
  api = await newProject(server);
});
afterAll(() => server.destroy());

const READER = () => [...writesSubscriptions(may), may('read', 'project'), may('read', 'ticket')];

/** A subscription of somebody who reads tickets. */
const answeredFor = async () => {
  const colleague = await newColleague(server, ada, READER());
  const { body } = await colleague.post(SUBSCRIPTIONS, subscriptionForm(api)).expect(201);
  const user = (await ada.get(`/admin/users/${colleague.id}`).expect(200)).body.data;
  return {
    id: body.data.documentId as string,
    person: `/admin/users/${colleague.id}`,
    role: user.roles[0].id,
  };
};
const stateOf = async (id: string) => {
  const { active, disabled_reason: reason } = await columnsOf(server, id);
  return { active: Boolean(active), reason };
};
const OTHERS = { active: true, reason: null };
const NO_TICKET = {
  active: false,
  reason: 'Grace Hopper answers for this, and may not read what it sends: Ticket.',
};

it('a subscription is disabled when the role of whoever saved it last does not read it any more, and held until somebody takes it over', async () => {
  const { id, role } = await answeredFor();
  const other = await answeredFor();
  const save = (permissions: RolePermission[]) =>
    ada.put(`/admin/roles/${role}/permissions`, {
      permissions: permissions.map((one) => ({ conditions: [], ...one })),
    });
  await save([...READER(), may('read', 'decision')]).expect(200);
  expect(await stateOf(id)).toEqual(OTHERS);
  await save([...writesSubscriptions(may), may('read', 'project')]).expect(200);
  expect([await stateOf(id), await stateOf(other.id)]).toEqual([NO_TICKET, OTHERS]);
  await fileTicket(api);
  const held = await server.run(
    (strapi, subscriptionId) =>
      strapi.db.query('plugin::work-tracking.webhook-delivery').findMany({ where: { subscriptionId } }),
    id,
  );
  expect(held).toMatchObject([{ state: 'held' }]);
  const { body } = await api.get('/changes?action=subscription.disabled').expect(200);
  expect(body.changes).toMatchObject([{ actor: { type: 'admin', name: 'Ada Lovelace' }, target: { id } }]);
  await ada.put(`${PATH}/${id}/active`, { active: true }).expect(200);
  await save([]).expect(200);
  expect(await stateOf(id)).toEqual(OTHERS);
});

it('it is disabled when the person gets another role, is deactivated, or is deleted', async () => {
  const [moved, deactivated, deleted] = [await answeredFor(), await answeredFor(), await answeredFor()];
  const author = (await ada.get('/admin/roles').expect(200)).body.data.find(
    ({ code }: { code: string }) => code === 'strapi-author',
  );
  await ada.put(moved.person, { roles: [author.id] }).expect(200);
  await ada.put(deactivated.person, { isActive: false }).expect(200);
  await ada.delete(deleted.person).expect(200);
  const reason = 'Grace Hopper answers for this, and may not read what it sends: Project.';
  expect(await stateOf(moved.id)).toEqual({ active: false, reason });
  expect(await stateOf(deactivated.id)).toEqual({ active: false, reason });
  expect(await stateOf(deleted.id)).toEqual({
    active: false,
    reason: 'Whoever answered for this is no administrator any more.',
  });
});

it('one that a token has made goes on', async () => {
  const { id } = await subscribe(api, NOWHERE);
  const colleague = await newColleague(server, ada, []);
  await ada.delete(`/admin/users/${colleague.id}`).expect(200);
  expect(await stateOf(id)).toEqual(OTHERS);
});

it('one that was there before is named in the log', async () => {
  const { id, role } = await answeredFor();
  await server.run(async (strapi, roleId) => {
    const subject = 'plugin::work-tracking.ticket';
    await strapi.db.query('admin::permission').deleteMany({ where: { role: { id: roleId }, subject } });
  }, role);
  await server.stop();
  server = await startServer({ database: server.database });
  await server.untilLogged(
    `The webhook subscription ${id} of the project ${api.projectKey} goes to ${NOWHERE};`,
  );
  expect(await stateOf(id)).toEqual(OTHERS);
  ada = await registerAdmin(server);
});
