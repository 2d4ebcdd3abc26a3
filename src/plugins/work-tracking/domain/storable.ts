import { invalidField, type Detail } from './errors';

/** How deep JSON may be nested: MariaDB stores at most 32 levels. */
const MAX_DEPTH = 30;

/** PostgreSQL can't store NUL, and no database can store half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/**
 * The first value, at any depth, that a database can't store.
 * @param value what came from JSON, or could be written as JSON
 * @param path dotted path of the value
 */
export function unstorableValue(value: unknown, path: string, depth = 0): Detail | undefined {
  if (depth > MAX_DEPTH) {
    return { path, code: 'too_deep', message: `Nest at most ${MAX_DEPTH} levels.` };
  }
  if (typeof value === 'string') {
    return isStorable(value)
      ? undefined
      : { path, code: 'invalid_characters', message: 'The text holds a NUL or half of a surrogate pair.' };
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) return undefined;
  for (const [key, entry] of Object.entries(value)) {
    const entryPath = path === '' ? key : `${path}.${key}`;
    const found = unstorableValue(key, entryPath) ?? unstorableValue(entry, entryPath, depth + 1);
    if (found) return found;
  }
  return undefined;
}

/**
 * @param parts of a request or of a record, by name
 * @throws WorkTrackingError `validation_failed` for what a database can't store, and so can't look for either
 */
export function assertStorable(parts: object): void {
  const problem = unstorableValue(parts, '');
  if (!problem) return;
  const { path, code, message } = problem;
  throw invalidField(path, `${path.replaceAll('\0', '')}: ${message}`, code);
}
