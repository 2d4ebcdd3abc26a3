'use strict';

const { createHmac, timingSafeEqual } = require('node:crypto');
const EventEmitter = require('node:events');
const http = require('node:http');
const { buffer } = require('node:stream/consumers');

/**
 * @typedef {object} Delivery
 * @property {string} id The event's, the same in every attempt.
 * @property {string} event
 * @property {string} action The audited action of an audit.event; empty for other events.
 * @property {boolean} isVerified
 * @property {http.IncomingHttpHeaders} headers
 * @property {Buffer} raw The exact bytes of the body.
 */

/**
 * The part of a delivery's body that is read here.
 * @typedef {object} EventBody
 * @property {string} id
 * @property {string} event
 * @property {{ action: string }} data of an audit.event; that of other events is not read
 */

/** The program at a subscriber's end: records every delivery, and whether its signature is right. */
class Receiver {
  /** @type {Map<string, Delivery>} by the event's id, as an event may be delivered more than once */
  deliveries = new Map();
  #arrivals = new EventEmitter();
  #secret;
  #server;

  /** @param {string} secret */
  constructor(secret) {
    this.#secret = secret;
    this.#server = http.createServer((request, response) => {
      this.#receive(request).then(
        (status) => response.writeHead(status).end(),
        () => response.writeHead(400).end(),
      );
    });
  }

  /**
   * Listens on a free port.
   * @param {string} host
   * @returns {Promise<string>} its URL
   */
  async listen(host) {
    this.#server.listen(0, host);
    await EventEmitter.once(this.#server, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (this.#server.address());
    return `http://${host}:${port}`;
  }

  /** @param {(delivery: Delivery) => void} listener */
  onDelivery(listener) {
    this.#arrivals.on('delivery', listener);
  }

  /**
   * @param {() => boolean} isComplete called after each delivery
   * @param {AbortSignal} deadline
   * @throws AbortError when the deadline has passed
   */
  async waitUntil(isComplete, deadline) {
    while (!isComplete()) await EventEmitter.once(this.#arrivals, 'delivery', { signal: deadline });
  }

  close() {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /**
   * @param {http.IncomingMessage} request
   * @returns {Promise<number>} the status to answer with
   */
  async #receive(request) {
    const { headers } = request;
    const raw = await buffer(request);
    const isVerified = hasValidSignature(this.#secret, raw, headers['x-service-signature']);
    /** @type {unknown} */
    const parsed = JSON.parse(raw.toString('utf8'));
    const { id, event, data } = /** @type {EventBody} */ (parsed);
    const action = event === 'audit.event' ? data.action : '';
    const delivery = { id, event, action, isVerified, headers, raw };
    this.deliveries.set(id, delivery);
    this.#arrivals.emit('delivery', delivery);
    return isVerified ? 204 : 401;
  }
}

/**
 * Specification 7.2: the HMAC-SHA256 of the raw body, compared in constant time.
 * @param {string} secret
 * @param {Buffer} body
 * @param {unknown} signature
 */
function hasValidSignature(secret, body, signature) {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const actual = Buffer.from(String(signature));
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

module.exports = { Receiver };
