import { MAX_DETAILS, type Detail } from '../../../domain/errors';

/** How deep JSON may be nested: MariaDB stores at most 32 levels. */
const MAX_DEPTH = 30;

/** Where objects are copied key by key, it is lost and changes the copy. */
const PROTOTYPE = '__proto__';

/** PostgreSQL can't store NUL, and no database can store half of a surrogate pair. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

/**
 * Finds values, at any depth of a body, that could not be stored as they were sent. Paths are made only for what is found, and the
 * search ends when an answer can name no more.
 * @param rounded the numbers of the body that have lost digits
 */
export function unstorableValues(body: object, rounded: ReadonlySet<number>): Detail[] {
  const found: Detail[] = [];
  const keys: (string | number)[] = [];
  const isDone = () => found.length > MAX_DETAILS;

  function visit(value: unknown): void {
    if (keys.length > MAX_DEPTH) {
      found.push({ path: String(keys[0]), code: 'too_deep', message: `Nest at most ${MAX_DEPTH} levels.` });
    } else if (typeof value === 'string') {
      visitText(value);
    } else if (typeof value === 'number') {
      visitNumber(value);
    } else if (Array.isArray(value)) {
      for (let index = 0; index < value.length && !isDone(); index += 1) visitEntry(index, value[index]);
    } else if (typeof value === 'object' && value !== null) {
      for (const key of Object.keys(value)) {
        if (isDone()) return;
        visitEntry(key, (value as Record<string, unknown>)[key]);
      }
    }
  }

  function visitEntry(key: string | number, entry: unknown): void {
    keys.push(key);
    if (key === PROTOTYPE) {
      const message = `A key can't be called ${PROTOTYPE}.`;
      found.push({ path: keys.join('.'), code: 'invalid_value', message });
    } else if (typeof key === 'string') visitText(key);
    visit(entry);
    keys.pop();
  }

  function visitText(text: string): void {
    if (isStorable(text)) return;
    const message = 'The text holds a NUL or half of a surrogate pair.';
    found.push({ path: keys.join('.'), code: 'invalid_characters', message });
  }

  function visitNumber(value: number): void {
    // JSON.parse makes Infinity of 1e999, which is null when it is written again.
    if (Number.isFinite(value) && !rounded.has(value)) return;
    const message = Number.isFinite(value)
      ? 'The number has more digits than can be kept; send it as a string.'
      : 'The number is larger than any that can be kept; send it as a string.';
    found.push({ path: keys.join('.'), code: 'invalid_number', message });
  }

  visit(body);
  return found;
}
