import { createHmac } from 'node:crypto';
import { standardKey } from './secret';

/** Everything that the signature headers are made of. */
export interface Signable {
  /** The stored body; exactly these bytes are signed and sent. */
  body: string;
  eventId: string;
  /** The subscriber's secret as it was given, in clear. */
  secret: string;
  /** The one before it, in clear, while it is still valid. */
  previousSecret?: string | undefined;
  /** When this attempt is sent. */
  sentAt: Date;
}

/** `sha256=<hex>`: HMAC-SHA256 of the body, keyed with the UTF-8 bytes of the secret (specification 7.2). */
export function bodySignature(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body, 'utf8').digest('hex')}`;
}

/**
 * The headers that are the same in every attempt and need no secret.
 * @param event `seq` is the number of its change in the project; null where it has none
 */
export const eventHeaders = (event: { id: string; type: string; seq: number | null }) => ({
  'Content-Type': 'application/json',
  'User-Agent': 'strapi-plugin-work-tracking',
  'X-Service-Event': event.type,
  ...(event.seq === null ? {} : { 'X-Service-Sequence': String(event.seq) }),
  'webhook-id': event.id,
});

/** The headers that are made anew for each attempt, from the secret and the time. */
export const SIGNATURE_HEADERS = ['X-Service-Signature', 'webhook-timestamp', 'webhook-signature'] as const;

/**
 * The headers of `SIGNATURE_HEADERS` for one attempt (specification 7.2). `webhook-signature` has one signature for each
 * valid secret, the newest first, as Standard Webhooks says; `X-Service-Signature` is one value, of the newest.
 */
export function signatureHeaders({
  body,
  eventId,
  secret,
  previousSecret,
  sentAt,
}: Signable): Record<(typeof SIGNATURE_HEADERS)[number], string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const secrets = previousSecret === undefined ? [secret] : [secret, previousSecret];
  const signatures = secrets.map((key) => standardSignature(`${eventId}.${timestamp}.${body}`, key));
  return {
    'X-Service-Signature': bodySignature(body, secret),
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

const standardSignature = (content: string, secret: string): string =>
  `v1,${createHmac('sha256', standardKey(secret)).update(content, 'utf8').digest('base64')}`;
