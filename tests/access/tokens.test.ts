import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import supertest from 'supertest';
import { fileTicket, newProject, tokenFor, v1 } from '../support/api';
import { registerAdmin } from '../support/admin';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.destroy());

/** A Strapi token that is bound to a project by hand. */
const strapiToken = (key: string, attributes: object) =>
  server.run(
    async (strapi, input) => {
      const project = await strapi.db.query('plugin::work-tracking.project').findOne({ where: { key: input.key } });
      const token = await strapi
        .service('admin::api-token-content-api')
        .create({ name: `Token ${Math.random()}`, kind: 'content-api', lifespan: null, ...input.attributes });
      await strapi.db
        .query('admin::api-token')
        .update({ where: { id: token.id }, data: { workTrackingProject: project.id } as never });
      return { id: token.id as number, accessKey: token.accessKey as string };
    },
    { key, attributes },
  );

describe('tokens and projects (gaps.md)', () => {
  it('a token opens its project and nothing else in the same Strapi', async () => {
    const api = await newProject(server);
    const permissions = await server.run(
      async (strapi, name) => (await strapi.service('admin::api-token-content-api').getByName(name)).permissions,
      `${api.projectKey} 1`,
    );
    expect(permissions.every((action: string) => action.startsWith('plugin::work-tracking.'))).toBe(true);
    const answer = await supertest(server.url).get('/api/users').set('Authorization', `Bearer ${api.token}`);
    expect(answer.status).toBe(403);
  });

  it('every read and write is limited to the project of the token', async () => {
    const mine = await newProject(server);
    const theirs = await newProject(server);
    const ticket = await fileTicket(mine);
    expect((await theirs.get('/tickets').expect(200)).body.tickets).toEqual([]);
    expect((await mine.get('/tickets').expect(200)).body.tickets).toEqual([ticket]);
  });

  it('a second token for a project opens the same', async () => {
    const first = await tokenFor(server, 'TWICE', { venture: 'acme' });
    const second = await tokenFor(server, 'TWICE');
    expect(second.tenantId).toBe(first.tenantId);
    expect(second.token).not.toBe(first.token);
    const ticket = await fileTicket(first);
    expect((await second.get(`/tickets/${ticket.id}`).expect(200)).body.ticket).toEqual(ticket);
  });

  it.each([
    ['read-only, issued', { access: 'read-only' as const }],
  ])('%s: reads and nothing more', async (_name, options) => {
    const api = await newProject(server);
    const reader = await tokenFor(server, api.projectKey, options);
    const ticket = await fileTicket(api);
    await reader.get('/tickets').expect(200);
    await reader.get(`/tickets/${ticket.id}`).expect(200);
    await reader.get('/decisions').expect(200);
    await reader.get('/webhooks/subscriptions').expect(200);
    for (const test of [
      reader.post('/tickets', { title: 'T' }),
      reader.patch(`/tickets/${ticket.id}`, { title: 'T' }),
      reader.delete(`/tickets/${ticket.id}`),
      reader.post('/decisions', { slug: 's', title: 'T' }),
      reader.post('/decisions/abc/resolve', { status: 'x' }),
      reader.post('/webhooks/subscriptions', {}),
      reader.delete('/webhooks/subscriptions/abc'),
    ]) {
      expect((await test).body.error).toBe('insufficient_scope');
    }
  });

  it("Strapi's own types: read-only, full access and custom", async () => {
    const api = await newProject(server);
    const readOnly = await strapiToken(api.projectKey, { type: 'read-only' });
    await v1(server, readOnly.accessKey).get('/tickets').expect(200);
    await v1(server, readOnly.accessKey).post('/tickets', { title: 'T' }).expect(403);

    const full = await strapiToken(api.projectKey, { type: 'full-access' });
    await v1(server, full.accessKey).get('/tickets').expect(200);
    await v1(server, full.accessKey).post('/tickets', { title: 'T' }).expect(201);

    const custom = await strapiToken(api.projectKey, {
      type: 'custom',
      permissions: ['plugin::work-tracking.ticket.create'],
    });
    await v1(server, custom.accessKey).post('/tickets', { title: 'T' }).expect(201);
    await v1(server, custom.accessKey).get('/tickets').expect(403);
  });

  it('revoking, unbinding, expiring and regenerating work at once', async () => {
    const api = await newProject(server);
    const use = (accessKey: string) => v1(server, accessKey).get('/tickets');
    const doTo = (id: number, what: string) =>
      server.run(
        async (strapi, input) => {
          const tokens = strapi.service('admin::api-token-content-api');
          const update = (data: object) =>
            strapi.db.query('admin::api-token').update({ where: { id: input.id }, data: data as never });
          if (input.what === 'revoke') await tokens.revoke(input.id);
          if (input.what === 'unbind') await update({ workTrackingProject: null });
          if (input.what === 'expire') await update({ expiresAt: new Date(Date.now() - 1000) });
          if (input.what === 'regenerate') await tokens.regenerate(input.id);
        },
        { id, what },
      );
    for (const [what, status] of [
      ['revoke', 401],
      ['expire', 401],
      ['regenerate', 401],
      ['unbind', 403],
    ] as const) {
      const token = await strapiToken(api.projectKey, { type: 'full-access' });
      await use(token.accessKey).expect(200);
      await doTo(token.id, what);
      expect([what, (await use(token.accessKey)).status]).toEqual([what, status]);
    }
  });

  it('a revocation counts on every instance', async () => {
    const other = await startServer({ database: server.database });
    try {
      const api = await newProject(server);
      const { id, accessKey } = await strapiToken(api.projectKey, { type: 'full-access' });
      await v1(other, accessKey).get('/tickets').expect(200);
      await server.run((strapi, token) => strapi.service('admin::api-token-content-api').revoke(token), id);
      await v1(other, accessKey).get('/tickets').expect(401);
    } finally {
      await other.stop();
    }
  });

  it('the look-up is one read by index', async () => {
    const api = await newProject(server);
    await api.get('/tickets').expect(200);
    const queries = await server.run((strapi, url) => {
      const seen: string[] = [];
      const listen = ({ sql }: { sql: string }) => seen.push(sql);
      strapi.db.connection.on('query', listen);
      return fetch(url.address, { headers: { authorization: `Bearer ${url.token}` } }).then(() => {
        strapi.db.connection.removeListener('query', listen);
        return seen.filter((sql) => sql.includes('strapi_api_token'));
      });
    }, { address: `${server.url}/api/v1/tickets`, token: api.token });
    expect(queries).toHaveLength(1);
    const indexes = await server.run(async (strapi) =>
      JSON.stringify(
        await strapi.db.dialect.schemaInspector.getIndexes('strapi_api_tokens' as never),
      ),
    );
    expect(indexes).toContain('wt_api_tokens_access_key_index');
  });
});

