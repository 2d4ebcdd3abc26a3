import type { Socket } from 'node:net';
import {
  createSender,
  type Sender,
  type SenderSurroundings,
} from '../../src/plugins/work-tracking/server/src/webhooks/send';
import { answerOf, startConversation, type ConversationReceiver, type Heard } from '../support/conversation';

const SETTINGS = {
  allowPrivateNetworks: true,
  allowedNetworks: [],
  httpsOnly: false,
  timeoutMs: 60_000,
  concurrency: 64,
};

/** Longer than anything may come between two requests of a test. */
const KEPT = { idleMs: 300_000 };

let receiver: ConversationReceiver;
let sender: Sender;

afterEach(async () => {
  await sender.close();
  await receiver.close();
});

/** The first request of the first connection is answered by `first`, every other one as it should be. */
async function start(
  first: (socket: Socket, heard: Heard) => void = answerWell,
  settings: Partial<typeof SETTINGS> = {},
  surroundings: SenderSurroundings = KEPT,
): Promise<void> {
  receiver = await startConversation((socket, heard) =>
    (heard.connection === 1 && heard.request === 1 ? first : answerWell)(socket, heard),
  );
  sender = createSender({ ...SETTINGS, ...settings }, surroundings);
}

const answerWell = (socket: Socket, { body }: Heard) => void socket.write(answerOf(`to ${body}`));

const send = (body: string) => sender.exchange({ owner: '1', url: receiver.url, headers: {}, body });

const answered = (body: string, status = 200) => ({ kind: 'answered', status, retryAfter: null, body });

/** The answer that a receiver forges for the next request. */
const FORGED = answerOf('forged', '410 Gone');

it('requests to one origin follow each other on one connection', async () => {
  await start();
  expect(await send('one')).toEqual(answered('to one'));
  expect(await send('two')).toEqual(answered('to two'));
  expect(await send('three')).toEqual(answered('to three'));
  expect(receiver.sockets).toHaveLength(1);
});

it('requests of another owner to the same origin have a connection of their own', async () => {
  await start();
  await send('one');
  await sender.exchange({ owner: '2', url: receiver.url, headers: {}, body: 'two' });
  await send('three');
  expect(receiver.heard.map(({ connection }) => connection)).toEqual([1, 2, 1]);
});

it('requests at the same time have a connection each', async () => {
  await start();
  const bodies = Array.from({ length: 8 }, (_, index) => `number ${index}`);
  expect(await Promise.all(bodies.map(send))).toEqual(bodies.map((body) => answered(`to ${body}`)));
  expect(receiver.heard.every(({ request }) => request === 1)).toBe(true);
});

