import { invalidField, MAX_DETAILS, type Detail } from './errors';

/** How deep JSON may be nested: MariaDB stores at most 32 levels. */
const MAX_DEPTH = 30;

/** Copying an object key by key loses this key, and can change the copy's prototype. */
const PROTOTYPE = '__proto__';

const NO_NUMBERS: ReadonlySet<number> = new Set();

/** PostgreSQL can't store NUL, and no database can store half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

interface Walk {
  /** The name of the value itself, in the paths of what is found; none for a whole body. */
  name?: string;
  /** Numbers that have lost digits when they were read (`roundedNumbers`). */
  rounded?: ReadonlySet<number>;
  /** How many to look for: the walk ends there. */
  limit?: number;
}

/**
 * Finds values, at any depth, that could not be stored as they were given (specification 9). Paths are made only for
 * what is found, and the walk ends when an answer can name no more.
 * @param value what came from JSON, or could be written as JSON
 */
export function unstorableValues(
  value: unknown,
  { name, rounded = NO_NUMBERS, limit = MAX_DETAILS + 1 }: Walk = {},
): Detail[] {
  const found: Detail[] = [];
  const keys: (string | number)[] = name === undefined ? [] : [name];
  const maxKeys = MAX_DEPTH + keys.length;

  function visit(entry: unknown): void {
    if (keys.length > maxKeys) {
      found.push({ path: String(keys[0]), code: 'too_deep', message: `Nest at most ${MAX_DEPTH} levels.` });
    } else if (typeof entry === 'string') {
      visitText(entry);
    } else if (typeof entry === 'number') {
      visitNumber(entry);
    } else if (Array.isArray(entry)) {
      for (let index = 0; index < entry.length && found.length < limit; index += 1) {
        visitEntry(index, entry[index]);
      }
    } else if (typeof entry === 'object' && entry !== null) {
      for (const key of Object.keys(entry)) {
        if (found.length >= limit) return;
        visitEntry(key, (entry as Record<string, unknown>)[key]);
      }
    }
  }

  function visitEntry(key: string | number, entry: unknown): void {
    keys.push(key);
    if (key === PROTOTYPE) report('invalid_value', `A key can't be called ${PROTOTYPE}.`);
    else if (typeof key === 'string') visitText(key);
    visit(entry);
    keys.pop();
  }

  function visitText(text: string): void {
    if (!isStorable(text)) {
      report('invalid_characters', 'The text holds a NUL or half of a surrogate pair.');
    }
  }

  function visitNumber(number: number): void {
    // JSON.parse makes Infinity of 1e999, which is null when it is written again.
    if (!Number.isFinite(number)) {
      report('invalid_number', 'The number is larger than any that can be kept; send it as a string.');
    } else if (rounded.has(number)) {
      report('invalid_number', 'The number has more digits than can be kept; send it as a string.');
    }
  }

  const report = (code: string, message: string) => found.push({ path: keys.join('.'), code, message });

  visit(value);
  return found;
}

/**
 * @param value of an attribute, or the parts of a request by their names
 * @throws WorkTrackingError `validation_failed` for what a database can't store, and so can't look for either
 */
export function assertStorable(value: unknown, walk: Omit<Walk, 'limit'> = {}): void {
  const [problem] = unstorableValues(value, { ...walk, limit: 1 });
  if (!problem) return;
  const { path, code, message } = problem;
  throw invalidField(walk.name ?? path, `${path.replaceAll('\0', '')}: ${message}`, code);
}
