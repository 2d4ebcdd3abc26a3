import { collection, mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileTicket, newProject, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { COMPONENTS, CUSTOMER } from '../support/extended';
import { startServer, type OwnServer } from '../support/server';

const CUSTOMER_FILE = 'api/customer/content-types/customer/schema.json';
const customer = CUSTOMER[CUSTOMER_FILE];
const TO_TICKETS = { type: 'relation', relation: 'oneToMany', target: 'plugin::work-tracking.ticket' };

const TO_TICKET = { type: 'relation', relation: 'oneToOne', target: 'plugin::work-tracking.ticket' };

/** An application whose own type leads to tickets, itself and through users and a component. */
const FILES = {
  ...COMPONENTS,
  'components/team/plan.json': {
    collectionName: 'components_team_plans',
    info: { displayName: 'Plan' },
    options: {},
    attributes: { label: { type: 'string' }, ticket: TO_TICKET, tickets: TO_TICKETS },
  },
  [CUSTOMER_FILE]: {
    ...customer,
    options: { draftAndPublish: false },
    attributes: {
      ...customer.attributes,
      tickets: TO_TICKETS,
      ticket: TO_TICKET,
      plan: { type: 'component', component: 'team.plan' },
      zone: { type: 'dynamiczone', components: ['team.plan'] },
      seller: { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.user' },
    },
  },
};

const NUL = 'a\0b';
const CUSTOMERS = '/content-manager/collection-types/api::customer.customer';
const USERS = '/content-manager/collection-types/plugin::users-permissions.user';
const RELATIONS = '/content-manager/relations';

let server: OwnServer;
let admin: Admin;
let api: Api;

beforeAll(async () => {
  server = await startServer({ env: builtWith({ files: FILES }) });
  admin = await registerAdmin(server);
  api = await newProject(server);
});
afterAll(() => server.destroy());

const escaped = (query: string) => query.replace('NUL', encodeURIComponent(NUL));

describe('what no database can look for is refused', () => {
  it.each([
    `${USERS}?filters[workTrackingProject][key]=NUL`,
    `${USERS}?filters[$or][0][workTrackingProject][key][$in][0]=NUL`,
    `${CUSTOMERS}?filters[seller][workTrackingProject][name][$contains]=NUL`,
    `${CUSTOMERS}?filters[plan][tickets][title]=NUL`,
    `${RELATIONS}/plugin::users-permissions.user/workTrackingProject?_q=NUL`,
    `${RELATIONS}/api::customer.customer/tickets?_q=NUL`,
    `${RELATIONS}/work.plan/tickets?_q=NUL`,
    `${USERS}?filters[workTrackingProject][id]=99999999999999999999`,
    `${CUSTOMERS}?filters[tickets][version]=1.5`,
    `${CUSTOMERS}?filters[tickets]=99999999999`,
    `${RELATIONS}/api::customer.customer/tickets?idsToOmit[]=99999999999999`,
    `${collection('ticket')}?filters[id]=99999999999999999999`,
    `${collection('ticket')}?filters[$and][0][version][$gt]=1.5`,
    `${collection('ticket')}?filters[version][$in][0]=2147483648`,
    `${collection('ticket')}?filters[version]=many`,
    `${collection('ticket')}?filters[project][id][$ne]=99999999999`,
    `${RELATIONS}/plugin::work-tracking.ticket/project?idsToOmit[]=99999999999999`,
    `${RELATIONS}/plugin::work-tracking.ticket/project?idsToInclude[]=1.5`,
  ])('in %s', async (path) => {
    const { status, body } = await admin.get(escaped(path));
    expect([status, body.error.name]).toEqual([400, 'ValidationError']);
  });

  it.each([
    { tickets: { connect: [{ documentId: NUL }], disconnect: [] } },
    { plan: { label: 'Q1', tickets: [NUL] } },
    { zone: [{ __component: 'team.plan', tickets: { set: [{ documentId: NUL }] } }] },
  ])('in a form: %j', async (data) => {
    const { status, body } = await admin.post(CUSTOMERS, { name: 'Acme', ...data });
    expect([status, body.error.details.errors[0].path]).toEqual([400, ['tickets']]);
  });
});

it('what can be looked for is found', async () => {
  const ticket = await fileTicket(api, { title: 'Here' });
  const tickets = { connect: [{ documentId: ticket.id }], disconnect: [] };
  await admin.post(CUSTOMERS, { name: 'Acme', tickets, plan: { label: 'Q1' } }).expect(201);
  for (const path of [
    `${CUSTOMERS}?filters[tickets][title]=Here`,
    `${CUSTOMERS}?filters[$and][0][tickets][version][$lte]=1&filters[plan][label]=Q1`,
    `${collection('ticket')}?filters[version][$between][0]=0&filters[version][$between][1]=2`,
    `${collection('ticket')}?filters[version][$notNull]=true&filters[title][$in][0]=Here`,
    `${RELATIONS}/api::customer.customer/tickets?_q=Here&idsToOmit[]=2147483647`,
  ]) {
    const { body } = await admin.get(path).expect(200);
    expect([path, body.results.length]).toEqual([path, 1]);
  }
});

it("the application's own fields are as Strapi has them", async () => {
  for (const path of [`${CUSTOMERS}?filters[name]=NUL`, `${CUSTOMERS}?filters[seller][username]=NUL`]) {
    expect((await admin.get(escaped(path))).status).not.toBe(400);
  }
});

describe('through a host’s own type nobody filters or sorts by what they may not read', () => {
  let person: Admin;
  beforeAll(async () => {
    person = await newColleague(server, admin, [
      {
        action: 'plugin::content-manager.explorer.read',
        subject: 'api::customer.customer',
        properties: { fields: ['name', 'tickets', 'seller', 'plan.tickets'] },
      },
      mayInContentManager('read', 'ticket', ['title']),
    ]);
  });

  it.each([
    [`${CUSTOMERS}?filters[tickets][body][$startsWith]=a`, 'Ticket, body'],
    [`${CUSTOMERS}?filters[$or][0][tickets][body][$startsWith]=a`, 'Ticket, body'],
    [`${CUSTOMERS}?filters[plan][tickets][body]=a`, 'Ticket, body'],
    [`${CUSTOMERS}?filters[tickets][project][name]=a`, 'Ticket, project'],
    [`${CUSTOMERS}?filters[seller][workTrackingProject][name]=a`, 'Project, name'],
    [`${CUSTOMERS}?sort=tickets.body:desc`, 'Ticket, body'],
    [`${CUSTOMERS}?sort[tickets][body]=desc`, 'Ticket, body'],
    [`${RELATIONS}/api::customer.customer/tickets?filters[body][$startsWith]=a`, 'Ticket, body'],
  ])('%s', async (path, subject) => {
    const { body } = await person.get(path).expect(403);
    expect(body.error.details).toMatchObject({ code: 'not_permitted', subject });
  });

  it('and by what they may as ever', async () => {
    for (const query of ['filters[tickets][title]=Here', 'filters[name]=Acme', 'sort=name', '_q=Acme'])
      expect((await person.get(`${CUSTOMERS}?${query}`).expect(200)).body.results).not.toEqual([]);
  });
});

describe('of a related record an answer shows what may be read of its type', () => {
  const FIELDS = ['name', 'ticket', 'seller', 'plan.label', 'plan.ticket', 'zone'];
  const customers = (...verbs: string[]) =>
    verbs.map((verb) => ({
      action: `plugin::content-manager.explorer.${verb}`,
      subject: 'api::customer.customer',
      ...(verb !== 'delete' && { properties: { fields: FIELDS } }),
    }));
  const BODY = 'Nothing for everybody';
  let ticket: { id: string };
  let documentId: string;
  let row: number;

  beforeAll(async () => {
    ticket = await fileTicket(api, { title: 'Shown', body: BODY });
    const { body: list } = await admin.get(`${collection('ticket')}?filters[title]=Shown`).expect(200);
    row = list.results[0].id;
    const to = { connect: [{ documentId: ticket.id }] };
    const { body } = await admin
      .post(CUSTOMERS, {
        name: 'Related',
        ticket: to,
        plan: { label: 'Q2', ticket: to },
        zone: [{ __component: 'team.plan', ticket: to }],
      })
      .expect(201);
    documentId = body.data.documentId;
  });

  /** The answers of the content manager when somebody works on the customer. */
  async function answers(person: Admin) {
    const form = { name: 'Related' };
    const { body: clone } = await person.post(`${CUSTOMERS}/clone/${documentId}`, form).expect(200);
    return {
      list: (await person.get(`${CUSTOMERS}?filters[documentId]=${documentId}`).expect(200)).body.results[0],
      one: (await person.get(`${CUSTOMERS}/${documentId}`).expect(200)).body.data,
      update: (await person.put(`${CUSTOMERS}/${documentId}`, form).expect(200)).body.data,
      clone: clone.data,
      delete: (await person.delete(`${CUSTOMERS}/${clone.data.documentId}`).expect(200)).body.data,
    };
  }

  it('its ids to a role that may not read any', async () => {
    const person = await newColleague(server, admin, customers('read', 'create', 'update', 'delete'));
    const found = await answers(person);
    expect(JSON.stringify(found)).not.toContain(BODY);
    expect(JSON.stringify(found)).not.toContain('Shown');
    expect(found.list.ticket).toEqual({ id: row, documentId: ticket.id });
  });

  it('the fields that the role may read', async () => {
    const person = await newColleague(server, admin, [
      ...customers('read', 'create', 'update', 'delete'),
      mayInContentManager('read', 'ticket', ['title', 'project']),
    ]);
    const found = await answers(person);
    expect(JSON.stringify(found)).not.toContain(BODY);
    expect(found.list.ticket).toMatchObject({ documentId: ticket.id, title: 'Shown' });
  });

  it('its ids where the role may read others only', async () => {
    const person = await newColleague(server, admin, [
      ...customers('read', 'create', 'update', 'delete'),
      mayInContentManager('read', 'ticket', ['title', 'body'], ['admin::is-creator']),
    ]);
    expect((await answers(person)).list.ticket).toEqual({ id: row, documentId: ticket.id });
  });

  it('all of it to whoever may read all, in a list', async () => {
    const { list, one } = await answers(admin);
    expect(list.ticket).toMatchObject({ title: 'Shown', body: BODY });
    expect(one.ticket).toEqual({ count: 1 });
  });

  it('the project of a ticket and of a user', async () => {
    const { id: role } = await server.run((strapi) =>
      strapi.db.query('plugin::users-permissions.role').findOne({ where: { type: 'authenticated' } }),
    );
    await admin
      .post(USERS, {
        username: 'seller',
        email: 'seller@example.com',
        password: 'Very-safe-1',
        role: { connect: [{ id: role }] },
        workTrackingProject: { connect: [{ documentId: api.tenantId }] },
      })
      .expect(201);
    const person = await newColleague(server, admin, [
      mayInContentManager('read', 'ticket', ['title', 'project']),
      mayInContentManager('update', 'ticket', ['title']),
      {
        action: 'plugin::content-manager.explorer.read',
        subject: 'plugin::users-permissions.user',
        properties: { fields: ['username', 'workTrackingProject'] },
      },
    ]);
    const ids = { id: expect.any(Number), documentId: api.tenantId };
    const { body: list } = await person.get(`${collection('ticket')}?filters[title]=Shown`).expect(200);
    expect(list.results[0].project).toEqual(ids);
    const { body: changed } = await person
      .put(`${collection('ticket')}/${ticket.id}`, { title: 'Shown' })
      .expect(200);
    expect(Object.keys(changed.data.project)).not.toContain('key');
    const { body: users } = await person.get(`${USERS}?filters[username]=seller`).expect(200);
    expect(users.results[0].workTrackingProject).toEqual(ids);
  });
});
