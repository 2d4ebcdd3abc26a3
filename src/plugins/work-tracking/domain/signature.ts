import { createHmac } from 'node:crypto';
import { standardKey } from './secret';

/** Everything that the signature headers are made of. */
export interface Signable {
  /** The stored body; exactly these bytes are signed and sent. */
  body: string;
  eventId: string;
  /** The subscriber's secret as it was given, in clear. */
  secret: string;
  /** When this attempt is sent. */
  sentAt: Date;
}

/** `sha256=<hex>`: HMAC-SHA256 of the body, keyed with the UTF-8 bytes of the secret (specification 7.2). */
export function bodySignature(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body, 'utf8').digest('hex')}`;
}

/** The headers that are the same in every attempt and need no secret. */
export const eventHeaders = (event: { id: string; type: string }) => ({
  'Content-Type': 'application/json',
  'User-Agent': 'strapi-plugin-work-tracking',
  'X-Service-Event': event.type,
  'webhook-id': event.id,
});

/** The headers that are made anew for each attempt, from the secret and the time. */
export const SIGNATURE_HEADERS = ['X-Service-Signature', 'webhook-timestamp', 'webhook-signature'] as const;

/** The headers of `SIGNATURE_HEADERS` for one attempt (specification 7.2). */
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
