import { collection, mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileTicket, newProject, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { HOST } from '../support/host';
import { startServer, type OwnServer } from '../support/server';
import { strapiToken } from '../support/tokens';
import { newUser } from '../support/users';

const CUSTOMER_FILE = 'api/customer/content-types/customer/schema.json';
const customer = HOST.files[CUSTOMER_FILE];

/** An application whose own type has a relation to tickets that is a column. */
const WITH_COLUMN = {
  ...HOST,
  files: {
    ...HOST.files,
    [CUSTOMER_FILE]: {
      ...customer,
      attributes: {
        ...customer.attributes,
        main: {
          type: 'relation',
          relation: 'manyToOne',
          target: 'plugin::work-tracking.ticket',
          useJoinTable: false,
        },
      },
    },
  },
};

const USERS = '/content-manager/collection-types/plugin::users-permissions.user';

let server: OwnServer;
let admin: Admin;
let api: Api;
let projectId: number;

beforeAll(async () => {
  server = await startServer({ env: builtWith(WITH_COLUMN) });
  admin = await registerAdmin(server);
  api = await newProject(server);
  projectId = await server.run(
    async (strapi, key) =>
      (await strapi.db.query('plugin::work-tracking.project').findOne({ where: { key } })).id as number,
    api.projectKey,
  );
});
afterAll(() => server.destroy());

/** The error that the document service rejects with. */
type Refusal = Error & { details?: { errors?: { message: string }[] } };

const refusal = (column: string, attribute: string) => ({
  status: 400,
  name: 'ValidationError',
  message: `${column} is the name of a column: give ${attribute}.`,
  details: { errors: [{ path: [attribute] }] },
});

const projectOfUser = (id: number | string) =>
  server.run(async (strapi, row) => {
    const user = await strapi.db
      .query('plugin::users-permissions.user')
      .findOne({ where: { id: row }, populate: { workTrackingProject: true } });
    return (user.workTrackingProject as { key: string } | null)?.key ?? null;
  }, id);

describe("a relation can't be set by its column's name", () => {
  it('in the content manager, by a role that may not set a project', async () => {
    const fields = ['title', 'priority', 'type', 'effort', 'body', 'frontmatter'];
    const clerk = await newColleague(server, admin, [
      mayInContentManager('create', 'ticket', fields),
      mayInContentManager('read', 'ticket', fields),
      mayInContentManager('update', 'ticket', fields),
      {
        action: 'plugin::content-manager.explorer.update',
        subject: 'plugin::users-permissions.user',
        properties: { fields: ['username'] },
      },
    ]);
    const user = await newUser(server, null, []);
    const ticket = await fileTicket(api);
    for (const who of [clerk, admin]) {
      const made = await who.post(collection('ticket'), { title: 'T', project_id: projectId });
      expect(made.body.error).toMatchObject(refusal('project_id', 'project'));
      const changed = await who.put(`${collection('ticket')}/${ticket.id}`, { created_by_id: 1 });
      expect(changed.body.error).toMatchObject(refusal('created_by_id', 'createdBy'));
      for (const work_tracking_project_id of [projectId, null]) {
        const bound = await who.put(`${USERS}/${user.id}`, { work_tracking_project_id });
        expect(bound.body.error).toMatchObject(refusal('work_tracking_project_id', 'workTrackingProject'));
      }
    }
    expect(await projectOfUser(user.numericId)).toBeNull();
    expect((await api.get('/tickets').expect(200)).body.tickets).toEqual([ticket]);
  });

  it.each([
    ['plugin::work-tracking.ticket', 'project_id', 'project'],
    ['plugin::work-tracking.decision', 'updated_by_id', 'updatedBy'],
    ['plugin::work-tracking.webhook-subscription', 'project_id', 'project'],
    ['plugin::users-permissions.user', 'work_tracking_project_id', 'workTrackingProject'],
    ['api::customer.customer', 'main_id', 'main'],
  ])('in code, through the document service: %s', async (uid, column, attribute) => {
    const told = await server.run(
      (strapi, given) =>
        strapi
          .documents(given.uid as never)
          .create({ data: { title: 'T', [given.column]: 1 } as never })
          .then(
            () => 'accepted',
            (error: unknown) => {
              // Of several mistakes at once, the error has the sentences in its details.
              const { name, message, details } = error as Refusal;
              return [name, message, ...(details?.errors ?? []).map((one) => one.message)];
            },
          ),
      { uid, column },
    );
    expect(told).toContain('ValidationError');
    expect(told).toContain(refusal(column, attribute).message);
  });

  it("in the bodies of Strapi's page for API tokens", async () => {
    const { id } = await strapiToken(server, null, { type: 'read-only' });
    const token = { name: 'By column', description: '', type: 'read-only' };
    for (const name of ['work_tracking_project_id', 'workTrackingProject']) {
      // Strapi takes what it knows when it makes a token, and refuses anything else when it changes one.
      await admin.post('/admin/api-tokens', { ...token, name, [name]: projectId }).expect(201);
      await admin.put(`/admin/api-tokens/${id}`, { ...token, [name]: projectId }).expect(400);
    }
    const bound = await server.run((strapi) =>
      strapi.db
        .query('admin::api-token')
        .count({ where: { type: 'read-only', workTrackingProject: { id: { $notNull: true } } } as never }),
    );
    expect(bound).toBe(0);
  });
});

it('what the content manager sends for a user binds it', async () => {
  const user = await newUser(server, null, []);
  const connect = [{ documentId: api.tenantId }];
  await admin.put(`${USERS}/${user.id}`, { workTrackingProject: { connect, disconnect: [] } }).expect(200);
  expect(await projectOfUser(user.numericId)).toBe(api.projectKey);
});
