import { DOCUMENT_ID_PATTERN } from './document-id';
import { invalidField, WorkTrackingError } from './errors';

/** The entries that a record is about, as v1 shows them. PostgreSQL keeps the keys of JSON in another order. */
export const contentRecords = (content: readonly ContentReference[] | null): ContentReference[] =>
  (content ?? []).map(({ type, id, locale }) => ({ type, id, locale }));

/** An entry of the application that a ticket or a decision is about. */
export interface ContentReference {
  /** The uid of its content type, such as `api::article.article`. */
  type: string;
  /** Its document id. */
  id: string;
  /** The code of one of its locales, such as `en` or `pt-BR`; null for all of them. */
  locale: string | null;
}

/** How many entries a ticket or a decision may be about. */
export const MAX_REFERENCES = 20;

/** The entries about which open work is counted at once: as many as a page of the content manager's list has. */
export const MAX_COUNTED_ENTRIES = 100;

/** The characters of the longest uid of a content type. */
export const MAX_TYPE_LENGTH = 255;

/** The form of the code of a locale. */
export const LOCALE_PATTERN = /^[a-zA-Z0-9_-]{1,35}$/;

const REFERENCE_KEYS: readonly string[] = ['type', 'id', 'locale'];

export const isSameReference = (one: ContentReference, other: ContentReference): boolean =>
  one.type === other.type && one.id === other.id && one.locale === other.locale;

/** A set: doubles collapse, and the order in which they were given is kept. */
export const uniqueReferences = (references: readonly ContentReference[]): ContentReference[] =>
  references.filter((one, index) => references.findIndex((other) => isSameReference(one, other)) === index);

/**
 * The references of a ticket or a decision as they are stored.
 * @param content null for none, as an emptied form sends it
 * @param types the content types whose entries can be referred to
 * @param before what is stored now; it stays as it is, also when its type can't be referred to any more
 * @throws WorkTrackingError `validation_failed`, with the `accepted` types where one is unknown
 */
export function storedContent(
  content: unknown,
  types: readonly string[],
  before: readonly ContentReference[] = [],
): ContentReference[] {
  if (content === null) return [];
  if (!Array.isArray(content)) throw invalidField('content', 'content is a list of {type, id, locale}.');
  const given = content.map((entry: unknown, index) => {
    const one = reference(`content.${index}`, entry);
    if (types.includes(one.type) || before.some((other) => isSameReference(one, other))) return one;
    throw unknownType(`content.${index}.type`, one.type, types);
  });
  const set = uniqueReferences(given);
  if (set.length > MAX_REFERENCES) {
    throw invalidField('content', `content has up to ${MAX_REFERENCES} entries.`);
  }
  return set;
}

function reference(path: string, entry: unknown): ContentReference {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    throw invalidField(path, 'An entry of content is an object with type, id and locale.');
  }
  const unknown = Object.keys(entry).find((key) => !REFERENCE_KEYS.includes(key));
  if (unknown !== undefined) {
    throw invalidField(
      `${path}.${unknown}`,
      'An entry of content has type, id and locale only.',
      'unknown_field',
    );
  }
  const { type, id, locale = null } = entry as { type?: unknown; id?: unknown; locale?: unknown };
  if (typeof type !== 'string' || type === '' || type.length > MAX_TYPE_LENGTH) {
    throw invalidField(`${path}.type`, 'type is the uid of a content type, such as api::article.article.');
  }
  if (typeof id !== 'string' || !DOCUMENT_ID_PATTERN.test(id)) {
    throw invalidField(
      `${path}.id`,
      'id is a document id: 1 to 64 letters, digits, hyphens and underscores.',
    );
  }
  if (locale !== null && (typeof locale !== 'string' || !LOCALE_PATTERN.test(locale))) {
    throw invalidField(
      `${path}.locale`,
      'locale is the code of a locale, such as en, or null for every locale.',
    );
  }
  return { type, id, locale };
}

/** Is it a reference, whether or not its type exists? */
export function isReference(value: unknown): value is ContentReference {
  if (typeof value !== 'object' || value === null) return false;
  const { type, id, locale } = value as Record<string, unknown>;
  return (
    typeof type === 'string' && typeof id === 'string' && (locale === null || typeof locale === 'string')
  );
}

function unknownType(path: string, type: string, accepted: readonly string[]): WorkTrackingError {
  const message = `Work can't be about entries of "${type}"; it can be about ${accepted.join(', ') || 'none'}.`;
  const details = [{ path, code: 'invalid_value', message, accepted }];
  return new WorkTrackingError('validation_failed', { message, details });
}

/** A reference in the form of a list's filter. */
export const referenceText = ({ type, id, locale }: ContentReference): string =>
  [type, id, ...(locale === null ? [] : [locale])].join(':');

/** An entry that lists are filtered by; without a locale, in whichever it is referred to. */
export interface ContentFilter {
  type: string;
  id: string;
  locale?: string | undefined;
}

/** `<type>:<id>` or `<type>:<id>:<locale>`. The uid of a type has two colons of its own after its first word. */
const CONTENT_FILTER = /^([^:]+::[^:]+):([^:]+)(?::([^:]+))?$/;

/** @returns undefined for a text of another form */
export function readContentFilter(text: string): ContentFilter | undefined {
  const [, type, id, locale] = CONTENT_FILTER.exec(text) ?? [];
  if (type === undefined || type.length > MAX_TYPE_LENGTH) return undefined;
  if (id === undefined || !DOCUMENT_ID_PATTERN.test(id)) return undefined;
  if (locale !== undefined && !LOCALE_PATTERN.test(locale)) return undefined;
  return { type, id, locale };
}
