import { registerAdmin, type Admin } from '../support/admin';
import { fileDecision, fileTicket, newProject, subscribe, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { inCode } from '../support/documents';
import { COMPONENTS, CUSTOMER, extended } from '../support/extended';
import { startReceiver, type Receiver } from '../support/receiver';
import { startServer, type OwnServer } from '../support/server';

const CUSTOMER_FILE = 'api/customer/content-types/customer/schema.json';

const customer = CUSTOMER[CUSTOMER_FILE];

const TO_TICKET = { type: 'relation', target: 'plugin::work-tracking.ticket' };

/** As the builder saves relations in two ways. */
const FILES = {
  [CUSTOMER_FILE]: {
    ...customer,
    options: { draftAndPublish: false },
    attributes: {
      ...customer.attributes,
      tickets: { ...TO_TICKET, relation: 'oneToMany', mappedBy: 'customer' },
      agreement: { ...TO_TICKET, relation: 'oneToOne', mappedBy: 'contract' },
      decisions: {
        type: 'relation',
        relation: 'manyToMany',
        target: 'plugin::work-tracking.decision',
        inversedBy: 'customers',
      },
    },
  },
  ...COMPONENTS,
  ...extended('ticket', {
    customer: {
      type: 'relation',
      relation: 'manyToOne',
      target: 'api::customer.customer',
      inversedBy: 'tickets',
    },
    parent: { ...TO_TICKET, relation: 'manyToOne', inversedBy: 'children' },
    children: { ...TO_TICKET, relation: 'oneToMany', mappedBy: 'parent' },
    contract: {
      type: 'relation',
      relation: 'oneToOne',
      target: 'api::customer.customer',
      inversedBy: 'agreement',
    },
    agent: { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.user' },
    approver: { type: 'relation', relation: 'manyToOne', target: 'admin::user' },
    estimate: { type: 'component', component: 'work.estimate' },
    zone: { type: 'dynamiczone', components: ['work.link'] },
    attachment: { type: 'media', multiple: false },
  }),
  ...extended('decision', {
    customers: {
      type: 'relation',
      relation: 'manyToMany',
      target: 'api::customer.customer',
      mappedBy: 'decisions',
    },
  }),
};

const CUSTOMERS = '/content-manager/collection-types/api::customer.customer';

let server: OwnServer;
let admin: Admin;
let api: Api;
let receiver: Receiver;

beforeAll(async () => {
  server = await startServer({ env: builtWith({ files: FILES }) });
  admin = await registerAdmin(server);
  api = await newProject(server);
  receiver = await startReceiver();
  await subscribe(api, receiver.url);
});
afterAll(async () => {
  await server.destroy();
  await receiver.close();
});

const write = (uid: string, action: 'create' | 'update' | 'delete', params: object) =>
  inCode(server, uid, action, params);

const newCustomer = (data: object = {}) =>
  write('api::customer.customer', 'create', { data: { name: 'Acme', ...data } });
const updateCustomer = (documentId: string, data: object) =>
  write('api::customer.customer', 'update', { documentId, data });

const ticketNow = async (id: string) => (await api.get(`/tickets/${id}`).expect(200)).body.ticket;

/** Makes sure that a ticket has counted one change, of one field, and that subscribers and the audit know of it. */
async function expectCounted(before: { id: string; version: number }, field: string, to: unknown) {
  const now = await ticketNow(before.id);
  expect(now).toMatchObject({ version: before.version + 1, [field]: to });
  const [event] = await receiver.until(
    1,
    ({ body }) =>
      body.event === 'ticket.updated' && body.data.id === before.id && body.data.version === now.version,
  );
  const changes = event!.body.data.changes as Record<string, { to: unknown }>;
  expect(changes[field]).toMatchObject({ to });
  expect(Object.keys(changes).sort()).toEqual([field, 'synced_at', 'updated_at', 'version'].sort());
  const entries = await server.run(
    (strapi, targetId) => strapi.db.query('plugin::work-tracking.audit-entry').count({ where: { targetId } }),
    before.id,
  );
  expect(entries).toBe(now.version);
}

describe("a ticket's change from the other side of a relation counts", () => {
  it('when a customer gives up, gets and takes over tickets, in code', async () => {
    const acme = await newCustomer();
    const other = await newCustomer();
    const ticket = await fileTicket(api, { customer: acme });
    await updateCustomer(acme, { tickets: { set: [] } });
    await expectCounted(ticket, 'customer', null);
    await updateCustomer(acme, { tickets: { connect: [{ documentId: ticket.id }] } });
    await expectCounted({ ...ticket, version: 2 }, 'customer', acme);
    await updateCustomer(other, { tickets: [ticket.id] });
    await expectCounted({ ...ticket, version: 3 }, 'customer', other);
    const third = await newCustomer({ tickets: [ticket.id] });
    await expectCounted({ ...ticket, version: 4 }, 'customer', third);
  });

  it('in the content manager, whose form sends what has not changed as well', async () => {
    const acme = await newCustomer();
    const ticket = await fileTicket(api, { customer: acme });
    await admin
      .put(`${CUSTOMERS}/${acme}`, { name: 'New', tickets: { connect: [], disconnect: [] } })
      .expect(200);
    expect(await ticketNow(ticket.id)).toEqual(ticket);
    const { id } = await server.run(
      (strapi, documentId) =>
        strapi.db.query('plugin::work-tracking.ticket').findOne({ where: { documentId } }),
      ticket.id,
    );
    const disconnect = [{ id, documentId: ticket.id }];
    await admin.put(`${CUSTOMERS}/${acme}`, { tickets: { connect: [], disconnect } }).expect(200);
    await expectCounted(ticket, 'customer', null);
  });

  it('by db.query()', async () => {
    const acme = await newCustomer();
    const ticket = await fileTicket(api, { customer: acme });
    await server.run(
      (strapi, documentId) =>
        strapi.db.query('api::customer.customer').update({ where: { documentId }, data: { tickets: [] } }),
      acme,
    );
    await expectCounted(ticket, 'customer', null);
  });

  it.each(['delete', 'deleteMany'])('when the customer is gone: %s', async (action) => {
    const acme = await newCustomer();
    const ticket = await fileTicket(api, { customer: acme });
    const bystander = await fileTicket(api, { customer: await newCustomer() });
    await server.run(
      async (strapi, { documentId, deletion }) => {
        const query = strapi.db.query('api::customer.customer');
        await (deletion === 'delete'
          ? query.delete({ where: { documentId } })
          : query.deleteMany({ where: { documentId } }));
      },
      { documentId: acme, deletion: action },
    );
    await expectCounted(ticket, 'customer', null);
    expect(await ticketNow(bystander.id)).toEqual(bystander);
  });

  it('when the customer is deleted in the panel', async () => {
    const acme = await newCustomer();
    const ticket = await fileTicket(api, { customer: acme });
    await admin.delete(`${CUSTOMERS}/${acme}`).expect(200);
    await expectCounted(ticket, 'customer', null);
  });

  it('when another ticket gets or loses it', async () => {
    const child = await fileTicket(api);
    const parent = await fileTicket(api, { children: [child.id] });
    await expectCounted(child, 'parent', parent.id);
    expect(parent.version).toBe(1);
    await api.patch(`/tickets/${parent.id}`, { children: [] }).expect(200);
    await expectCounted({ ...child, version: 2 }, 'parent', null);
    await expectCounted(parent, 'children', []);
    await api.patch(`/tickets/${child.id}`, { parent: parent.id }).expect(200);
    await expectCounted({ ...parent, version: 2 }, 'children', [child.id]);
    await api.delete(`/tickets/${child.id}`).expect(200);
    await expectCounted({ ...parent, version: 3 }, 'children', []);
  });

  it('when another ticket takes what only one can have', async () => {
    const contract = await newCustomer();
    const first = await fileTicket(api, { contract });
    const second = await fileTicket(api, { contract });
    await expectCounted(first, 'contract', null);
    expect(second).toMatchObject({ contract, version: 1 });
  });

  it('when what its components lead to is gone, in a zone and in a component of a component', async () => {
    const owner = await newCustomer();
    const link = { label: 'Docs', owner };
    const inZone = await fileTicket(api, { zone: [{ __component: 'work.link', ...link }] });
    const nested = await fileTicket(api, { estimate: { hours: 1, links: [link] } });
    await write('api::customer.customer', 'delete', { documentId: owner });
    await expectCounted(inZone, 'zone', [
      { __component: 'work.link', label: 'Docs', url: null, owner: null },
    ]);
    await expectCounted(nested, 'estimate', {
      hours: 1,
      links: [{ label: 'Docs', url: null, owner: null }],
    });
  });

  it('when a user, an administrator or a file is gone', async () => {
    const made = await server.run(async (strapi) => {
      const user = await strapi.db.query('plugin::users-permissions.user').create({
        data: { username: 'grace', email: 'grace@example.com' },
      });
      const approver = await strapi.db.query('admin::user').create({
        data: { firstname: 'Grace', email: 'grace@example.com' },
      });
      const file = await strapi.db.query('plugin::upload.file').create({
        data: {
          name: 'a.txt',
          hash: 'a',
          ext: '.txt',
          mime: 'text/plain',
          size: 1,
          url: '/a',
          provider: 'local',
        },
      });
      return { agent: user.documentId, approver: approver.documentId, attachment: file.documentId };
    });
    const ticket = await fileTicket(api, made);
    const remove = (uid: string, documentId: string) =>
      server.run(
        async (strapi, given) => {
          const query = strapi.db.query(given.uid);
          const { id } = await query.findOne({ where: { documentId: given.documentId } });
          await query.delete({ where: { id } });
        },
        { uid, documentId },
      );
    await remove('plugin::users-permissions.user', made.agent);
    await expectCounted(ticket, 'agent', null);
    await remove('admin::user', made.approver);
    await expectCounted({ ...ticket, version: 2 }, 'approver', null);
    await remove('plugin::upload.file', made.attachment);
    await expectCounted({ ...ticket, version: 3 }, 'attachment', null);
  });
});

it("a decision's change from the other side counts", async () => {
  const acme = await newCustomer();
  const decision = await fileDecision(api, { customers: [acme] });
  await updateCustomer(acme, { decisions: { set: [] } });
  const { body } = await api.get(`/decisions/${decision.id}`).expect(200);
  expect(body.decision).toMatchObject({ customers: [], version: 2 });
  const audited = await receiver.until(1, ({ body: { data } }) => data.action === 'decision.updated');
  expect(audited[0]!.body.data.target).toEqual({ type: 'decision', id: decision.id });
});

it('what is rolled back on the other side is not counted', async () => {
  const acme = await newCustomer();
  const ticket = await fileTicket(api, { customer: acme });
  await server.run(async (strapi, documentId) => {
    const work = strapi.db.transaction(async () => {
      await strapi.documents('api::customer.customer' as never).delete({ documentId } as never);
      throw new Error('Not this time.');
    });
    await work.catch(() => undefined);
  }, acme);
  expect(await ticketNow(ticket.id)).toEqual(ticket);
});
