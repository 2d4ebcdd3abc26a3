import { FORBIDDEN_ADDRESS, isAllowedAddress, literalAddress, type AddressPolicy } from './address';
import { invalidField, WorkTrackingError } from './errors';
import { EVENT_TYPES, type EventType } from './events';

const MAX_URL_LENGTH = 2048;

/**
 * A URL that a URL parser takes without a change: it trims spaces, drops line breaks, adds slashes, and turns a backslash into
 * one.
 */
const AS_WRITTEN = /^https?:\/\/[^\s\p{Cc}/?#\\]+([/?#][^\s\p{Cc}\\]*)?$/iu;

/** Also of an empty name and password, which a parser drops. */
const HAS_USER = /^https?:\/\/[^/?#]*@/i;

const parseUrl = (url: string): URL | undefined =>
  AS_WRITTEN.test(url) && URL.canParse(url) ? new URL(url) : undefined;

/**
 * specification 7.5. A host name is judged at each attempt, by the addresses that it resolves to.
 * @throws WorkTrackingError `validation_failed`
 */
export function assertUrl(url: unknown, policy: AddressPolicy): asserts url is string {
  const given = typeof url === 'string' ? url : '';
  const parsed = given.length <= MAX_URL_LENGTH ? parseUrl(given) : undefined;
  const protocols = policy.httpsOnly ? ['https:'] : ['https:', 'http:'];
  if (!parsed || !protocols.includes(parsed.protocol)) {
    const schemes = policy.httpsOnly ? 'https' : 'http or https';
    throw invalidField('url', `url must be an ${schemes} address of at most ${MAX_URL_LENGTH} characters.`);
  }
  if (HAS_USER.test(given)) throw invalidField('url', 'url must carry no user name and password.');
  const address = literalAddress(parsed.hostname);
  if (address !== null && !isAllowedAddress(address, policy)) {
    throw invalidField('url', FORBIDDEN_ADDRESS);
  }
}

/**
 * @returns the types, each once
 * @throws WorkTrackingError `validation_failed` for anything but a non-empty list of strings, `unknown_event_type`
 * for an unknown type
 */
export function checkedEventTypes(types: unknown): EventType[] {
  if (!Array.isArray(types) || types.length === 0 || !types.every((type) => typeof type === 'string')) {
    throw invalidField('eventTypes', 'event_types must be a list of one or more event types.');
  }
  const unknown = types.filter((type: string) => !(EVENT_TYPES as readonly string[]).includes(type));
  if (unknown.length > 0) {
    throw new WorkTrackingError('unknown_event_type', {
      message: `No event type: ${unknown.join(', ')}.`,
      valid_event_types: EVENT_TYPES,
    });
  }
  return [...new Set(types as EventType[])];
}
