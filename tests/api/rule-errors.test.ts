import type { Core } from '@strapi/types';
import { newProject, type Api } from '../support/api';
import { startServer, type OwnServer } from '../support/server';

let server: OwnServer;
let api: Api;

beforeAll(async () => {
  server = await startServer();
  api = await newProject(server);
  await server.run(installRules);
});
afterAll(() => server.destroy());

/** Runs inside the application: its own code takes the event types out of one subscription. */
function installRules(strapi: Core.Strapi): void {
  strapi.documents.use((context, next) => {
    const { data } = context.params as { data?: Record<string, unknown> };
    if (context.action === 'create' && data?.url === 'http://127.0.0.1/nothing') data.eventTypes = [];
    return next();
  });
}

it('a rule of the service speaks of an attribute, and v1 answers with the name of its field', async () => {
  const wanted = { url: 'http://127.0.0.1/nothing', secret: 'a secret', event_types: ['ticket.created'] };
  const { body } = await api.post('/webhooks/subscriptions', wanted).expect(400);
  const message = 'event_types must be a list of one or more event types.';
  expect(body).toEqual({
    error: 'validation_failed',
    message,
    details: [{ path: 'event_types', code: 'invalid_value', message }],
  });
});
