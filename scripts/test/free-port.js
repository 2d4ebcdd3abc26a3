'use strict';

const { randomInt } = require('node:crypto');
const events = require('node:events');
const net = require('node:net');

/** Below what Linux gives to connections and to whoever asks for any port: nobody gets it before the caller uses it. */
const [FIRST, AFTER_LAST] = [20_000, 32_768];

/** A port that nobody listens on. */
async function freePort() {
  for (;;) {
    const port = randomInt(FIRST, AFTER_LAST);
    const server = net.createServer().listen(port, '127.0.0.1');
    try {
      await events.once(server, 'listening');
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EADDRINUSE') continue;
      throw error;
    }
    server.close();
    await events.once(server, 'close');
    return port;
  }
}

module.exports = { freePort };
