import { invalidField } from './errors';
import { DAY_MS } from './period';

const MAX_SECRET_LENGTH = 256;

/** How long deliveries are signed with the secret before, too, so that a receiver can change over without a gap. */
export const PREVIOUS_SECRET_MS = DAY_MS;

/** Standard Webhooks: behind it a secret is base64 of so many bytes. */
const STANDARD_PREFIX = 'whsec_';
const MIN_KEY_BYTES = 24;
const MAX_KEY_BYTES = 64;

/** How some services show their secrets; to the libraries of Standard Webhooks it is no part of one. */
const VERSION = 'v1,';

/** @throws WorkTrackingError `validation_failed` (specification 7.6) */
export function assertSecret(secret: unknown): asserts secret is string {
  if (typeof secret !== 'string' || secret.length < 1 || secret.length > MAX_SECRET_LENGTH) {
    throw invalidField('secret', `secret must have 1 to ${MAX_SECRET_LENGTH} characters.`);
  }
  if (secret.startsWith(VERSION + STANDARD_PREFIX)) {
    throw invalidField('secret', `secret begins with ${STANDARD_PREFIX}, without ${VERSION} before it.`);
  }
  if (!secret.startsWith(STANDARD_PREFIX)) return;
  const key = standardKey(secret);
  // Libraries in several languages read no base64 without its padding, or with other bits at its end.
  const isBase64 = secret === STANDARD_PREFIX + key.toString('base64');
  if (!isBase64 || key.length < MIN_KEY_BYTES || key.length > MAX_KEY_BYTES) {
    throw invalidField(
      'secret',
      `secret begins with ${STANDARD_PREFIX}, so it must go on with ${MIN_KEY_BYTES} to ${MAX_KEY_BYTES} bytes in base64, padded with =.`,
    );
  }
}

/** The key of Standard Webhooks; any other secret is used as its UTF-8 bytes. */
export const standardKey = (secret: string): Buffer =>
  secret.startsWith(STANDARD_PREFIX)
    ? Buffer.from(secret.slice(STANDARD_PREFIX.length), 'base64')
    : Buffer.from(secret, 'utf8');
