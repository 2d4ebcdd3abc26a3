import { collection, mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileTicket, newProject, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { CUSTOMER, extended } from '../support/extended';
import { startServer, type OwnServer } from '../support/server';

const CUSTOMER_FILE = 'api/customer/content-types/customer/schema.json';
const customer = CUSTOMER[CUSTOMER_FILE];
const USER = 'plugin::users-permissions.user';
const to = (target: string, relation = 'manyToOne') => ({ type: 'relation', relation, target });

/** An application whose tickets lead to people and to its own type, and whose own types lead to tickets. */
const FILES = {
  'components/work/crew.json': {
    collectionName: 'components_work_crews',
    info: { displayName: 'Crew' },
    options: {},
    attributes: {
      label: { type: 'string' },
      lead: to('admin::user', 'oneToOne'),
      buyer: to('api::customer.customer', 'oneToOne'),
    },
  },
  [CUSTOMER_FILE]: {
    ...customer,
    options: { draftAndPublish: false },
    attributes: {
      ...customer.attributes,
      seller: to('admin::user'),
      agent: to(USER),
      tickets: to('plugin::work-tracking.ticket', 'oneToMany'),
      logo: { type: 'media', multiple: false },
    },
  },
  'api/frontpage/content-types/frontpage/schema.json': {
    kind: 'singleType',
    collectionName: 'frontpages',
    info: { singularName: 'frontpage', pluralName: 'frontpages', displayName: 'Front page' },
    options: { draftAndPublish: false },
    attributes: { ticket: to('plugin::work-tracking.ticket', 'oneToOne') },
  },
  ...extended('ticket', {
    customer: to('api::customer.customer'),
    reviewer: to('admin::user'),
    watcher: to(USER),
    crew: { type: 'component', component: 'work.crew' },
    attachment: { type: 'media', multiple: false },
  }),
};

const TICKETS = collection('ticket');
const CUSTOMERS = '/content-manager/collection-types/api::customer.customer';
const FRONTPAGE = '/content-manager/single-types/api::frontpage.frontpage';
const ASSIGNEES = '/content-manager/relations/plugin::work-tracking.ticket/assignee';
const LEADS = '/content-manager/relations/work.crew/lead';
const ADDRESS = 'ada@example.com';
const NAME = { id: 1, firstname: 'Ada', lastname: 'Lovelace', username: null };
const FIELDS = ['title', 'project', 'assignee', 'reviewer', 'crew', 'customer', 'watcher', 'attachment'];

const mayReadHost = (subject: string, ...fields: string[]) => ({
  action: 'plugin::content-manager.explorer.read',
  subject,
  properties: { fields },
});
const mayReadCustomers = (...fields: string[]) => mayReadHost('api::customer.customer', ...fields);

let server: OwnServer;
let admin: Admin;
let api: Api;
let ticket: string;
let row: number;
/** May read tickets with what they lead to, and customers without their people. */
let person: Admin;

beforeAll(async () => {
  server = await startServer({ env: builtWith({ files: FILES }) });
  admin = await registerAdmin(server);
  api = await newProject(server);
  ({ id: ticket } = await fileTicket(api, { title: 'Assigned', body: 'Not for everybody' }));
  const toAda = { connect: [{ id: 1 }] };
  const { body: made } = await admin
    .post(CUSTOMERS, { name: 'Acme', tickets: { connect: [{ documentId: ticket }] } })
    .expect(201);
  const toAcme = { connect: [{ documentId: made.data.documentId }] };
  await admin
    .put(`${TICKETS}/${ticket}`, {
      assignee: toAda,
      reviewer: toAda,
      customer: toAcme,
      crew: { lead: toAda },
    })
    .expect(200);
  const { body } = await admin.get(TICKETS).expect(200);
  row = body.results[0].id;
  person = await newColleague(server, admin, [
    mayInContentManager('read', 'ticket', FIELDS),
    mayInContentManager('update', 'ticket', ['title', 'assignee']),
    mayReadCustomers('tickets', 'seller', 'agent'),
    mayReadHost('api::frontpage.frontpage', 'ticket'),
  ]);
});
afterAll(() => server.destroy());

async function refusal(who: Admin, path: string) {
  const { status, body } = await who.get(path);
  return [status, body.error?.details.subject, body.error?.message];
}

const refused = (subject: string) => [
  403,
  subject,
  `Your role does not let you read this in the content manager: ${subject}.`,
];

describe('what our types lead to is filtered and sorted by nothing that is not to be read', () => {
  it.each([
    ['filters[assignee][email][$startsWith]=a', 'User, email'],
    ['filters[assignee][isActive]=true', 'User, isActive'],
    ['filters[assignee][roles][name]=x', 'User, roles'],
    ['filters[assignee][roles][permissions][action]=x', 'User, roles'],
    ['filters[assignee][createdAt][$gt]=2020', 'User, createdAt'],
    ['filters[assignee][password][$startsWith]=a', 'User, password'],
    ['filters[$or][0][assignee][email]=a', 'User, email'],
    ['filters[$and][0][$not][assignee][email]=a', 'User, email'],
    ['filters[assignee][$or][0][email]=a', 'User, email'],
    ['filters[assignee][email][$in][0]=a', 'User, email'],
    ['filters[assignee.email]=a', 'User, email'],
    ['filters[createdBy][email]=a', 'User, email'],
    ['filters[updatedBy][isActive]=a', 'User, isActive'],
    ['filters[project][createdBy][email]=a', 'User, email'],
    ['filters[reviewer][email]=a', 'User, email'],
    ['filters[crew][lead][email]=a', 'User, email'],
    ['filters[attachment][createdBy][email]=a', 'User, email'],
    ['filters[customer][seller][email]=a', 'User, email'],
    ['filters[customer][createdBy][email]=a', 'User, email'],
    ['sort=assignee.email', 'User, email'],
    ['sort=assignee.email:asc', 'User, email'],
    ['sort=title,assignee[email]:desc', 'User, email'],
    ['sort[0][assignee][email]=asc', 'User, email'],
    ['sort[assignee][isActive]=asc', 'User, isActive'],
    ['sort[0]=project.updatedBy.email:asc', 'User, email'],
    ['filters[customer][name][$startsWith]=a', 'Customer, name'],
    ['filters[crew][buyer][name]=a', 'Customer, name'],
    ['filters[watcher][email]=a', 'User, email'],
    ['filters[customer][agent][username]=a', 'User, username'],
    ['sort=customer.name', 'Customer, name'],
  ])('tickets: %s', async (query, subject) => {
    expect(await refusal(person, `${TICKETS}?${query}`)).toEqual(refused(subject));
  });

  it.each([
    [`${CUSTOMERS}?filters[tickets][assignee][email]=a`, 'User, email'],
    [`${CUSTOMERS}?filters[tickets][customer][name]=a`, 'Customer, name'],
    [`${CUSTOMERS}?sort=tickets.assignee.email`, 'User, email'],
    [`${ASSIGNEES}?filters[email][$startsWith]=a`, 'User, email'],
    [`${ASSIGNEES}?filters[$or][0][isActive]=true`, 'User, isActive'],
    [`${ASSIGNEES}?sort=email`, 'User, email'],
    [`${LEADS}?filters[email][$startsWith]=a`, 'User, email'],
    ['/content-manager/relations/plugin::work-tracking.ticket/customer?filters[name]=a', 'Customer, name'],
    ['/content-manager/relations/api::customer.customer/tickets?filters[assignee][email]=a', 'User, email'],
  ])('other lists: %s', async (path, subject) => {
    expect(await refusal(person, path)).toEqual(refused(subject));
  });

  it('not by a super admin either', async () => {
    expect(await refusal(admin, `${TICKETS}?filters[assignee][email][$startsWith]=a`)).toEqual(
      refused('User, email'),
    );
  });

  it.each(['assignee.email', 'assignee.password', 'body', 'customer.name', 'watcher.password:desc'])(
    'several records at once: by %s',
    async (sort) => {
      const { status } = await person.post(`${TICKETS}/actions/bulkFindForValidation`, {
        documentIds: [ticket],
        sort,
      });
      expect(status).toBe(403);
    },
  );

  it('but by names, ids and what may be read', async () => {
    const reader = await newColleague(server, admin, [
      mayInContentManager('read', 'ticket', FIELDS),
      mayReadCustomers('name'),
    ]);
    for (const query of [
      'filters[assignee][firstname][$startsWith]=A&sort=assignee.lastname',
      'filters[$and][0][assignee][id]=1&filters[reviewer][username][$null]=true',
      'filters[crew][lead][lastname]=Lovelace',
      'filters[customer][name]=Acme&sort=customer.name:desc',
      'filters[attachment][name][$null]=true',
      'sort=syncedAt:DESC',
    ]) {
      const { body } = await reader.get(`${TICKETS}?${query}`).expect(200);
      expect([query, body.results.length]).toEqual([query, 1]);
    }
  });

  it('and an application’s own lists as Strapi has them', async () => {
    const query = 'filters[seller][email][$null]=true&filters[agent][email][$null]=true';
    expect((await person.get(`${CUSTOMERS}?${query}`).expect(200)).body.results).toHaveLength(1);
    const SELLERS = '/content-manager/relations/api::customer.customer/seller';
    const { body } = await person.get(`${SELLERS}?filters[email]=${ADDRESS}`).expect(200);
    expect(body.results).toHaveLength(1);
  });
});

describe('of an administrator our types show the name alone', () => {
  it('in a list, a form and what a change answers', async () => {
    for (const who of [person, admin]) {
      const { body: list } = await who.get(TICKETS).expect(200);
      const { body: one } = await who.get(`${TICKETS}/${ticket}`).expect(200);
      const { body: changed } = await who.put(`${TICKETS}/${ticket}`, { title: 'Assigned' }).expect(200);
      const { body: several } = await who
        .post(`${TICKETS}/actions/bulkFindForValidation`, { documentIds: [ticket] })
        .expect(200);
      expect(list.results[0]).toMatchObject({ assignee: NAME, reviewer: NAME });
      for (const { assignee } of [list.results[0], one.data, several.results[0]])
        expect(assignee).toEqual(NAME);
      expect(JSON.stringify([list, one, changed, several])).not.toMatch(/@example\.com|isActive/);
    }
  });

  it('deep in an answer, too', async () => {
    for (const query of ['filters[crew][lead][id]=1', 'crew[lead][x]=1&customer[seller][x]=1'])
      for (const path of [TICKETS, `${TICKETS}/${ticket}`])
        expect((await admin.get(`${path}?${query}`).expect(200)).text).not.toContain(ADDRESS);
  });

  it('in the list of whom a record can lead to, which is searched by name', async () => {
    for (const path of [ASSIGNEES, LEADS])
      for (const query of [
        'fields=*',
        'fields=email',
        'fields=id,password',
        'populate=roles',
        'populate=*',
      ]) {
        const { body } = await person.get(`${path}?${query}`).expect(200);
        expect(Object.keys(body.results[0]).sort()).toEqual(['documentId', 'id', 'publishedAt', 'updatedAt']);
      }
    const found = async (path: string, text: string) =>
      ((await person.get(`${path}?_q=${text}`).expect(200)).body.results as { id: number }[]).map(
        ({ id }) => id,
      );
    for (const path of [ASSIGNEES, LEADS]) {
      expect(await found(path, 'lovel')).toEqual([1]);
      expect(await found(path, 'ada@')).toEqual([]);
    }
  });

  it('where the address is to name them in our forms', async () => {
    await server.run(async (strapi) => {
      const types = strapi.plugin('content-manager').service('content-types');
      const type = { uid: 'plugin::work-tracking.ticket' };
      const configuration = await types.findConfiguration(type);
      configuration.metadatas.assignee.edit.mainField = 'email';
      await types.updateConfiguration(type, configuration);
    });
    const EXISTING = `/content-manager/relations/plugin::work-tracking.ticket/${ticket}/assignee`;
    for (const who of [person, admin])
      for (const path of [ASSIGNEES, EXISTING])
        expect((await who.get(path).expect(200)).text).not.toContain('@example.com');
    const { body: found } = await admin.get(`${ASSIGNEES}?_q=ada@`).expect(200);
    expect(found.results).toEqual([]);
  });
});

describe('of a record of ours an answer shows what may be read of it', () => {
  const IDS = () => ({ id: row, documentId: ticket });

  it('behind another record', async () => {
    const reader = await newColleague(server, admin, [
      mayInContentManager('read', 'ticket', ['title', 'customer']),
      mayReadCustomers('name', 'tickets'),
    ]);
    const { body } = await reader.get(`${TICKETS}/${ticket}?customer[tickets][x]=1`).expect(200);
    expect(body.data.customer.tickets).toMatchObject([{ ...IDS(), title: 'Assigned' }]);
    expect(JSON.stringify(body)).not.toContain('Not for everybody');
  });

  it('in a type with one entry', async () => {
    await admin.put(FRONTPAGE, { ticket: { connect: [{ documentId: ticket }] } }).expect(200);
    const reader = await newColleague(server, admin, [mayReadHost('api::frontpage.frontpage', 'ticket')]);
    const { body } = await reader.get(`${FRONTPAGE}?ticket[x]=1`).expect(200);
    expect(body.data.ticket).toEqual(IDS());
  });

  it('in several records at once', async () => {
    const { body } = await person
      .post(`${TICKETS}/actions/bulkFindForValidation`, { documentIds: [ticket] })
      .expect(200);
    expect(body.results[0].project).toEqual({ id: expect.any(Number), documentId: api.tenantId });
  });
});
