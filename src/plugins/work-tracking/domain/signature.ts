import { createHmac } from 'node:crypto';

/** What a delivery is signed with and for. */
export interface Signable {
  /** The stored body; exactly these bytes are sent. */
  body: string;
  eventId: string;
  /** The subscriber's secret as it was given, in clear. */
  secret: string;
  /** When this attempt is sent. */
  sentAt: Date;
}

const STANDARD_SECRET_PREFIX = 'whsec_';

/** `sha256=<hex>`: HMAC-SHA256 of the body, keyed with the UTF-8 bytes of the secret (v1.md 6). */
export function bodySignature(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body, 'utf8').digest('hex')}`;
}

/** Standard Webhooks: a secret that starts with `whsec_` is base64 behind it, any other is its own bytes. */
function standardKey(secret: string): Buffer {
  return secret.startsWith(STANDARD_SECRET_PREFIX)
    ? Buffer.from(secret.slice(STANDARD_SECRET_PREFIX.length), 'base64')
    : Buffer.from(secret, 'utf8');
}

/** The signing headers of one attempt: the one of v1.md 6 and the three of Standard Webhooks (gaps.md, Deliveries). */
export function signatureHeaders({ body, eventId, secret, sentAt }: Signable): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const standardSignature = createHmac('sha256', standardKey(secret))
    .update(`${eventId}.${timestamp}.${body}`, 'utf8')
    .digest('base64');
  return {
    'X-Service-Signature': bodySignature(body, secret),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standardSignature}`,
  };
}