describe('the next request has a connection of its own after', () => {
  const CASES: [string, string, unknown][] = [
    ['two answers at once', answerOf('to one') + FORGED, answered('to one')],
    ['bytes after an answer', `${answerOf('to one')}x`, answered('to one')],
    ['a body that is longer than its length', `${answerOf('to one')} and on`, answered('to one')],
    ['no content, and content', `HTTP/1.1 204 No Content\r\n\r\n${FORGED}`, answered('', 204)],
    [
      'a last chunk, and more',
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nto one\r\n0\r\n\r\n${FORGED}`,
      answered('to one'),
    ],
    ['two status lines', `HTTP/1.1 200 OK\r\n${FORGED}`, { kind: 'failed', failure: 'connection_reset' }],
    [
      'two ways to end',
      `HTTP/1.1 200 OK\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${FORGED}`,
      expect.objectContaining({ kind: expect.any(String) }),
    ],
    ['Connection: close', answerOf('to one', '200 OK', 'Connection: close\r\n'), answered('to one')],
    ['an answer as of old', 'HTTP/1.0 200 OK\r\nContent-Length: 6\r\n\r\nto one', answered('to one')],
    [
      'a connection that is kept for less than it takes to use it',
      answerOf('to one', '200 OK', 'Keep-Alive: timeout=1\r\n'),
      answered('to one'),
    ],
  ];

  it.each(CASES)('%s', async (_case, said, outcome) => {
    await start((socket) => void socket.write(said));
    expect(await send('one')).toMatchObject(outcome as object);
    expect(await send('two')).toEqual(answered('to two'));
    expect(receiver.heard).toEqual([
      { connection: 1, request: 1, body: 'one' },
      { connection: 2, request: 1, body: 'two' },
    ]);
    await receiver.untilClosed(1);
  });

  it('a second answer some time later', async () => {
    await start((socket, heard) => {
      answerWell(socket, heard);
      setTimeout(() => socket.write(FORGED), 50);
    });
    expect(await send('one')).toEqual(answered('to one'));
    await receiver.untilClosed(1);
    expect(await send('two')).toEqual(answered('to two'));
    expect(receiver.sockets).toHaveLength(2);
  });

  it('a second answer that has come just when the request is to be written', async () => {
    await start();
    expect(await send('one')).toEqual(answered('to one'));
    receiver.sockets[0]!.write(FORGED);
    expect(await send('two')).toEqual(answered('to two'));
    expect(receiver.sockets).toHaveLength(2);
  });

  it('an answer that came before the request was read to its end', async () => {
    await start();
    const early = await startConversation(() => {});
    // More than the buffers on the way hold.
    const large = 'x'.repeat(32 * 1024 * 1024);
    const first = sender.exchange({ owner: '1', url: early.url, headers: {}, body: large });
    while (early.sockets.length === 0) await new Promise((resolve) => setImmediate(resolve));
    early.sockets[0]!.pause().write(answerOf('early'));
    expect(await first).toEqual(answered('early'));
    const second = sender.exchange({ owner: '1', url: early.url, headers: {}, body: 'two' });
    while (early.heard.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(early.heard).toEqual([{ connection: 2, request: 1, body: 'two' }]);
    early.sockets[1]!.write(answerOf('to two'));
    expect(await second).toEqual(answered('to two'));
    await early.close();
  });

  it('a body that goes on after 64 KiB', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n';
    await start((socket) => void socket.write(head + 'x'.repeat(70_000)));
    expect(await send('one')).toEqual(answered('x'.repeat(4096)));
    await receiver.untilClosed(1);
    expect(await send('two')).toEqual(answered('to two'));
    expect(receiver.sockets).toHaveLength(2);
  });

  it('a body that ends too late', async () => {
    await start((socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nto one'), {
      timeoutMs: 1_000,
    });
    expect(await send('one')).toEqual(answered('to one\n[cut off: no more came in time]'));
    await receiver.untilClosed(1);
    expect(await send('two')).toEqual(answered('to two'));
    expect(receiver.sockets).toHaveLength(2);
  });
});

it('interim answers belong to the request that they came before', async () => {
  const interim = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100);
  await start((socket, { body }) => void socket.write(interim + answerOf(`to ${body}`)));
  expect(await send('one')).toEqual(answered('to one'));
  expect(await send('two')).toEqual(answered('to two'));
});

describe('a connection that the receiver closes', () => {
  /** Behaves so on the second request of the first connection, on which it had been kept. */
  async function startLosing(lose: (socket: Socket, heard: Heard) => void, alsoFresh = false): Promise<void> {
    receiver = await startConversation((socket, heard) =>
      (heard.request === 2 || (alsoFresh && heard.connection > 1) ? lose : answerWell)(socket, heard),
    );
    sender = createSender(SETTINGS, KEPT);
  }
  const LOSSES: [string, (socket: Socket) => void][] = [
    ['resets', (socket) => void socket.resetAndDestroy()],
    ['ends', (socket) => void socket.end()],
  ];

  it.each(LOSSES)('when the next request comes, and %s, is replaced', async (_how, lose) => {
    await startLosing(lose);
    expect(await send('one')).toEqual(answered('to one'));
    expect(await send('two')).toEqual(answered('to two'));
    expect(receiver.heard).toEqual([
      { connection: 1, request: 1, body: 'one' },
      { connection: 1, request: 2, body: 'two' },
      { connection: 2, request: 1, body: 'two' },
    ]);
  });

  it.each(LOSSES)('is replaced once: a new one that %s is a failure', async (_how, lose) => {
    await startLosing(lose, true);
    expect(await send('one')).toEqual(answered('to one'));
    expect(await send('two')).toMatchObject({ kind: 'failed', failure: 'connection_reset' });
    expect(receiver.heard).toHaveLength(3);
  });

  it('when its first request comes is not replaced', async () => {
    await start((socket) => void socket.resetAndDestroy());
    expect(await send('one')).toMatchObject({ kind: 'failed', failure: 'connection_reset' });
    expect(receiver.heard).toHaveLength(1);
  });

  it('in its answer is a failure', async () => {
    await startLosing((socket) => socket.write('HTTP/1.1 200 OK\r\nX-Half: ', () => socket.end()));
    expect(await send('one')).toEqual(answered('to one'));
    expect(await send('two')).toMatchObject({ kind: 'failed', failure: 'connection_reset' });
    expect(receiver.heard).toHaveLength(2);
  });

  it('between two requests is not used again', async () => {
    await start();
    expect(await send('one')).toEqual(answered('to one'));
    receiver.sockets[0]!.end();
    expect(await send('two')).toEqual(answered('to two'));
    expect(receiver.heard).toHaveLength(2);
  });
});

it('an unused connection is closed', async () => {
  await start(answerWell, {}, { idleMs: 100 });
  expect(await send('one')).toEqual(answered('to one'));
  await receiver.untilClosed(1);
});

it('an unused connection makes room for one to another origin', async () => {
  await start(answerWell, { concurrency: 1 });
  const other = await startConversation(answerWell);
  expect(await send('one')).toEqual(answered('to one'));
  expect(await sender.exchange({ owner: '1', url: other.url, headers: {}, body: 'other' })).toEqual(
    answered('to other'),
  );
  await receiver.untilClosed(1);
  await other.close();
});

it('closing cuts off what is in flight and leaves no connection', async () => {
  await start();
  await send('one');
  const silent = await startConversation(() => void sender.close());
  const cutOff = sender.exchange({ owner: '1', url: silent.url, headers: {}, body: 'two' });
  await expect(cutOff).rejects.toMatchObject({ name: 'SenderClosedError' });
  await receiver.untilClosed(1);
  await silent.untilClosed(1);
  await expect(send('three')).rejects.toMatchObject({ name: 'SenderClosedError' });
  await silent.close();
});
