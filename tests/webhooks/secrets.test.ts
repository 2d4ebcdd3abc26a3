import { collection, registerAdmin } from '../support/admin';
import { fileTicket, newProject, subscribe } from '../support/api';
import { startReceiver, type Receiver } from '../support/receiver';
import { failToStart, startServer, type OwnServer } from '../support/server';

const SECRET = 'correct-horse-battery-staple';

let server: OwnServer;
let receiver: Receiver;

beforeAll(async () => {
  server = await startServer({ env: { STRAPI_LOG_LEVEL: 'silly' } });
});
afterAll(() => server.destroy());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

describe('the secret of a subscription (specification 7)', () => {
  it('is in no answer, log, panel view or column in clear, and signs all the same', async () => {
    const api = await newProject(server);
    const admin = await registerAdmin(server);
    const answers: string[] = [];
    const created = await api.post('/webhooks/subscriptions', {
      url: receiver.url,
      secret: SECRET,
      event_types: ['ticket.created', 'audit.event'],
    });
    answers.push(created.text, (await api.get('/webhooks/subscriptions')).text);
    const wrong = await api.post('/webhooks/subscriptions', {
      url: 'nowhere',
      secret: SECRET,
      event_types: [],
    });
    expect(wrong.status).toBe(400);
    answers.push(wrong.text);
    await fileTicket(api);
    const [delivery] = await receiver.until(2);
    answers.push(delivery!.raw.toString('utf8'), JSON.stringify(delivery!.headers));

    const list = await admin.get(collection('webhook-subscription'));
    const one = await admin.get(`${collection('webhook-subscription')}/${created.body.subscription.id}`);
    expect([list.status, one.status]).toEqual([200, 200]);
    answers.push(list.text, one.text);

    for (const answer of answers) expect(answer).not.toContain(SECRET);
    expect(created.body.subscription).not.toHaveProperty('secret');
    expect(server.log()).not.toContain(SECRET);

    const everything = await server.run(async (strapi) => {
      const tables = [...strapi.db.metadata.values()].map(({ tableName }) => tableName);
      const rows = await Promise.all(tables.map((table) => strapi.db.connection(table).select('*')));
      return JSON.stringify(rows);
    });
    expect(everything).toContain(receiver.url);
    expect(everything).not.toContain(SECRET);
  });

  it('survives an edit in the panel that does not touch it', async () => {
    const api = await newProject(server);
    const admin = await registerAdmin(server);
    const { id } = await subscribe(api, `${receiver.url}/old`, {
      secret: SECRET,
      event_types: ['ticket.created'],
    });
    const path = `${collection('webhook-subscription')}/${id}`;
    const { body } = await admin.get(path).expect(200);
    await admin.put(path, { ...body.data, url: `${receiver.url}/new` }).expect(200);
    await fileTicket(api);
    const [first] = await receiver.until(1);
    expect(first!.path).toBe('/hook/new');

    await admin.put(path, { newSecret: 'another' }).expect(200);
    await fileTicket(api);
    const [, second] = await receiver.until(2);
    const { createHmac } = await import('node:crypto');
    const signed = (secret: string, raw: Buffer) =>
      `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;
    expect(first!.headers['x-service-signature']).toBe(signed(SECRET, first!.raw));
    expect(second!.headers['x-service-signature']).toBe(signed('another', second!.raw));
  });

  it('needs ENCRYPTION_KEY: without it the boot stops with a sentence', async () => {
    const { log, code } = await failToStart({ ENCRYPTION_KEY: '' });
    expect(code).not.toBe(0);
    expect(log).toContain('ENCRYPTION_KEY is not set');
  });
});

describe('a secret that encodes no key (specification 7.6)', () => {
  it('is refused', async () => {
    const api = await newProject(server);
    const body = { url: receiver.url, event_types: ['ticket.created'] };
    for (const secret of ['whsec_', 'whsec_!!!']) {
      const refused = await api.post('/webhooks/subscriptions', { ...body, secret }).expect(400);
      expect(refused.body).toMatchObject({ error: 'validation_failed', details: [{ path: 'secret' }] });
    }
  });
});
