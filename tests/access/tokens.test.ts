import supertest from 'supertest';
import { fileTicket, newProject, tokenFor, v1 } from '../support/api';
import { pageAfter } from '../support/followers';
import { sharedServer, type SharedServer, startServer } from '../support/server';
import { strapiToken } from '../support/tokens';

let server: SharedServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.release());

describe('tokens and projects (specification 5)', () => {
  it('a token opens its project and nothing else in the same Strapi', async () => {
    const api = await newProject(server);
    const permissions = await server.run(
      async (strapi, name) =>
        (await strapi.service('admin::api-token-content-api').getByName(name)).permissions,
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

  it.each([['read-only, issued', { access: 'read-only' as const }]])(
    '%s: reads and nothing more',
    async (_name, options) => {
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
    },
  );

  it('a token that is revoked while its request waits is told nothing more', async () => {
    const api = await newProject(server);
    const { id, accessKey } = await strapiToken(server, api.projectKey, { type: 'read-only' });
    const { next_after: after } = await pageAfter(api, 0);
    const waiting = v1(server, accessKey)
      .get(`/changes?after=${after}&action=ticket.created&wait=25`)
      .then((answer) => answer);
    // The first use of a token is noted while its request is authenticated.
    await server.run(async (strapi, token) => {
      const tokens = strapi.db.query('admin::api-token');
      while ((await tokens.count({ where: { id: token, lastUsedAt: { $notNull: true } } })) === 0) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      await strapi.service('admin::api-token-content-api').revoke(token);
    }, id);
    await fileTicket(api);
    const { status, body } = await waiting;
    expect([status, body.error]).toEqual([401, 'unauthorized']);
  });

  it("Strapi's own types: read-only, full access and custom", async () => {
    const api = await newProject(server);
    const readOnly = await strapiToken(server, api.projectKey, { type: 'read-only' });
    await v1(server, readOnly.accessKey).get('/tickets').expect(200);
    await v1(server, readOnly.accessKey).post('/tickets', { title: 'T' }).expect(403);

    const full = await strapiToken(server, api.projectKey, { type: 'full-access' });
    await v1(server, full.accessKey).get('/tickets').expect(200);
    await v1(server, full.accessKey).post('/tickets', { title: 'T' }).expect(201);

    const custom = await strapiToken(server, api.projectKey, {
      type: 'custom',
      permissions: ['plugin::work-tracking.v1-ticket.create'],
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
      const token = await strapiToken(server, api.projectKey, { type: 'full-access' });
      await use(token.accessKey).expect(200);
      await doTo(token.id, what);
      expect([what, (await use(token.accessKey)).status]).toEqual([what, status]);
    }
  });

  it('a revocation counts on every instance', async () => {
    const other = await startServer({ database: server.database });
    try {
      const api = await newProject(server);
      const { id, accessKey } = await strapiToken(server, api.projectKey, { type: 'full-access' });
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
    const queries = await server.run(
      (strapi, url) => {
        const seen: string[] = [];
        const listen = ({ sql }: { sql: string }) => seen.push(sql);
        strapi.db.connection.on('query', listen);
        return fetch(url.address, { headers: { authorization: `Bearer ${url.token}` } }).then(() => {
          strapi.db.connection.removeListener('query', listen);
          return seen.filter((sql) => sql.includes('strapi_api_token'));
        });
      },
      { address: `${server.url}/api/v1/tickets`, token: api.token },
    );
    expect(queries).toHaveLength(1);
    const indexes = await server.run(async (strapi) =>
      JSON.stringify(await strapi.db.dialect.schemaInspector.getIndexes('strapi_api_tokens')),
    );
    expect(indexes).toContain('wt_api_tokens_access_key_index');
  });
});
