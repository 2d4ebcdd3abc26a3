import supertest, { type Test } from 'supertest';
import type { TestServer } from './server';
import { FILE } from './worker';

/** The panel's HTTP API, as its first administrator. */
export interface Admin {
  get(path: string): Test;
  post(path: string, body: object): Test;
  put(path: string, body: object): Test;
  delete(path: string): Test;
}

export const CREDENTIALS = { email: 'ada@example.com', password: 'Very-safe-1' };

/** Registers the first administrator; logs her in where a file before has registered her. */
export async function registerAdmin(server: Pick<TestServer, 'url'>): Promise<Admin> {
  const { body: panel } = await supertest(server.url).get('/admin/init').expect(200);
  if (panel.data.hasAdmin) return logInAdmin(server);
  const { body } = await supertest(server.url)
    .post('/admin/register-admin')
    .send({ ...CREDENTIALS, firstname: 'Ada', lastname: 'Lovelace' })
    .expect(200);
  return adminWith(server, body.data.token);
}

/** Logs in with an e-mail address and a password. */
export async function logInAdmin(
  server: Pick<TestServer, 'url'>,
  { email, password } = CREDENTIALS,
): Promise<Admin> {
  const { body } = await supertest(server.url).post('/admin/login').send({ email, password }).expect(200);
  return adminWith(server, body.data.token);
}

/** A permission of a role: a check box in Settings → Roles. */
export interface RolePermission {
  action: string;
  subject?: string;
  properties?: { fields?: string[]; locales?: string[] };
  conditions?: string[];
}

/** A permission of the content manager for one of the plugin's types; for all fields unless some are named. */
export const mayInContentManager = (
  verb: 'read' | 'create' | 'update' | 'delete',
  type: string,
  fields: string[],
  conditions: string[] = [],
): RolePermission => ({
  action: `plugin::content-manager.explorer.${verb}`,
  subject: `plugin::work-tracking.${type}`,
  properties: { fields },
  conditions,
});

let lastColleague = 0;

/** A second administrator, whose role has these permissions only; of several roles, each list has those of one. */
export async function newColleague(
  server: Pick<TestServer, 'url'>,
  admin: Admin,
  ...permissionsOfRoles: (readonly RolePermission[])[]
): Promise<Admin & typeof CREDENTIALS & { id: string }> {
  lastColleague += 1;
  const name = `Colleague ${FILE}-${lastColleague}`;
  const roles: number[] = [];
  for (const [index, permissions] of permissionsOfRoles.entries()) {
    const { body } = await admin
      .post('/admin/roles', { name: `${name} ${index + 1}`, description: '' })
      .expect(201);
    const { id } = body.data;
    await admin.put(`/admin/roles/${id}/permissions`, { permissions: permissions.map(complete) }).expect(200);
    roles.push(id);
  }
  const person = {
    email: `colleague-${FILE}-${lastColleague}@example.com`,
    firstname: 'Grace',
    lastname: 'Hopper',
  };
  const { body: user } = await admin.post('/admin/users', { ...person, roles }).expect(201);
  const { firstname, lastname } = person;
  const { password } = CREDENTIALS;
  await supertest(server.url)
    .post('/admin/register')
    .send({ registrationToken: user.data.registrationToken, userInfo: { firstname, lastname, password } })
    .expect(200);
  const credentials = { email: person.email, password };
  return { ...(await logInAdmin(server, credentials)), ...credentials, id: String(user.data.id) };
}

let lastAdminToken = 0;

/**
 * A token of this administrator, which acts as she does in the panel.
 * @param permissions what it may, without conditions; all that she may, unless given
 */
export async function newAdminToken(
  admin: Admin,
  permissions?: readonly Omit<RolePermission, 'conditions'>[],
): Promise<string> {
  lastAdminToken += 1;
  const own = async (): Promise<RolePermission[]> =>
    (await admin.get('/admin/users/me/permissions').expect(200)).body.data;
  const adminPermissions = (permissions ?? (await own())).map((one) => ({
    ...complete(one),
    conditions: [],
  }));
  const name = `A program ${FILE}-${lastAdminToken}`;
  const { body } = await admin
    .post('/admin/admin-tokens', { name, description: '', kind: 'admin', adminPermissions })
    .expect(201);
  return body.data.accessKey;
}

const complete = ({ action, subject, properties, conditions = [] }: RolePermission) => ({
  action,
  subject: subject ?? null,
  properties: properties ?? {},
  conditions,
});

function adminWith(server: Pick<TestServer, 'url'>, token: string): Admin {
  const http = supertest(server.url);
  const identified = (test: Test) => test.set('Authorization', `Bearer ${token}`);
  return {
    get: (path) => identified(http.get(path)),
    post: (path, data) => identified(http.post(path)).send(data),
    put: (path, data) => identified(http.put(path)).send(data),
    delete: (path) => identified(http.delete(path)),
  };
}

/** The content manager's path of a type. */
export const collection = (type: string) => `/content-manager/collection-types/plugin::work-tracking.${type}`;
