const { createHmac, timingSafeEqual } = require('node:crypto');
const express = require('express');
const { Webhook } = require('standardwebhooks');

const { SECRET = '', PORT = '4000' } = process.env;
const webhook = SECRET.startsWith('whsec_')
  ? new Webhook(SECRET)
  : new Webhook(Buffer.from(SECRET), { format: 'raw' });
/** @type {(text: string) => Record<string, unknown>} */
const parse = JSON.parse;
/** Ids of events, as an event may be delivered twice. */
const seen = new Set();

/** X-Service-Signature: the HMAC of the raw bytes, compared in constant time. */
function isSigned(/** @type {express.Request<object, unknown, Buffer>} */ request) {
  const expected = Buffer.from(`sha256=${createHmac('sha256', SECRET).update(request.body).digest('hex')}`);
  const actual = Buffer.from(request.get('X-Service-Signature') ?? '');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

const app = express();
// The raw bytes: parsing JSON and printing it again would change them.
const raw = express.raw({ type: 'application/json', limit: '2mb' });
app.post('/hook', raw, (/** @type {express.Request<object, unknown, Buffer>} */ request, response) => {
  try {
    if (!isSigned(request)) throw new Error('X-Service-Signature does not match');
    // Standard Webhooks signs the time as well, so that an old delivery can't be replayed.
    webhook.verify(request.body, /** @type {Record<string, string>} */ (request.headers));
  } catch (error) {
    console.log('REFUSED', String(error));
    response.sendStatus(401);
    return;
  }
  const { event, id, data } = parse(request.body.toString());
  console.log(seen.has(id) ? 'again' : 'verified', event, id, JSON.stringify(data));
  seen.add(id);
  response.sendStatus(204);
});

const server = app.listen(Number(PORT), '127.0.0.1', () => console.log('listening', server.address()));
