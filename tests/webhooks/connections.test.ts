import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { fileTicket, newProject, subscribe } from '../support/api';
import { firstAttemptTo, untilAttempted } from '../support/deliveries';
import { startHostile } from '../support/hostile';
import { startReceiver } from '../support/receiver';
import { SELF_SIGNED } from '../support/self-signed';
import { startServer, type OwnServer } from '../support/server';
import { makeFolder } from '../support/test-run';

const CONCURRENCY = 64;

/** An idle connection ends after 4 s, or before the receiver says that it ends it. */
const LONGEST_PAUSE_MS = 1000;

let server: OwnServer;

async function start(concurrencyPerSubscription: number, env: Record<string, string> = {}): Promise<void> {
  const certificate = path.join(makeFolder('certificate'), 'cert.pem');
  writeFileSync(certificate, SELF_SIGNED.cert);
  server = await startServer({
    env: {
      NODE_EXTRA_CA_CERTS: certificate,
      NODE_OPTIONS: '--expose-gc',
      // Of which one subscription has a quarter.
      DELIVERY_CONCURRENCY: String(4 * CONCURRENCY),
      DELIVERY_CONCURRENCY_PER_SUBSCRIPTION: String(concurrencyPerSubscription),
      ...env,
    },
  });
}
afterEach(() => server.destroy());

it('deliveries to one receiver share a connection', async () => {
  await start(1);
  const receiver = await startReceiver();
  let last: { port: number | undefined; answeredAt: number } | undefined;
  const isShared: boolean[] = [];
  let answerFirst = () => {};
  receiver.answer((request, response) => {
    const port = request.socket.remotePort;
    // A machine that is busy for seconds may let an idle connection end.
    if (last && performance.now() - last.answeredAt < LONGEST_PAUSE_MS) isShared.push(port === last.port);
    const answer = () => {
      response.writeHead(200).end();
      last = { port, answeredAt: performance.now() };
    };
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
  expect(isShared).not.toContain(false);
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

/** A receiver over TLS whose answers come in pieces of so many bytes, one every so many milliseconds. */
async function startSlowTls({ bytes, everyMs }: { bytes: number; everyMs: number }) {
  const receiver = https.createServer(SELF_SIGNED, (_request, response) => {
    response.writeHead(200, { connection: 'close' }).end();
  });
  receiver.listen(0, 'localhost');
  await once(receiver, 'listening');
  const behind = receiver.address() as AddressInfo;
  let pieces = 0;
  const line = net.createServer((client) => {
    const server = net.connect(behind.port, behind.address);
    let waiting = Buffer.alloc(0);
    let hasEnded = false;
    const timer = setInterval(() => {
      if (waiting.length > 0) {
        client.write(waiting.subarray(0, bytes));
        waiting = waiting.subarray(bytes);
        pieces += 1;
      } else if (hasEnded) client.end();
    }, everyMs);
    client.pipe(server);
    server.on('data', (chunk) => (waiting = Buffer.concat([waiting, chunk])));
    server.once('end', () => (hasEnded = true));
    for (const socket of [client, server]) socket.on('error', () => undefined);
    client.once('close', () => {
      clearInterval(timer);
      server.destroy();
    });
  });
  line.listen(0, 'localhost');
  await once(line, 'listening');
  return {
    url: `https://localhost:${(line.address() as AddressInfo).port}/hook`,
    pieces: () => pieces,
    async close() {
      const closed = [line, receiver].map((one) => once(one, 'close'));
      line.close();
      receiver.close();
      await Promise.all(closed);
    },
  };
}

describe('a TLS handshake', () => {
  async function attemptAt(url: string) {
    const api = await newProject(server);
    const { id } = await subscribe(api, url, { event_types: ['ticket.created'] });
    await fileTicket(api);
    return firstAttemptTo(server, id);
  }

  it('that takes its time is waited for', async () => {
    await start(1);
    const receiver = await startSlowTls({ bytes: 400, everyMs: 50 });
    expect(await attemptAt(receiver.url)).toMatchObject({ result: 'delivered', statusCode: 200 });
    expect(receiver.pieces()).toBeGreaterThan(3);
    await receiver.close();
  });

  it('that goes on byte by byte is given up', async () => {
    await start(1, { DELIVERY_TIMEOUT_MS: '2000' });
    const receiver = await startSlowTls({ bytes: 1, everyMs: 20 });
    expect(await attemptAt(receiver.url)).toMatchObject({ result: 'timeout', statusCode: null });
    expect(receiver.pieces()).toBeGreaterThan(3);
    await receiver.close();
  });
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
