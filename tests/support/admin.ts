import supertest, { type Test } from 'supertest';
import type { TestServer } from './server';

/** The panel's own HTTP API, as its first administrator uses it. */
export interface Admin {
  get(path: string): Test;
  post(path: string, body: object): Test;
  put(path: string, body: object): Test;
  delete(path: string): Test;
}

const CREDENTIALS = { email: 'ada@example.com', password: 'Very-safe-1' };

/** Registers the first administrator. */
export async function registerAdmin(server: TestServer): Promise<Admin> {
  const http = supertest(server.url);
  const { body } = await http
    .post('/admin/register-admin')
    .send({ ...CREDENTIALS, firstname: 'Ada', lastname: 'Lovelace' })
    .expect(200);
  const identified = (test: Test) => test.set('Authorization', `Bearer ${body.data.token}`);
  return {
    get: (path) => identified(http.get(path)),
    post: (path, data) => identified(http.post(path)).send(data),
    put: (path, data) => identified(http.put(path)).send(data),
    delete: (path) => identified(http.delete(path)),
  };
}

/** Where the content manager keeps a type. */
export const collection = (type: string) => `/content-manager/collection-types/plugin::work-tracking.${type}`;
