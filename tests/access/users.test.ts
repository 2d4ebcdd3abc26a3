import supertest from 'supertest';
import { fileTicket, newProject, v1 } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.release());
describe("users-permissions' users (specification 5)", () => {
  const user = (key: string | null, actions: string[]) =>
    server.run(
      async (strapi, input) => {
        const project = input.key
          ? await strapi.db.query('plugin::work-tracking.project').findOne({ where: { key: input.key } })
          : null;
        const name = `user${Math.random().toString(36).slice(2)}`;
        const role = await strapi.db.query('plugin::users-permissions.role').create({
          data: { name, type: name, description: '' },
        });
        for (const action of input.actions) {
          await strapi.db
            .query('plugin::users-permissions.permission')
            .create({ data: { action, role: role.id } });
        }
        const created = await strapi.documents('plugin::users-permissions.user').create({
          data: {
            username: name,
            email: `${name}@example.com`,
            password: 'Secret-1',
            confirmed: true,
            provider: 'local',
            role: role.id,
            workTrackingProject: project?.id,
          } as never,
        });
        const jwt = strapi.plugin('users-permissions').service('jwt').issue({ id: created.id }) as string;
        return { jwt, id: created.documentId, numericId: created.id, name };
      },
      { key, actions },
    );

  it("a user's JWT works like a token with the role's permissions", async () => {
    const api = await newProject(server);
    const reader = await user(api.projectKey, ['plugin::work-tracking.ticket.find']);
    await v1(server, reader.jwt).get('/tickets').expect(200);
    expect((await v1(server, reader.jwt).post('/tickets', { title: 'T' })).body.error).toBe(
      'insufficient_scope',
    );

    const writer = await user(api.projectKey, ['plugin::work-tracking.ticket.create']);
    const ticket = await fileTicket({ ...api, ...v1(server, writer.jwt) });
    const actor = await server.run(async (strapi, id) => {
      const entry = await strapi.db
        .query('plugin::work-tracking.audit-entry')
        .findOne({ where: { targetId: id } });
      return { type: entry.actorType, id: entry.actorId, name: entry.actorName };
    }, ticket.id);
    expect(actor).toEqual({ type: 'user', id: writer.id, name: writer.name });
  });

  it('a user without a project has none, and a blocked one no access', async () => {
    const stranger = await user(null, ['plugin::work-tracking.ticket.find']);
    expect((await v1(server, stranger.jwt).get('/tickets')).body.error).toBe('project_not_assigned');
    const api = await newProject(server);
    const blocked = await user(api.projectKey, ['plugin::work-tracking.ticket.find']);
    await v1(server, blocked.jwt).get('/tickets').expect(200);
    await server.run(
      (strapi, id) =>
        strapi.db.query('plugin::users-permissions.user').update({ where: { id }, data: { blocked: true } }),
      blocked.numericId,
    );
    expect((await v1(server, blocked.jwt).get('/tickets')).body.error).toBe('unauthorized');
  });

  it('nobody joins a project by registering', async () => {
    const api = await newProject(server);
    const { body } = await supertest(server.url).post('/api/auth/local/register').send({
      username: 'eve',
      email: 'eve@example.com',
      password: 'Secret-1',
      workTrackingProject: api.tenantId,
    });
    const bound = await server.run((strapi) =>
      strapi.db
        .query('plugin::users-permissions.user')
        .count({ where: { username: 'eve', workTrackingProject: { id: { $notNull: true } } } as never }),
    );
    expect(bound).toBe(0);
    expect(JSON.stringify(body)).not.toContain(api.projectKey);
  });
});
