import { once } from 'node:events';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { guardedConnector } from '../../src/plugins/work-tracking/server/src/webhooks/address-guard';
import { fileTicket, newProject, subscribe, type Api } from '../support/api';
import { firstAttemptTo, untilAttempted, type StoredAttempt } from '../support/deliveries';
import {
  drip,
  flood,
  reset,
  say,
  spell,
  startBlackHole,
  startHostile,
  type Behaviour,
} from '../support/hostile';
import { startReceiver, type Receiver } from '../support/receiver';
import { SELF_SIGNED } from '../support/self-signed';
import { startServer, type OwnServer } from '../support/server';

/** Time-outs of an attempt: one that is sure to be over, and one by which whoever means to answer has done so. */
const HASTY_MS = 1_000;
const PATIENT_MS = 10_000;
/** Far more than an attempt may take, for a busy machine, and far less than an HTTP client waits by itself. */
const AT_MOST_MS = 20_000;

/** One that waits for nobody, and one that waits for whoever answers at all. */
let hasty: OwnServer;
let patient: OwnServer;
let healthy: Receiver;

function start(timeoutMs: number): Promise<OwnServer> {
  // No server listens there: a request through this proxy would fail.
  const proxy = 'http://127.0.0.1:9';
  const proxies = Object.fromEntries(
    ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [
      [name, proxy],
      [name.toLowerCase(), proxy],
    ]),
  );
  return startServer({
    env: {
      ...proxies,
      NODE_USE_ENV_PROXY: '1',
      DELIVERY_TIMEOUT_MS: String(timeoutMs),
      DELIVERY_CONCURRENCY: '1',
      // No second attempt reaches a receiver while it counts its connections.
      DELIVERY_RETRY_BASE_MS: String(60 * 60 * 1000),
    },
  });
}

beforeAll(async () => {
  [hasty, patient] = await Promise.all([start(HASTY_MS), start(PATIENT_MS)]);
  healthy = await startReceiver();
});
afterAll(async () => {
  await Promise.all([hasty.destroy(), patient.destroy()]);
  await healthy.close();
});

const OK = 'HTTP/1.1 200 OK\r\n';
const FAULT = 'HTTP/1.1 500 Internal Server Error\r\n';
const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n';
const EMPTY = 'Content-Length: 0\r\n\r\n';
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const HINTS = 'HTTP/1.1 103 Early Hints\r\n\r\n';
const TOO_LONG = 'The header of the answer is longer than 16 KiB.';
const ENDLESS = 'Content-Length: 1000000000000\r\n\r\n';
const BOMB = gzipSync(Buffer.alloc(10_000_000));

interface Expected {
  result: string;
  statusCode: number | null;
  message?: string;
}
const delivered = (statusCode = 200): Expected => ({ result: 'delivered', statusCode });
const failed = (result: string, message?: string): Expected => ({
  result,
  statusCode: null,
  ...(message === undefined ? {} : { message }),
});
const broken = (message: string): Expected => failed('connection_reset', message);
const fault: Expected = { result: 'http_error', statusCode: 500 };

