import supertest from 'supertest';
import { registerAdmin } from '../support/admin';
import { tokenFor } from '../support/api';
import { builtWith, withPluginConfig } from '../support/configured';
import { startServer, type OwnServer } from '../support/server';

describe('a prefix of its own', () => {
  let server: OwnServer;

  beforeAll(async () => {
    server = await startServer({ env: withPluginConfig({ prefix: '/Tracker/v1' }) });
  });
  afterAll(() => server.destroy());

  it('is where v1 answers, in capital or small letters', async () => {
    const { token } = await tokenFor(server, 'MOVED');
    for (const path of ['/api/Tracker/v1/tickets', '/api/tracker/v1/tickets']) {
      const { body } = await supertest(server.url)
        .post(path)
        .auth(token, { type: 'bearer' })
        .send({ title: 'Elsewhere' })
        .expect(201);
      expect(body).toMatchObject({ version: 'v1', ticket: { title: 'Elsewhere', status: 'open' } });
    }
  });

  it.each(['/api/Tracker/v1', '/api/tracker/v1/nothing'])("has v1's errors, at %s too", async (path) => {
    const { body } = await supertest(server.url).get(path).expect(404);
    expect(body).toEqual({ error: 'not_found', message: expect.any(String) });
  });

  it("leaves what was v1's path, and what only begins like its own, to the application", async () => {
    for (const path of ['/api/v1/tickets', '/api/tracker/v10/tickets', '/api/tracker']) {
      const { body } = await supertest(server.url).get(path).expect(404);
      expect(body).toMatchObject({ data: null, error: { status: 404, name: 'NotFoundError' } });
    }
    const broken = await supertest(server.url)
      .post('/api/auth/local')
      .set('Content-Type', 'application/json')
      .send('{')
      .expect(400);
    expect(broken.body).toMatchObject({ data: null, error: { status: 400 } });
  });

  it('is in what the panel and the list of tokens say of a token', async () => {
    const admin = await registerAdmin(server);
    const { tenantId } = await tokenFor(server, 'SHOWN');
    const { body: issued } = await admin
      .post('/work-tracking/tokens', { project: tenantId, access: 'full' })
      .expect(200);
    expect(issued.data.apiPath).toBe('/api/Tracker/v1');
    const { body: tokens } = await admin.get('/admin/api-tokens').expect(200);
    const descriptions = tokens.data.map(({ description }: { description: string }) => description);
    expect(descriptions).toContain('Opens project SHOWN at /api/Tracker/v1');
  });
});

it('a route that the application has beside those of v1 stays as it is, its body and its errors too', async () => {
  const files = {
    'api/hello/routes/hello.js': `module.exports = {
      routes: [{ method: 'POST', path: '/v1/hello', handler: 'hello.greet', config: { auth: false } }],
    };`,
    'api/hello/controllers/hello.js': `module.exports = {
      greet(ctx) {
        if (ctx.request.body.name === '') return ctx.conflict('Nobody');
        ctx.body = { hello: ctx.request.body.name };
      },
    };`,
  };
  const server = await startServer({ env: builtWith({ files }) });
  try {
    const greet = (name: string) => supertest(server.url).post('/api/v1/hello').send({ name });
    expect((await greet('Ada').expect(200)).body).toEqual({ hello: 'Ada' });
    expect((await greet('').expect(409)).body).toMatchObject({ data: null, error: { message: 'Nobody' } });
    expect((await supertest(server.url).get('/api/v1/nothing').expect(404)).body.error).toBe('not_found');
  } finally {
    await server.destroy();
  }
});
