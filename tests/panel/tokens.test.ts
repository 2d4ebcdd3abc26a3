import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { collection, mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { newProject, subscribe, tokenFor, v1, type Api } from '../support/api';
import { startReceiver } from '../support/receiver';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let admin: Admin;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
  api = await newProject(server);
});
afterAll(() => server.release());

const TOKENS = '/work-tracking/tokens';
const mayReadTokens = { action: actionId('token.read') };
const mayManageTokens = { action: actionId('token.manage') };

interface Listed {
  id: number;
  name: string;
  access: string;
  project: { key: string };
  isIssuedHere: boolean;
  issued: { by: { type: string; name: string }; at: string } | null;
  lastUsedAt: string | null;
  expiresAt: string | null;
}

const listed = async (who: Admin, name: string): Promise<Listed | undefined> => {
  const { body } = await who.get(TOKENS).expect(200);
  return body.data.find((token: Listed) => token.name === name);
};

/** One of Strapi's own tokens, bound to no project. */
const strapiToken = (attributes: object): Promise<{ id: number; accessKey: string; name: string }> =>
  server.run(async (strapi, given) => {
    const name = `Token ${Math.random()}`;
    const { id, accessKey } = await strapi
      .service('admin::api-token-content-api')
      .create({ name, kind: 'content-api', lifespan: null, type: 'full-access', ...given });
    return { id: id as number, accessKey: accessKey as string, name };
  }, attributes);

const read = (accessKey: string) => v1(server, accessKey).get('/tickets');
const write = (accessKey: string) => v1(server, accessKey).post('/tickets', { title: 'T' });

describe('issuing a token', () => {
  it('returns the secret once; the list shows everything but the secret', async () => {
    const request = { project: api.tenantId, name: 'A client', access: 'full', days: 30 };
    const { body } = await admin.post(TOKENS, request).expect(200);
    const { token } = body.data;
    expect(body.data.apiPath).toBe('/api/v1');
    await write(token).expect(201);

    const entry = await listed(admin, 'A client');
    expect(entry).toMatchObject({
      access: 'full',
      project: { documentId: api.tenantId, key: api.projectKey },
      issued: { by: { type: 'admin', name: 'Ada Lovelace' } },
    });
    const days = (Date.parse(entry!.expiresAt!) - Date.now()) / (24 * 60 * 60 * 1000);
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
    expect(Date.parse(entry!.lastUsedAt!)).toBeGreaterThan(Date.now() - 60_000);
    const all = JSON.stringify((await admin.get(TOKENS)).body);
    expect(all).not.toContain(token);
    expect(all).not.toMatch(/accessKey|encryptedKey/);
  });

  it('issues one that is read-only and does not expire', async () => {
    const request = { project: api.tenantId, name: 'A reader', access: 'read-only' };
    const { body } = await admin.post(TOKENS, request).expect(200);
    await read(body.data.token).expect(200);
    await write(body.data.token).expect(403);
    expect(await listed(admin, 'A reader')).toMatchObject({ access: 'read-only', expiresAt: null });
  });

  it('is refused for a name that is taken, and for an invalid request', async () => {
    const request = { project: api.tenantId, name: 'Twice', access: 'full' };
    await admin.post(TOKENS, request).expect(200);
    const again = await admin.post(TOKENS, request);
    expect([again.status, again.body.error.message]).toEqual([
      400,
      'There is already a token called "Twice".',
    ]);
    for (const change of [{ days: 0 }, { access: 'admin' }, { name: '' }, { type: 'full-access' }]) {
      await admin.post(TOKENS, { ...request, name: 'Other', ...change }).expect(400);
    }
    await admin.post(TOKENS, { ...request, name: 'Other', project: 'abc' }).expect(404);
  });
});

describe('binding', () => {
  it('offers free tokens of the content API; binding gives access to the project, unbinding takes it away', async () => {
    const receiver = await startReceiver();
    try {
      const project = await newProject(server);
      await subscribe(project, receiver.url, { event_types: ['audit.event'] });
      const token = await strapiToken({});
      await read(token.accessKey).expect(403);
      const offered = async () => {
        const { body } = await admin.get(`${TOKENS}/bindable`).expect(200);
        return body.data.map(({ id }: { id: number }) => id);
      };
      expect(await offered()).toContain(token.id);

      await admin.post(`${TOKENS}/${token.id}/bind`, { project: project.tenantId }).expect(200);
      await read(token.accessKey).expect(200);
      expect(await offered()).not.toContain(token.id);
      expect(await listed(admin, token.name)).toMatchObject({
        access: 'strapi-full-access',
        project: { key: project.projectKey },
        issued: { by: { name: 'Ada Lovelace' } },
      });
      const again = await admin.post(`${TOKENS}/${token.id}/bind`, { project: api.tenantId });
      expect([again.status, again.body.error.message]).toEqual([
        400,
        `This token belongs to project ${project.projectKey} already.`,
      ]);

      await admin.post(`${TOKENS}/${token.id}/unbind`, {}).expect(200);
      await read(token.accessKey).expect(403);
      expect(await listed(admin, token.name)).toBeUndefined();
      expect(await offered()).toContain(token.id);

      const audited = await receiver.until(2, ({ body }) => body.data.target?.id === String(token.id));
      expect(audited.map(({ body }) => body.data.action).sort()).toEqual(['token.issued', 'token.revoked']);
    } finally {
      await receiver.close();
    }
  });

  it('is refused for a token of another kind', async () => {
    const id = await server.run(async (strapi) => {
      const { id: made } = await strapi.db.query('admin::api-token').create({
        data: { name: 'An administrator’s', type: 'custom', kind: 'admin', accessKey: 'x' } as never,
      });
      return made as number;
    });
    const { body } = await admin.get(`${TOKENS}/bindable`).expect(200);
    expect(body.data.map((token: Listed) => token.id)).not.toContain(id);
    const refused = await admin.post(`${TOKENS}/${id}/bind`, { project: api.tenantId });
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      'Only a token of the content API can belong to a project.',
    ]);
  });
});

