import supertest from 'supertest';
import { registerAdmin } from '../support/admin';
import { fileTicket, newProject, v1 } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';
import { strapiToken } from '../support/tokens';
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

  it('nobody joins a project, nor sends another into one, with the rights on users', async () => {
    const api = await newProject(server);
    const project = await server.run(
      (strapi, key) => strapi.db.query('plugin::work-tracking.project').findOne({ where: { key } }),
      api.projectKey,
    );
    const rights = ['create', 'update', 'find'].map((action) => `plugin::users-permissions.user.${action}`);
    const user = await newUser(server, null, [...rights, 'plugin::work-tracking.v1-ticket.find']);
    const token = await strapiToken(server, null, { type: 'full-access' });
    const newcomer = { username: 'mallory', email: 'mallory@example.com', password: 'Secret-1' };
    for (const bearer of [user.jwt, token.accessKey]) {
      for (const given of [
        { workTrackingProject: project.id },
        { workTrackingProject: api.tenantId },
        { workTrackingProject: { set: [project.id] } },
        { workTrackingProject: { connect: [{ documentId: api.tenantId }] } },
        { workTrackingProject: null },
        { work_tracking_project_id: project.id },
        { work_tracking_project_id: null },
      ]) {
        const http = supertest(server.url);
        for (const request of [
          http.put(`/api/users/${user.numericId}`).send({ username: user.name, ...given }),
          http.post('/api/users').send({ ...newcomer, role: 1, ...given }),
        ]) {
          const { status, body } = await request.set('Authorization', `Bearer ${bearer}`);
          const [name] = Object.keys(given);
          expect(status).toBe(400);
          expect(body).toMatchObject({
            data: null,
            error: {
              status: 400,
              name: 'ValidationError',
              message: `${name} can't be set here: users get their project in the Content Manager.`,
            },
          });
        }
      }
    }
    expect((await v1(server, user.jwt).get('/tickets')).body.error).toBe('project_not_assigned');
    await supertest(server.url)
      .put(`/api/users/${user.numericId}`)
      .set('Authorization', `Bearer ${user.jwt}`)
      .send({ username: `${user.name}-2` })
      .expect(200);
  });

  it('the Content Manager and code bind users', async () => {
    const api = await newProject(server);
    const user = await newUser(server, null, ['plugin::work-tracking.v1-ticket.find']);
    const admin = await registerAdmin(server);
    const bind = (workTrackingProject: object) =>
      admin
        .put(`/content-manager/collection-types/plugin::users-permissions.user/${user.id}`, {
          workTrackingProject,
        })
        .expect(200);
    await bind({ connect: [{ documentId: api.tenantId }] });
    await v1(server, user.jwt).get('/tickets').expect(200);
    await bind({ disconnect: [{ documentId: api.tenantId }] });
    await v1(server, user.jwt).get('/tickets').expect(403);
    await server.run(
      (strapi, { documentId, workTrackingProject }) =>
        strapi
          .documents('plugin::users-permissions.user')
          .update({ documentId, data: { workTrackingProject } as never }),
      { documentId: user.id, workTrackingProject: api.tenantId },
    );
    await v1(server, user.jwt).get('/tickets').expect(200);
  });

  it('nobody joins a project by registering', async () => {
    const api = await newProject(server);
    const { body } = await supertest(server.url).post('/api/auth/local/register').send({
      username: 'eve',
      email: 'eve@example.com',
      password: 'Secret-1',
      workTrackingProject: api.tenantId,
    });
    expect(body.error).toMatchObject({ status: 400, name: 'ValidationError' });
    const bound = await server.run((strapi) =>
      strapi.db
        .query('plugin::users-permissions.user')
        .count({ where: { username: 'eve', workTrackingProject: { id: { $notNull: true } } } as never }),
    );
    expect(bound).toBe(0);
    expect(JSON.stringify(body)).not.toContain(api.projectKey);
  });
});
