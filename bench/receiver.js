'use strict';

// Receives what is sent, in a process of its own. It answers at once, but below /hang never, below /drip a byte at a
// time, and below /slow later. It counts the others, and notes of those below /timed how long after the change, by the
// event's `ts`, they arrived.
const events = require('node:events');
const http = require('node:http');
const { answerCalls } = require('./processes');

const DRIP_MS = 100;
const SLOW_MS = 300;

let count = 0;
/** @type {number[]} */
let delaysMs = [];
/** @type {{ count: number, resolve: () => void } | undefined} */
let expected;

/** @type {http.RequestListener} */
const receive = (request, response) => {
  const { url = '' } = request;
  if (url.startsWith('/hang')) return;
  if (url.startsWith('/drip')) {
    response.writeHead(200, { 'Content-Length': '100000' });
    const drip = setInterval(() => response.write('x'), DRIP_MS);
    response.once('close', () => clearInterval(drip));
    return;
  }
  if (url.startsWith('/slow')) {
    request.resume();
    setTimeout(() => response.writeHead(204).end(), SLOW_MS);
    return;
  }
  const at = Date.now();
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
  request.once('end', () => {
    response.writeHead(204).end();
    count += 1;
    if (url.startsWith('/timed')) {
      /** @type {unknown} */
      const event = JSON.parse(Buffer.concat(chunks).toString());
      const { ts } = /** @type {{ ts: string }} */ (event);
      delaysMs.push(at - Date.parse(ts));
    }
    if (expected && count >= expected.count) expected.resolve();
  });
};

/** Listens at one more port, which to the service is one more host. */
async function start() {
  const server = http.createServer(receive).listen(0, '127.0.0.1');
  await events.once(server, 'listening');
  return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
}

answerCalls({
  start,
  reset() {
    count = 0;
    delaysMs = [];
    expected = undefined;
  },
  /** @type {(total: number) => Promise<void>} */
  until: (total) =>
    new Promise((resolve) => {
      if (count >= total) resolve();
      else expected = { count: total, resolve };
    }),
  delays: () => delaysMs,
});
