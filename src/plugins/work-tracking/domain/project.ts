import { invalidField } from './errors';
import { hasVisibleText } from './visible-text';

/** specification 5: 1 to 64 letters, digits, `-` and `_`, starting with a letter. */
export const KEY_PATTERN = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** The sentence for a project without a name. */
export const NAMELESS_PROJECT = 'Give the project a name.';

/** @throws WorkTrackingError `validation_failed` */
export function assertKey(field: string, key: unknown): asserts key is string {
  if (typeof key !== 'string' || !KEY_PATTERN.test(key)) {
    throw invalidField(
      field,
      `${field} has 1 to 64 letters, digits, "-" and "_", and starts with a letter; "${String(key)}" does not.`,
    );
  }
}

/** The longest key that a name suggests: it stands before the number of each ticket. */
const MAX_SUGGESTED_LENGTH = 6;

/** The word that makes the key where a name has no letter for one. */
const NAMELESS = 'project';

/**
 * The keys that the name of a project suggests: the initials of its words, or the beginning of the only one, and the
 * words themselves for its venture.
 * @param slug what `slugOf` makes of the name
 */
export function keysOf(slug: string): { key: string; ventureKey: string } {
  const ventureKey = slug.replace(/^[^a-z]+/, '').slice(0, 64) || NAMELESS;
  const words = ventureKey.split(/[-_]+/).filter(Boolean);
  const key = words.length > 1 ? words.map((word) => word.charAt(0)).join('') : ventureKey.slice(0, 4);
  return { key: key.slice(0, MAX_SUGGESTED_LENGTH).toUpperCase(), ventureKey };
}

/**
 * Strapi takes the empty string for a value, even of a required attribute.
 * @throws WorkTrackingError `validation_failed`
 */
export function assertProjectName(name: unknown): asserts name is string {
  if (typeof name !== 'string' || !hasVisibleText(name)) throw invalidField('name', NAMELESS_PROJECT);
}
