import supertest from 'supertest';
import { fileTicket, newProject, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { HOST } from '../support/host';
import { startServer, type OwnServer } from '../support/server';
import { strapiToken, type TokenAttributes } from '../support/tokens';
import { newUser } from '../support/users';

let server: OwnServer;
let a: Api;
let b: Api;
/** A's ticket, and the application's own record that it belongs to. */
let ticket: Awaited<ReturnType<typeof fileTicket>>;
let customer: string;

const TITLE = 'Only for project A';

beforeAll(async () => {
  server = await startServer({ env: builtWith(HOST) });
  a = await newProject(server);
  b = await newProject(server);
  customer = await newCustomer(server);
  ticket = await fileTicket(a, { title: TITLE, customer });
});
afterAll(() => server.destroy());

const newCustomer = (on: OwnServer): Promise<string> =>
  on.run(async (strapi) => {
    const made = await strapi.documents('api::customer.customer' as never).create({
      data: { name: 'Acme' } as never,
    });
    return (made as { documentId: string }).documentId;
  });

const graphql = async (on: OwnServer, bearer: string, query: string) =>
  (await supertest(on.url).post('/graphql').set('Authorization', `Bearer ${bearer}`).send({ query }))
    .body as { data?: Record<string, unknown> | null; errors?: { message: string }[] };

const ON_CUSTOMERS = ['find', 'findOne', 'create', 'update', 'delete'].map(
  (action) => `api::customer.customer.${action}`,
);

/** Tokens that open B: issued, issued and allowed everything on customers, and bound ones of Strapi's own types. */
const TOKENS_OF_B: [string, TokenAttributes | 'issued'][] = [
  ['as it is issued', 'issued'],
  ['that may do everything to customers', { type: 'custom', permissions: ON_CUSTOMERS }],
  ['of type read-only', { type: 'read-only' }],
  ['of type full access', { type: 'full-access' }],
];

const tokenOfB = async (attributes: TokenAttributes | 'issued'): Promise<string> => {
  if (attributes === 'issued') return b.token;
  const actions: string[] = await server.run(
    (strapi) => strapi.plugin('work-tracking').service('tokens').actions,
  );
  const { permissions } = attributes;
  return (
    await strapiToken(server, b.projectKey, {
      ...attributes,
      ...(permissions && { permissions: [...actions, ...permissions] }),
    })
  ).accessKey;
};

describe.each(TOKENS_OF_B)("B's token %s reaches nothing of A", (_name, attributes) => {
  let bearer: string;
  beforeAll(async () => {
    bearer = await tokenOfB(attributes);
  });
  const send = (method: 'get' | 'put' | 'post', path: string, body?: object) =>
    supertest(server.url)[method](`/api${path}`).set('Authorization', `Bearer ${bearer}`).send(body);

  it.each([
    '/customers?populate=tickets',
    '/customers?populate=*',
    '/customers?populate[tickets][populate]=project',
    '/customers?populate[tickets][fields][0]=title',
    '/customers?filters[tickets][title][$startsWith]=Only',
    '/customers?filters[$or][0][tickets][title][$startsWith]=Only',
    '/customers?filters[tickets][project][key][$notNull]=true',
    '/customers?sort=tickets.title',
    '/customers?fields[0]=tickets',
    '/users?populate=workTrackingProject',
    '/users?filters[workTrackingProject][key][$notNull]=true',
    '/users?sort=workTrackingProject.key',
  ])('over %s', async (path) => {
    const { status, text } = await send('get', path);
    expect([200, 400, 403]).toContain(status);
    for (const secret of [TITLE, ticket.id, a.projectKey, a.tenantId]) expect(text).not.toContain(secret);
    // A filter that counted would tell by what it finds.
    if (/filters|sort/.test(path)) expect(status).not.toBe(200);
  });

  it.each([{ set: [] }, { disconnect: ['TICKET'] }, ['TICKET'], null])(
    'by setting the relation of a customer to %j',
    async (value) => {
      const tickets = JSON.parse(JSON.stringify(value).replaceAll('TICKET', ticket.id)) as object;
      const { status } = await send('put', `/customers/${customer}`, { data: { tickets } });
      expect([400, 403]).toContain(status);
      const { status: made } = await send('post', '/customers', { data: { name: 'B', tickets } });
      expect([400, 403]).toContain(made);
      expect((await a.get(`/tickets/${ticket.id}`).expect(200)).body.ticket).toEqual(ticket);
    },
  );

  it.each([
    '{ workTrackingTickets { title } }',
    '{ customers { tickets { title } } }',
    '{ customers(filters: { tickets: { title: { startsWith: "Only" } } }) { name } }',
    '{ customers(sort: "tickets.title:asc") { name } }',
    '{ usersPermissionsUsers { workTrackingProject { key } } }',
    'mutation { deleteWorkTrackingTicket(documentId: "TICKET") { documentId } }',
    'mutation { updateWorkTrackingTicket(documentId: "TICKET", data: { title: "B" }) { title } }',
    'mutation { updateCustomer(documentId: "CUSTOMER", data: { tickets: [] }) { name } }',
  ])('over GraphQL: %s', async (query) => {
    const asked = query.replace('TICKET', ticket.id).replace('CUSTOMER', customer);
    const { data, errors } = await graphql(server, bearer, asked);
    expect(errors).not.toHaveLength(0);
    expect(JSON.stringify(data ?? null)).not.toContain(TITLE);
    expect((await a.get(`/tickets/${ticket.id}`).expect(200)).body.ticket).toEqual(ticket);
  });
});

describe('GraphQL', () => {
  const EVERYTHING = `{ __schema { types { name fields { name } inputFields { name } possibleTypes { name } } } }`;
  const AS_A_TICKET = '{ workTrackingTickets { title } }';

  it("knows none of the plugin's types", async () => {
    const { data } = await graphql(server, '', EVERYTHING);
    expect(JSON.stringify(data)).toContain('"Customer"');
    expect(JSON.stringify(data)).not.toMatch(/work_?tracking/i);
    expect(JSON.stringify(data)).not.toMatch(/"tickets"/);
  });

  it('knows them with GRAPHQL_TYPES, for tokens of Strapi that belong to no project', async () => {
    const open = await startServer({ env: { ...builtWith(HOST), GRAPHQL_TYPES: 'true' } });
    try {
      const own = await newProject(open);
      await fileTicket(own, { title: TITLE });
      const unbound = await strapiToken(open, null, { type: 'full-access' });
      expect((await graphql(open, unbound.accessKey, AS_A_TICKET)).data).toEqual({
        workTrackingTickets: [{ title: TITLE }],
      });
      const joined = await graphql(
        open,
        unbound.accessKey,
        `mutation { createUsersPermissionsUser(data: { username: "eve", email: "eve@example.com",
          password: "Secret-1", workTrackingProject: "${own.tenantId}" }) { data { username } } }`,
      );
      expect(joined.errors?.[0]?.message).toMatch(/workTrackingProject/);
      const { numericId } = await newUser(open, null, []);
      for (const project of [`workTrackingProject: "${own.tenantId}"`, 'work_tracking_project_id: 1']) {
        const moved = await graphql(
          open,
          unbound.accessKey,
          `mutation { updateUsersPermissionsUser(id: "${numericId}", data: { ${project} }) { data { username } } }`,
        );
        expect(moved.errors?.[0]?.message).toContain(project.split(':')[0]);
      }
      const bound = await strapiToken(open, own.projectKey, { type: 'full-access' });
      for (const bearer of [own.token, bound.accessKey]) {
        const { data, errors } = await graphql(open, bearer, AS_A_TICKET);
        expect(errors?.[0]?.message).toBe('Forbidden access');
        expect(JSON.stringify(data)).not.toContain(TITLE);
      }
    } finally {
      await open.destroy();
    }
  });
});

it('no action of v1 has a name that Strapi asks for where it reads a type', async () => {
  const clashes = await server.run((strapi) => {
    const types = Object.keys(strapi.contentTypes);
    const actions: string[] = strapi.contentAPI.permissions.providers.action.keys();
    const ofPlugin = actions.filter((action) => action.startsWith('plugin::work-tracking.'));
    return {
      count: ofPlugin.length,
      clashes: ofPlugin.filter((action) => types.includes(action.slice(0, action.lastIndexOf('.')))),
    };
  });
  expect(clashes).toEqual({ count: expect.any(Number), clashes: [] });
  expect(clashes.count).toBeGreaterThan(0);
});
