import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { fileTicket, newProject, subscribe } from '../support/api';
import { recorded } from '../support/deliveries';
import { startReceiver, type Received } from '../support/receiver';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.release());

/** Signatures have a time in seconds. */
const SECOND_MS = 1000;

it('each attempt is signed anew, for the same id and the same bytes (specification 7.1)', async () => {
  const receiver = await startReceiver();
  // A slow first answer, so that the next attempt has another time.
  receiver.answer((_request, response) => {
    setTimeout(() => response.writeHead(500).end(), SECOND_MS);
  });
  const api = await newProject(server);
  const key = Buffer.from('the key of one subscriber');
  await subscribe(api, receiver.url, {
    secret: `whsec_${key.toString('base64')}`,
    event_types: ['ticket.created'],
  });
  await fileTicket(api, { title: 'Größe' });
  const [{ body }] = (await receiver.until(1)) as [Received];
  receiver.answer(500);
  await recorded(server, body.id, 1);
  await server.travel(60 * SECOND_MS);
  const [first, second] = (await receiver.until(2)) as [Received, Received];

  expect(second.raw).toEqual(first.raw);
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
  expect(second.headers['webhook-id']).toBe(body.id);
  expect(second.headers['x-service-signature']).toBe(first.headers['x-service-signature']);
  const dates = [first, second].map(({ headers }) => Number(headers['webhook-timestamp']));
  expect(dates[1]).toBeGreaterThan(dates[0]!);
  for (const { headers, raw } of [first, second]) {
    // Verifiers of Standard Webhooks tolerate five minutes.
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / SECOND_MS)).toBeLessThan(60);
    const signed = Buffer.concat([Buffer.from(`${body.id}.${String(headers['webhook-timestamp'])}.`), raw]);
    const signature = createHmac('sha256', key).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
  }
  await receiver.close();
});

const KEY = 'Ein Schlüssel von 24 Bytes oder mehr';

it.each([
  ['base64 after whsec_', `whsec_${Buffer.from(KEY).toString('base64')}`],
  ['any other text', KEY],
])('the verifier of Standard Webhooks accepts a delivery whose secret is %s', async (_kind, secret) => {
  const receiver = await startReceiver();
  const api = await newProject(server);
  await subscribe(api, receiver.url, { secret, event_types: ['ticket.created'] });
  await fileTicket(api, { title: 'Größe' });
  const [{ raw, headers, body }] = (await receiver.until(1)) as [Received];
  const signed = headers as Record<string, string>;
  // The verifier reads a text's characters as bytes; our secrets are UTF-8 (specification 7.2).
  const verifier = new Webhook(Buffer.from(KEY), { format: 'raw' });
  expect(verifier.verify(raw, signed)).toEqual(body);
  expect(() => verifier.verify(`${raw.toString()} `, signed)).toThrow('No matching signature');
  if (secret !== KEY) expect(new Webhook(secret).verify(raw, signed)).toEqual(body);
  await receiver.close();
});
