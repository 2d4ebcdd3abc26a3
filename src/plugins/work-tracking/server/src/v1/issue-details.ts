import { MAX_DETAILS, type Detail } from '../../../domain/errors';
import type { ZodIssue } from '../host/strapi-utils';

type Issue = ZodIssue;

/** A part of a request, as it was checked. */
export interface Checked {
  /** The values, by the names that the schema knows. */
  values: unknown;
  /** The names that are accepted. */
  accepted: readonly string[];
  /** Fields that can't be set here. */
  readOnly?: readonly string[];
  /** The alias under which a field was sent, by the field's name. */
  usedNames?: ReadonlyMap<string, string>;
}

/** The sentence of an issue of zod's for a client. */
export function detailsOf(issue: Issue, checked: Checked): Detail[] {
  if (issue.code === 'unrecognized_keys' && issue.path.length === 0)
    return unknownFields(issue.keys, checked);
  const [head, ...rest] = issue.path.map(String);
  const path = head === undefined ? '' : [checked.usedNames?.get(head) ?? head, ...rest].join('.');
  if (issue.code === 'custom') return [{ path, code: 'invalid_value', message: issue.message }];
  // zod's issues do not say what was sent.
  const value = valueAt(checked.values, issue.path);
  if (value === undefined && issue.code !== 'unrecognized_keys') {
    return [{ path, code: 'required', message: `${path} is required.` }];
  }
  if (issue.code !== 'invalid_type') return [{ path, code: issue.code, message: issue.message }];
  const expected = EXPECTED[issue.expected] ?? issue.expected;
  return [{ path, code: issue.code, message: `${path} must be ${expected}; ${kindOf(value)} was given.` }];
}

const unknownFields = (keys: readonly string[], { accepted, readOnly = [] }: Checked): Detail[] =>
  keys
    .slice(0, MAX_DETAILS + 1)
    .map((key) =>
      readOnly.includes(key)
        ? { path: key, code: 'read_only', message: `${key} can't be set here.`, accepted }
        : { path: key, code: 'unknown_field', message: `There is no field ${key} here.`, accepted },
    );

function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  let value = values;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** zod's names of types in words. */
const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** The type of a JSON value, in words. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'number') return Number.isInteger(value) ? 'a number' : 'a fraction';
  return typeof value === 'boolean' ? String(value) : 'a string';
}
