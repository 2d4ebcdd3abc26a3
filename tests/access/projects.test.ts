import { registerAdmin } from '../support/admin';
import { fileTicket, newProject, v1 } from '../support/api';
import { runTokenScript } from '../support/command-line';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.release());

describe('projects (specification 5)', () => {
  it('one with records can not be deleted, and the error says what is in the way', async () => {
    const api = await newProject(server);
    const admin = await registerAdmin(server);
    const ticket = await fileTicket(api);
    const path = `/content-manager/collection-types/plugin::work-tracking.project/${api.tenantId}`;
    const refused = await admin.delete(path);
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toBe(
      `Project ${api.projectKey} can't be deleted: it still has 1 tickets.`,
    );
    await api.delete(`/tickets/${ticket.id}`).expect(200);
    await admin.delete(path).expect(200);
    expect((await api.get('/tickets')).body.error).toBe('project_not_assigned');
  });

  it.each(['', '1ab', '-ab', 'a b', 'ä', 'x'.repeat(65)])('refuses the key %j', async (key) => {
    const refusal = server.run(
      (strapi, project) => strapi.plugin('work-tracking').service('tokens').issue({ project }),
      key,
    );
    await expect(refusal).rejects.toThrow(/project: has 1 to 64 letters/);
  });
});

describe('npm run token (docs/command-line.md)', () => {
  it('makes the project, issues a token beside a running server, prints one line of JSON', async () => {
    const { stdout } = await runTokenScript(
      ['--project', 'CLI', '--venture', 'acme', '--name', 'From the shell', '--days', '3'],
      server,
    );
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    const issued = JSON.parse(stdout);
    expect(Object.keys(issued)).toEqual(['project_key', 'venture_key', 'tenant_id', 'token']);
    expect(issued).toMatchObject({ project_key: 'CLI', venture_key: 'acme' });
    const { body } = await v1(server, issued.token).post('/tickets', { title: 'At once' }).expect(201);
    expect(body.ticket).toMatchObject({ project_key: 'CLI', venture_key: 'acme' });
    const { expiresAt } = await server.run((strapi) =>
      strapi.service('admin::api-token-content-api').getByName('From the shell'),
    );
    const days = (Date.parse(expiresAt) - Date.now()) / (24 * 60 * 60 * 1000);
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThan(3.1);
  });
});