describe('revoking', () => {
  it('ends access at once', async () => {
    const { token } = await tokenFor(server, api.projectKey, { name: 'To go' });
    await read(token).expect(200);
    const { id } = (await listed(admin, 'To go'))!;
    await admin.delete(`${TOKENS}/${id}`).expect(200);
    await read(token).expect(401);
    expect(await listed(admin, 'To go')).toBeUndefined();
    await admin.delete(`${TOKENS}/${id}`).expect(404);
  });

  it('deletes what was issued here, and only unbinds what was bound', async () => {
    const manager = await newColleague(server, admin, [
      mayReadTokens,
      mayManageTokens,
      mayInContentManager('read', 'project', ['key', 'name', 'ventureKey']),
    ]);
    const stored = (id: number) =>
      server.run(
        (strapi, token) => strapi.db.query('admin::api-token').findOne({ where: { id: token } }),
        id,
      );

    await tokenFor(server, api.projectKey, { name: 'Issued here' });
    const issued = (await listed(manager, 'Issued here'))!;
    expect(issued.isIssuedHere).toBe(true);
    await manager.delete(`${TOKENS}/${issued.id}`).expect(200);
    expect(await stored(issued.id)).toBeNull();

    for (const type of ['full-access', 'read-only', 'custom']) {
      const permissions = type === 'custom' ? { permissions: ['plugin::work-tracking.v1-ticket.find'] } : {};
      const token = await strapiToken({ type, ...permissions });
      await manager.post(`${TOKENS}/${token.id}/bind`, { project: api.tenantId }).expect(200);
      expect(await listed(manager, token.name)).toMatchObject({ isIssuedHere: false });
      await read(token.accessKey).expect(200);
      await manager.delete(`${TOKENS}/${token.id}`).expect(200);
      await read(token.accessKey).expect(403);
      expect(await stored(token.id)).toMatchObject({ name: token.name });
      expect(await listed(manager, token.name)).toBeUndefined();
    }
  });

  it.each(['unbound', 'left by its project', 'moved by code'])(
    'only unbinds what was issued here and then %s',
    async (what) => {
      const project = await newProject(server);
      const name = `Issued, ${what}`;
      await tokenFor(server, project.projectKey, { name });
      const { id } = (await listed(admin, name))!;
      const bind = () => admin.post(`${TOKENS}/${id}/bind`, { project: api.tenantId }).expect(200);
      if (what === 'unbound') {
        await admin.post(`${TOKENS}/${id}/unbind`, {}).expect(200);
        await bind();
      } else if (what === 'moved by code') {
        await server.run(
          async (strapi, given) => {
            const where = { key: given.key };
            const { id: to } = await strapi.db.query('plugin::work-tracking.project').findOne({ where });
            await strapi.db
              .query('admin::api-token')
              .update({ where: { id: given.id }, data: { workTrackingProject: to } as never });
          },
          { id, key: api.projectKey },
        );
      } else {
        await admin.delete(`${collection('project')}/${project.tenantId}`).expect(200);
        await bind();
      }
      expect(await listed(admin, name)).toMatchObject({ isIssuedHere: false });
      await admin.delete(`${TOKENS}/${id}`).expect(200);
      expect(await listed(admin, name)).toBeUndefined();
      const { body } = await admin.get(`${TOKENS}/bindable`).expect(200);
      expect(body.data.map((token: Listed) => token.id)).toContain(id);
    },
  );

  it('is refused for tokens without a project, which belong to Strapi’s own page', async () => {
    const token = await strapiToken({});
    await admin.delete(`${TOKENS}/${token.id}`).expect(404);
    await admin.post(`${TOKENS}/${token.id}/unbind`, {}).expect(404);
    for (const id of ['abc', '0', '1e3', '99999999999']) await admin.delete(`${TOKENS}/${id}`).expect(404);
  });
});

describe('permissions', () => {
  const mayReadProjects = (conditions: string[] = []) =>
    mayInContentManager('read', 'project', ['key', 'name', 'ventureKey'], conditions);

  it('who may read tokens may not manage them', async () => {
    const reader = await newColleague(server, admin, [mayReadTokens, mayReadProjects()]);
    const { body } = await reader.get(TOKENS).expect(200);
    expect(body.data.length).toBeGreaterThan(0);
    await reader.post(TOKENS, { project: api.tenantId, access: 'full' }).expect(403);
    await reader.delete(`${TOKENS}/${body.data[0].id}`).expect(403);
  });

  it('tokens of projects that the role may not read are neither shown nor changed', async () => {
    const roles = [mayReadTokens, mayManageTokens];
    const { token } = await tokenFor(server, api.projectKey, { name: 'Hidden' });
    const { id } = (await listed(admin, 'Hidden'))!;
    const blind = await newColleague(server, admin, roles);
    await blind.get(TOKENS).expect(403);
    const stranger = await newColleague(server, admin, [...roles, mayReadProjects(['admin::is-creator'])]);
    expect((await stranger.get(TOKENS).expect(200)).body.data).toEqual([]);
    for (const who of [blind, stranger]) {
      const statuses = [
        (await who.post(TOKENS, { project: api.tenantId, access: 'full' })).status,
        (await who.post(`${TOKENS}/${id}/unbind`, {})).status,
        (await who.delete(`${TOKENS}/${id}`)).status,
      ];
      expect(new Set(statuses)).toEqual(new Set([who === blind ? 403 : 404]));
    }
    await read(token).expect(200);
  });
});