describe("users-permissions' users (gaps.md, Tokens and projects)", () => {
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
          await strapi.db.query('plugin::users-permissions.permission').create({ data: { action, role: role.id } });
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
        return { jwt: await jwt, id: created.documentId, numericId: created.id, name };
      },
      { key, actions },
    );

  it("a user's JWT works like a token with the role's permissions", async () => {
    const api = await newProject(server);
    const reader = await user(api.projectKey, ['plugin::work-tracking.ticket.find']);
    await v1(server, reader.jwt).get('/tickets').expect(200);
    expect((await v1(server, reader.jwt).post('/tickets', { title: 'T' })).body.error).toBe('insufficient_scope');

    const writer = await user(api.projectKey, ['plugin::work-tracking.ticket.create']);
    const ticket = await fileTicket({ ...api, ...v1(server, writer.jwt) });
    const actor = await server.run(async (strapi, id) => {
      const entry = await strapi.db.query('plugin::work-tracking.audit-entry').findOne({ where: { targetId: id } });
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
      (strapi, id) => strapi.db.query('plugin::users-permissions.user').update({ where: { id }, data: { blocked: true } }),
      blocked.numericId,
    );
    expect((await v1(server, blocked.jwt).get('/tickets')).body.error).toBe('unauthorized');
  });

  it('nobody joins a project by registering', async () => {
    const api = await newProject(server);
    const { body } = await supertest(server.url)
      .post('/api/auth/local/register')
      .send({ username: 'eve', email: 'eve@example.com', password: 'Secret-1', workTrackingProject: api.tenantId });
    const bound = await server.run((strapi) =>
      strapi.db.query('plugin::users-permissions.user').count({ where: { username: 'eve', workTrackingProject: { id: { $notNull: true } } } as never }),
    );
    expect(bound).toBe(0);
    expect(JSON.stringify(body)).not.toContain(api.projectKey);
  });
});

describe('projects (gaps.md, Tokens and projects)', () => {
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

describe('npm run token (gaps.md, Settings and commands)', () => {
  const run = promisify(execFile);
  const root = path.join(__dirname, '../..');

  it('makes the project, issues a token beside a running server, prints one line of JSON', async () => {
    const { stdout } = await run(
      'node',
      ['scripts/token.js', '--project', 'CLI', '--venture', 'acme', '--name', 'From the shell', '--days', '3'],
      {
        cwd: root,
        env: {
          ...process.env,
          ...server.database.env,
          APP_KEYS: 'test-app-key-1,test-app-key-2',
          API_TOKEN_SALT: 'test-api-token-salt',
          ADMIN_JWT_SECRET: 'test-admin-jwt-secret',
          TRANSFER_TOKEN_SALT: 'test-transfer-token-salt',
          JWT_SECRET: 'test-jwt-secret',
          ENCRYPTION_KEY: 'test-encryption-key',
        },
      },
    );
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    const issued = JSON.parse(stdout);
    expect(Object.keys(issued)).toEqual(['project_key', 'venture_key', 'tenant_id', 'token']);
    expect(issued).toMatchObject({ project_key: 'CLI', venture_key: 'acme' });
    const { body } = await v1(server, issued.token).post('/tickets', { title: 'At once' }).expect(201);
    expect(body.ticket).toMatchObject({ project_key: 'CLI', venture_key: 'acme' });
    const token = await server.run((strapi) =>
      strapi.service('admin::api-token-content-api').getByName('From the shell'),
    );
    expect(Date.parse(token.expiresAt) - Date.now()).toBeGreaterThan(2.9 * 24 * 60 * 60 * 1000);
    expect(Date.parse(token.expiresAt) - Date.now()).toBeLessThan(3.1 * 24 * 60 * 60 * 1000);
  });
});
