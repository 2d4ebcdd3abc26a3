import supertest from 'supertest';
import { fileTicket, newProject, v1 } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';
import { newUser } from '../support/users';

let server: SharedServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.release());
describe("users-permissions' users (specification 5)", () => {
  const user = (key: string | null, actions: string[]) => newUser(server, key, actions);

  it("a user's JWT works like a token with the role's permissions", async () => {
    const api = await newProject(server);
    const reader = await user(api.projectKey, ['plugin::work-tracking.v1-ticket.find']);
    await v1(server, reader.jwt).get('/tickets').expect(200);
    expect((await v1(server, reader.jwt).post('/tickets', { title: 'T' })).body.error).toBe(
      'insufficient_scope',
    );

    const writer = await user(api.projectKey, ['plugin::work-tracking.v1-ticket.create']);
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
    const stranger = await user(null, ['plugin::work-tracking.v1-ticket.find']);
    expect((await v1(server, stranger.jwt).get('/tickets')).body.error).toBe('project_not_assigned');
    const api = await newProject(server);
    const blocked = await user(api.projectKey, ['plugin::work-tracking.v1-ticket.find']);
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