const CASES: [string, Behaviour, Expected][] = [
  ['never answers', () => {}, failed('timeout')],
  ['drips its header', drip(`${OK}X-Slow: `, 'x'), failed('timeout')],
  ['drips interim answers', drip('', HINTS), failed('timeout')],
  ['floods with interim answers', flood('', HINTS.repeat(100)), failed('timeout')],
  ['drips the body of a success', drip(`${OK}${ENDLESS}`, 'x'), delivered()],
  ['drips the body of a failure', drip(`${FAULT}${ENDLESS}`, 'x'), fault],
  ['never ends its body', flood(`${OK}${ENDLESS}`, 'x'.repeat(65_536)), delivered()],
  ['never ends its chunks', flood(`${OK}${CHUNKED}`, `1000\r\n${'x'.repeat(4096)}\r\n`), delivered()],
  ['drips chunks', drip(`${OK}${CHUNKED}`, '1\r\nx\r\n'), delivered()],
  ['drips the size of a chunk', drip(`${OK}${CHUNKED}`, '0'), delivered()],
  ['floods with chunk extensions', flood(`${OK}${CHUNKED}1;`, 'x'.repeat(65_536)), delivered()],
  ['never ends its trailers', flood(`${OK}${CHUNKED}0\r\n`, `X: ${'x'.repeat(1000)}\r\n`), delivered()],
  [
    'sends a compressed bomb',
    say(
      Buffer.concat([
        Buffer.from(`${OK}Content-Encoding: gzip\r\nContent-Length: ${BOMB.length}\r\n\r\n`),
        BOMB,
      ]),
    ),
    delivered(),
  ],
  ['resets at once', reset(''), broken('The receiver broke the connection off.')],
  ['resets in its header', reset(`${OK}X-Half: `), broken('The receiver broke the connection off.')],
  ['resets in the body of a success', reset(`${OK}Content-Length: 10\r\n\r\nhalf`), delivered()],
  ['resets in the body of a failure', reset(`${FAULT}Content-Length: 10\r\n\r\nhalf`), fault],
  [
    'ends without a word',
    say('', { andEnd: true }),
    broken('The receiver closed the connection without an answer.'),
  ],
  ['ends in its header', say(`${OK}X-Half: `, { andEnd: true }), failed('connection_reset')],
  ['speaks no HTTP', say('220 mail.example ESMTP\r\n'), broken('The answer is not valid HTTP.')],
  ['answers with no status', say(`HTTP/1.1 000 None\r\n${EMPTY}`), broken('The answer is not valid HTTP.')],
  ['sends a header of 100 MB', flood(`${OK}X-Long: `, 'x'.repeat(65_536), 1600), broken(TOO_LONG)],
  ['sends headers without end', flood(OK, 'X: x\r\n'.repeat(1000)), broken(TOO_LONG)],
  [
    'switches protocols',
    say('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    broken('The receiver switches to another protocol, which was not asked for.'),
  ],
  ['says to go on, unasked', say(`${CONTINUE}${OK}${EMPTY}`), delivered()],
  ['says so and hints, again and again', say(`${CONTINUE}${HINTS}`.repeat(9) + `${FAULT}${EMPTY}`), fault],
  ['says so, byte by byte', spell(`${CONTINUE}${OK}Content-Length: 2\r\n\r\nok`), delivered()],
  ['says so, and no more', drip('', CONTINUE), failed('timeout')],
  [
    'gives two lengths',
    say(`${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx`),
    broken('The answer is not as long as its Content-Length says.'),
  ],
  ['gives one length twice', say(`${OK}Content-Length: 2\r\nContent-Length: 2\r\n\r\nok`), delivered()],
  ['gives one length twice in a line', say(`${OK}Content-Length: 2, 2\r\n\r\nok`), delivered()],
  ['answers as of old, without a length', say('HTTP/1.0 200 OK\r\n\r\nfine', { andEnd: true }), delivered()],
  ['sends no content, and content', say('HTTP/1.1 204 No Content\r\n\r\nall the same'), delivered(204)],
  [
    'asks to be kept connected for an hour',
    say(`${OK}Keep-Alive: timeout=3600\r\nContent-Length: 0\r\n\r\n`),
    delivered(),
  ],
];

interface Subscribed {
  server: OwnServer;
  api: Api;
  /** Of the subscription. */
  id: string;
}

/** A project of its own whose tickets are sent to `url`. */
async function subscribeTo(url: string, server: OwnServer): Promise<Subscribed> {
  const api = await newProject(server);
  const { id } = await subscribe(api, url, { event_types: ['ticket.created'] });
  return { server, api, id };
}

/** Sends one event. @returns the first attempt */
async function attemptAt({ server, api, id }: Subscribed): Promise<StoredAttempt> {
  await fileTicket(api);
  return firstAttemptTo(server, id);
}

describe('a receiver that', () => {
  it.each(CASES)('%s', async (_behaviour, behave, expected) => {
    const hostile = await startHostile(behave, '127.0.0.1');
    const server = expected.result === 'timeout' ? hasty : patient;
    const hostileTo = await subscribeTo(`http://127.0.0.1:${hostile.port}/hook`, server);
    // A hasty service may give up a healthy receiver, too.
    const healthyTo = await subscribeTo(healthy.url, server);
    await fileTicket(hostileTo.api);
    await hostile.untilReached();
    await fileTicket(healthyTo.api);

    const attempt = await firstAttemptTo(server, hostileTo.id);
    expect(attempt).toMatchObject(expected);
    expect(attempt.durationMs).toBeLessThan(AT_MOST_MS);
    expect(attempt.responseBody?.length ?? 0).toBeLessThanOrEqual(4096);
    // There is only one slot, and many of these receivers never let go of it by themselves.
    const { result } = await firstAttemptTo(server, healthyTo.id);
    expect(server === hasty ? ['delivered', 'timeout'] : ['delivered']).toContain(result);
    await hostile.untilLeft();
    await hostile.close();
  });

  it('can not be connected to', async () => {
    const hole = await startBlackHole();
    const holeTo = await subscribeTo(`http://127.0.0.1:${hole.port}/hook`, hasty);
    const attempt = await attemptAt(holeTo);
    expect(attempt).toMatchObject(failed('timeout'));
    expect(attempt.durationMs).toBeLessThan(AT_MOST_MS);
    await hole.close();
  });

  it('takes a connection for TLS and says nothing', async () => {
    const hostile = await startHostile();
    const hostileTo = await subscribeTo(`https://127.0.0.1:${hostile.port}/hook`, hasty);
    const attempt = await attemptAt(hostileTo);
    expect(attempt).toMatchObject(failed('timeout'));
    expect(attempt.durationMs).toBeLessThan(AT_MOST_MS);
    await hostile.untilLeft();
    await hostile.close();
  });

  it('speaks no TLS where it should', async () => {
    const healthyTo = await subscribeTo(healthy.url.replace('http:', 'https:'), patient);
    expect(await attemptAt(healthyTo)).toMatchObject(failed('tls_error'));
  });

  it('has a certificate that nobody vouches for', async () => {
    let requests = 0;
    const impostor = https.createServer(SELF_SIGNED, (_request, response) => {
      requests += 1;
      response.end();
    });
    impostor.listen(0, '127.0.0.1');
    await once(impostor, 'listening');
    const { port } = impostor.address() as AddressInfo;
    expect(await attemptAt(await subscribeTo(`https://127.0.0.1:${port}/hook`, patient))).toMatchObject({
      ...failed('tls_error'),
      message: expect.stringContaining('self-signed'),
    });
    expect(requests).toBe(0);
    impostor.close();
    await once(impostor, 'close');
  });
});

it('no more of an answer is taken than what is kept of it and what the system holds', async () => {
  const sockets: Socket[] = [];
  const pour = flood(`${OK}${ENDLESS}`, 'x'.repeat(65_536));
  const hostile = await startHostile((socket) => {
    sockets.push(socket);
    pour(socket);
  });
  const { api, id } = await subscribeTo(`http://127.0.0.1:${hostile.port}/hook`, patient);
  for (let sent = 0; sent < 20; sent += 1) await fileTicket(api);
  await untilAttempted(patient, id, 20);
  await hostile.untilLeft();
  expect(sockets).toHaveLength(20);
  expect(Math.max(...sockets.map(({ bytesWritten }) => bytesWritten))).toBeLessThan(100_000_000);
  await hostile.close();
});

it('gives up connecting before the rest of the time is over', async () => {
  const hole = await startBlackHole();
  const connect = guardedConnector(
    { allowPrivateNetworks: true, allowedNetworks: [], httpsOnly: false },
    200,
    () => Promise.reject(new Error('There is no name to resolve.')),
  );
  const error = await new Promise<Error | null>((resolve) => {
    connect({ hostname: '127.0.0.1', protocol: 'http:', port: String(hole.port) }, (...[failure]) =>
      resolve(failure),
    );
  });
  expect(error).toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' });
  await hole.close();
});
