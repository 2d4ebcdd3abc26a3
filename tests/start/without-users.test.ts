import { registerAdmin } from '../support/admin';
import { fileTicket, newProject } from '../support/api';
import { builtWith } from '../support/configured';
import { startServer, type OwnServer } from '../support/server';

let server: OwnServer;

beforeAll(async () => {
  server = await startServer({ env: builtWith({ plugins: { 'users-permissions': { enabled: false } } }) });
});
afterAll(() => server.destroy());

it('an application without users-permissions starts, with the API and the panel', async () => {
  const api = await newProject(server);
  const { id } = await fileTicket(api, { title: 'Without users' });
  const { body } = await api.get(`/tickets/${id}`).expect(200);
  expect(body.ticket.title).toBe('Without users');
  await api.get('/me').expect(200);
  expect((await api.get('/openapi.json').expect(200)).body.paths).toHaveProperty('/tickets');
  const forged = await fetch(`${server.url}/api/v1/tickets`, { headers: { Authorization: 'Bearer a.b.c' } });
  expect(forged.status).toBe(401);
  const admin = await registerAdmin(server);
  const { data } = (await admin.get('/work-tracking/board').expect(200)).body;
  expect(data.columns.find(({ status }: { status: string }) => status === 'open').count).toBe(1);
});
