'use strict';

const events = require('node:events');
const net = require('node:net');

/** A port that nobody listens on. */
async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await events.once(server, 'listening');
  const address = server.address();
  server.close();
  await events.once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}

module.exports = { freePort };
