import supertest from 'supertest';
import { newProject, v1, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { COMPONENTS, CUSTOM_FIELDS, CUSTOMER, extended } from '../support/extended';
import { startServer, type OwnServer } from '../support/server';
import { strapiToken } from '../support/tokens';
import { newUser } from '../support/users';

const TYPE = 'api::customer.customer';

let server: OwnServer;
let api: Api;

beforeAll(async () => {
  // Its tickets have a relation to that type.
  const files = { ...extended('ticket', CUSTOM_FIELDS), ...CUSTOMER, ...COMPONENTS };
  server = await startServer({
    env: { ...builtWith({ files }), RATE_LIMIT_FAILED_AUTHENTICATION_PER_MINUTE: '20' },
  });
  api = await newProject(server);
});
afterAll(() => server.destroy());

const described = (authorization?: string) => {
  const request = supertest(server.url).get('/api/v1/openapi.json');
  return authorization === undefined ? request : request.set('Authorization', authorization);
};

const typesIn = (body: { components: { schemas: Record<string, { enum?: string[] }> } }) =>
  body.components.schemas.ContentType!.enum;

it.each([undefined, 'Basic dXNlcjpwYXNz', 'Bearers x', ''])(
  'the description for anybody names no content type of the application: %j',
  async (authorization) => {
    const { text, body, headers } = await described(authorization).expect(200);
    expect(text).toContain('customer_tier');
    expect(text).not.toContain('api::');
    expect(typesIn(body)).toBeUndefined();
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers.vary).toContain('Authorization');
  },
);

it('neither does anything else that needs no token', async () => {
  const addresses = ['/docs', '/docs/start.js', '/tickets', '/nothing', '/openapi.json?a=b'];
  for (const address of [...addresses, '/webhooks/event-types']) {
    const { text } = await supertest(server.url).get(`/api/v1${address}`);
    expect([address, text]).toEqual([address, expect.not.stringContaining('api::')]);
  }
});

it('the description for a token or a user of a project names them, to them alone', async () => {
  const user = await newUser(server, api.projectKey, []);
  for (const bearer of [api.token, user.jwt]) {
    const { body, headers } = await described(`bearer ${bearer}`).expect(200);
    expect(typesIn(body)).toEqual([TYPE]);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers.vary).toContain('Authorization');
    expect(headers.ratelimit).toMatch(/^"reads";r=\d+;t=\d+$/);
    const { body: open } = await described().expect(200);
    delete body.components.schemas.ContentType.enum;
    expect(body).toEqual(open);
  }
  const { body } = await v1(server, api.token).post('/tickets', {
    title: 'About',
    content: [{ type: 'api::no.no', id: 'a' }],
  });
  expect(body.details).toMatchObject([{ accepted: [TYPE] }]);
});

it('a token without a project is told so', async () => {
  const { accessKey } = await strapiToken(server, null, { type: 'full-access' });
  const { body, headers } = await v1(server, accessKey).get('/openapi.json').expect(403);
  expect(body.error).toBe('project_not_assigned');
  expect(headers['cache-control']).toBe('private, no-cache');
});

it('a token of nobody is refused, and counted as on every route', async () => {
  const wrong = [
    'Bearer',
    'Bearer wrong',
    'bearer a.b.c',
    `Bearer ${api.token} more`,
    `Bearer  ${'f'.repeat(256)}`,
  ];
  for (const authorization of wrong) {
    const { status, body, headers } = await described(authorization);
    expect([authorization, status, body.error]).toEqual([authorization, 401, 'unauthorized']);
    expect(headers['www-authenticate']).toBe('Bearer');
    expect(headers.ratelimit).toMatch(/^"failed-authentication";/);
  }
  const failed = async () => (await described('Bearer wrong')).status;
  let status = 401;
  for (let count = 0; status === 401 && count < 100; count += 1) status = await failed();
  expect(status).toBe(429);
  await described().expect(200);
  await described(`Bearer ${api.token}`).expect(200);
});
