import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { ROUTES } from '../../src/plugins/work-tracking/server/src/v1/routes';
import { fileDecision, fileTicket, newProject, subscribe, type Api } from '../support/api';
import { insertDeliveries } from '../support/deliveries';
import { sharedServer, type SharedServer } from '../support/server';

const NOWHERE = 'http://127.0.0.1:9/hook';

let server: SharedServer;
let api: Api;
/** Compares texts without their case. */
let ignoresCase: boolean;

beforeAll(async () => {
  server = await sharedServer();
  api = await newProject(server);
  ignoresCase = (await server.run((strapi) => Promise.resolve(strapi.db.dialect.client))) === 'mysql';
});
afterAll(() => server.release());

/** @param address with the prefix of v1, in any way of writing it */
const keyed = (address: string, body: object, key: string, of = api) =>
  supertest(server.url)
    .post(address)
    .set('Authorization', `Bearer ${of.token}`)
    .set('Idempotency-Key', key)
    .send(body);

const encoded = (text: string) =>
  text.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`);

/** What each POST about a record is sent, and how its record is made. */
const ABOUT_RECORDS: Record<string, { body: object; make: () => Promise<{ id: string; ref?: string }> }> = {
  '/tickets/:id/comments': { body: { body: 'C' }, make: () => fileTicket(api) },
  '/decisions/:id/comments': { body: { body: 'C' }, make: () => fileDecision(api) },
  '/decisions/:id/resolve': { body: { status: 'approved' }, make: () => fileDecision(api) },
  '/webhooks/subscriptions/:id/test': { body: {}, make: () => subscribe(api, NOWHERE) },
  '/webhooks/subscriptions/:id/resend': { body: { dry_run: true }, make: () => subscribe(api, NOWHERE) },
  '/webhooks/deliveries/:id/resend': {
    body: {},
    async make() {
      const { id } = await subscribe(api, NOWHERE);
      const [delivery] = await insertDeliveries(server, id, [{ state: 'dead', createdAt: Date.now() }]);
      return { id: delivery! };
    },
  },
};

const POSTS = ROUTES.filter(({ method }) => method === 'POST').map(({ path }) => path);

it.each(POSTS.filter((path) => path.includes(':id')))(
  'a key holds at every address of a record: POST %s',
  async (path) => {
    const { body, make } = ABOUT_RECORDS[path]!;
    const { id, ref } = await make();
    const key = randomUUID();
    const at = (name: string, prefix = '/api/v1') => prefix + path.replace(':id', name);
    const first = await keyed(at(id), body, key);
    expect([first.status < 300, first.headers['idempotent-replayed']]).toEqual([true, undefined]);
    const same = [
      at(id),
      `${at(id)}/`,
      at(id, '/API/v1'),
      `${at('<id>').toUpperCase()}/`.replace('<ID>', id),
      at(encoded(id)),
      ...(ref === undefined ? [] : [at(ref), `${at(encoded(ref))}/`]),
      ...(ignoresCase ? [at(id.toUpperCase())] : []),
    ];
    for (const address of same) {
      const { status, text, headers } = await keyed(address, body, key);
      expect([address, status, text, headers['idempotent-replayed']]).toEqual([
        address,
        first.status,
        first.text,
        'true',
      ]);
    }
    const { status } = await keyed(at((await make()).id), body, key);
    expect(status).toBe(first.status);
    for (const name of ['nothing', 'zzzzzzzzzzzzzzzzzzzzzzzz', `${api.projectKey}-4711`, '$&', '%00']) {
      expect([name, (await keyed(at(name), body, key)).status]).toEqual([name, 404]);
    }
    const stranger = await newProject(server);
    expect((await keyed(at(id), body, key, stranger)).status).toBe(404);
  },
);

it.each([
  ['/tickets', () => ({ title: 'Once' })],
  ['/decisions', () => ({ slug: randomUUID(), title: 'Once' })],
  ['/webhooks/subscriptions', () => ({ url: NOWHERE, secret: 's', event_types: ['ticket.created'] })],
] as const)('a key holds at every address: POST %s', async (path, bodyOf) => {
  const [key, body] = [randomUUID(), bodyOf()];
  const first = await keyed(`/api/v1${path}`, body, key);
  for (const address of [`/api/v1${path}/`, `/API/V1${path}`, `/api/v1${path.toUpperCase()}/`]) {
    const { text, headers } = await keyed(address, body, key);
    expect([address, text, headers['idempotent-replayed']]).toEqual([address, first.text, 'true']);
  }
});

it('the answer about a record that has gone since is given at the addresses of its id', async () => {
  const { id, ref } = await fileTicket(api);
  const { text } = await keyed(`/api/v1/tickets/${ref}/comments`, { body: 'C' }, 'gone').expect(201);
  await api.delete(`/tickets/${id}`).expect(200);
  for (const address of [`/api/v1/tickets/${id}/comments`, `/API/v1/tickets/${id}/comments/`]) {
    expect((await keyed(address, { body: 'C' }, 'gone').expect(201)).text).toBe(text);
  }
  await keyed(`/api/v1/tickets/${ref}/comments`, { body: 'C' }, 'gone').expect(404);
});
