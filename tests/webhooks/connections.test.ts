import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileTicket, newProject, subscribe } from '../support/api';
import { untilAttempted } from '../support/deliveries';
import { startHostile } from '../support/hostile';
import { startReceiver } from '../support/receiver';
import { SELF_SIGNED } from '../support/self-signed';
import { startServer, type OwnServer } from '../support/server';
import { makeFolder } from '../support/test-run';

const CONCURRENCY = 64;

let server: OwnServer;

async function start(concurrencyPerSubscription: number): Promise<void> {
  const certificate = path.join(makeFolder('certificate'), 'cert.pem');
  writeFileSync(certificate, SELF_SIGNED.cert);
  server = await startServer({
    env: {
      NODE_EXTRA_CA_CERTS: certificate,
      NODE_OPTIONS: '--expose-gc',
      // Of which one subscription has a quarter.
      DELIVERY_CONCURRENCY: String(4 * CONCURRENCY),
      DELIVERY_CONCURRENCY_PER_SUBSCRIPTION: String(concurrencyPerSubscription),
    },
  });
}
afterEach(() => server.destroy());

it('deliveries to one receiver share a connection', async () => {
  await start(1);
  const receiver = await startReceiver();
  const ports = new Set<number | undefined>();
  let answerFirst = () => {};
  receiver.answer((request, response) => {
    ports.add(request.socket.remotePort);
    const answer = () => void response.writeHead(200).end();
    if (receiver.received.length === 1) answerFirst = answer;
    else answer();
  });
  const api = await newProject(server);
  await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
  // All wait for the first one, so that nothing comes between two of them but the service itself.
  for (let count = 1; count <= 5; count += 1) await fileTicket(api);
  await receiver.until(1);
  answerFirst();
  await receiver.until(5);
  expect(ports.size).toBe(1);
  await receiver.close();
});

it('a connection to a receiver over TLS goes on with the session of the one before', async () => {
  await start(1);
  /** Throws away what is only weakly held. */
  const collectGarbage = () => server.run(() => (globalThis as { gc?: () => void }).gc?.());
  const resumed: boolean[] = [];
  const receiver = https.createServer(SELF_SIGNED, (_request, response) => {
    response.writeHead(200, { connection: 'close' }).end();
  });
  receiver.on('secureConnection', (socket) => resumed.push(socket.isSessionReused()));
  receiver.listen(0, 'localhost');
  await once(receiver, 'listening');
  const api = await newProject(server);
  const { port } = receiver.address() as AddressInfo;
  const { id } = await subscribe(api, `https://localhost:${port}/hook`, { event_types: ['ticket.created'] });
  for (let count = 1; count <= 3; count += 1) {
    await fileTicket(api);
    await untilAttempted(server, id, count);
    await collectGarbage();
  }
  expect(resumed).toEqual([false, true, true]);
  receiver.close();
  await once(receiver, 'close');
});

it('many attempts in flight are no reason to warn', async () => {
  await start(CONCURRENCY);
  const silent = await startHostile(() => {}, '127.0.0.1');
  const api = await newProject(server);
  await subscribe(api, `http://127.0.0.1:${silent.port}/hook`, { event_types: ['ticket.created'] });
  for (let filed = 0; filed < CONCURRENCY; filed += 1) await fileTicket(api);
  while (silent.connections() < CONCURRENCY) await new Promise((resolve) => setTimeout(resolve, 20));
  await silent.close();
  expect(server.log()).not.toContain('MaxListenersExceededWarning');
});
