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

/** Sent with every attempt, as they are in it: they need no secret and do not change. */
export const eventHeaders = (event: { id: string; type: string }) => ({
  'Content-Type': 'application/json',
  'User-Agent': 'strapi-plugin-work-tracking',
  'X-Service-Event': event.type,
  'webhook-id': event.id,
});

/** Made for each attempt, of the secret or the time. */
export const SIGNATURE_HEADERS = ['X-Service-Signature', 'webhook-timestamp', 'webhook-signature'] as const;

/** The signature headers of one attempt: the one of v1.md 6 and those of Standard Webhooks (gaps.md, Deliveries). */
export function signatureHeaders({
  body,
  eventId,
  secret,
  sentAt,
}: Signable): Record<(typeof SIGNATURE_HEADERS)[number], string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const standardSignature = createHmac('sha256', standardKey(secret))
    .update(`${eventId}.${timestamp}.${body}`, 'utf8')
    .digest('base64');
  return {
    'X-Service-Signature': bodySignature(body, secret),
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standardSignature}`,
  };
}
