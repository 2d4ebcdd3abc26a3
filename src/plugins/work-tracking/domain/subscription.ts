import { isAllowedAddress, literalAddress, type AddressPolicy } from './address';
import { EVENT_TYPES, type EventType } from './events';
import { invalidField, RuleViolation } from './rule-violation';

export interface UrlPolicy extends AddressPolicy {
  httpsOnly: boolean;
}

const MAX_URL_LENGTH = 2048;
const MAX_SECRET_LENGTH = 256;

const parseUrl = (url: string): URL | undefined => (URL.canParse(url) ? new URL(url) : undefined);

/**
 * gaps.md, Deliveries: url. A name is judged again at each attempt, when it has been resolved.
 * @throws RuleViolation `validation_failed`
 */
export function assertUrl(url: unknown, policy: UrlPolicy): asserts url is string {
  const parsed = typeof url === 'string' && url.length <= MAX_URL_LENGTH ? parseUrl(url) : undefined;
  const protocols = policy.httpsOnly ? ['https:'] : ['https:', 'http:'];
  if (!parsed || !protocols.includes(parsed.protocol)) {
    const schemes = policy.httpsOnly ? 'https' : 'http or https';
    throw invalidField('url', `url must be an ${schemes} address of at most ${MAX_URL_LENGTH} characters.`);
  }
  if (parsed.username || parsed.password)
    throw invalidField('url', 'url must carry no user name and password.');
  const address = literalAddress(parsed.hostname);
  if (address !== null && !isAllowedAddress(address, policy)) {
    throw invalidField('url', `url points at ${address}, which is not a public address.`);
  }
}

/**
 * @returns the types without repetitions
 * @throws RuleViolation `validation_failed` for anything but a filled list of strings, `unknown_event_type` for others
 */
export function checkedEventTypes(types: unknown): EventType[] {
  if (!Array.isArray(types) || types.length === 0 || !types.every((type) => typeof type === 'string')) {
    throw invalidField('event_types', 'event_types must be a list of one or more event types.');
  }
  const unknown = types.filter((type: string) => !(EVENT_TYPES as readonly string[]).includes(type));
  if (unknown.length > 0) {
    throw new RuleViolation('unknown_event_type', `No event type: ${unknown.join(', ')}.`, {
      valid_event_types: EVENT_TYPES,
    });
  }
  return [...new Set(types as EventType[])];
}

/** @throws RuleViolation `validation_failed` (gaps.md, Deliveries: secret) */
export function assertSecret(secret: unknown): asserts secret is string {
  if (typeof secret !== 'string' || secret.length < 1 || secret.length > MAX_SECRET_LENGTH) {
    throw invalidField('secret', `secret must have 1 to ${MAX_SECRET_LENGTH} characters.`);
  }
}
