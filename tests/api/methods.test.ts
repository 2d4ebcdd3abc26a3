import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import supertest from 'supertest';
import { ROUTES } from '../../src/plugins/work-tracking/server/src/v1/routes';
import { newProject, type Api } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  api = await newProject(server);
});
afterAll(() => server.release());

const v1 = () => supertest(`${server.url}/api/v1`);

it.each(ROUTES.map(({ path }) => path))('HEAD and OPTIONS of %s', async (path) => {
  const methods: string[] = ROUTES.filter((route) => route.path === path).map(({ method }) => method);
  const takesGet = methods.includes('GET');
  const head = await v1().head(path).set('Authorization', `Bearer ${api.token}`);
  expect(head.status).toBe(takesGet ? (path.includes(':') ? 404 : 200) : 405);
  const { status, headers } = await v1().options(path);
  const taken = [...methods, ...(takesGet ? ['HEAD'] : []), 'OPTIONS'];
  expect([status, headers.allow!.split(', ').sort()]).toEqual([204, taken.sort()]);
});

it.each(['options', 'get', 'post', 'delete'] as const)(
  'what is no route is 404 for %s, without methods',
  async (method) => {
    const { body, headers } = await v1()[method]('/nothing').expect(404);
    expect([body.error, headers.allow]).toEqual(['not_found', undefined]);
  },
);

it.each(['/openapi.json', '/docs', '/docs/start.js'])('%s takes no query parameter', async (path) => {
  const { body } = await v1().get(`${path}?x=1`).expect(400);
  expect(body).toMatchObject({
    error: 'validation_failed',
    details: [{ path: 'x', code: 'unknown_parameter', accepted: [] }],
  });
  await v1().get(path).expect(200);
});

it('what a client expects beside 100-continue is refused by name', async () => {
  const ask = async (path: string) => {
    const headers = { Authorization: `Bearer ${api.token}`, Expect: 'foo' };
    const [answer] = (await once(get(`${server.url}${path}`, { headers }), 'response')) as [IncomingMessage];
    return answer;
  };
  const refused = await ask('/api/v1/tickets');
  expect(refused.statusCode).toBe(400);
  expect(await json(refused)).toMatchObject({ error: 'validation_failed', details: [{ path: 'Expect' }] });
  const nowhere = await ask('/api/v1/nothing');
  expect(nowhere.statusCode).toBe(404);
  expect(await json(nowhere)).toMatchObject({ error: 'not_found' });
  const elsewhere = await ask('/api/upload/files');
  elsewhere.resume();
  expect(elsewhere.statusCode).toBe(417);
});
