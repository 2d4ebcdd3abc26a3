import isEqual from 'lodash/isEqual';
import { MAX_DETAILS, WorkTrackingError, type Detail } from '../../../domain/errors';
import { isStorable, unstorableValues } from '../../../domain/storable';
import type { ZodIssue, ZodType } from '../host/strapi-utils';
import { detailsOf, kindOf, type Checked } from './issue-details';
import type { JsonBody } from './json-body';

type Lists = Readonly<Record<string, readonly string[]>>;

const LISTS = new WeakMap<object, Lists>();

/** Adds these lists to every error about a field of this schema, beside its details. */
export function answerWithLists<Schema extends object>(schema: Schema, lists: Lists): Schema {
  LISTS.set(schema, lists);
  return schema;
}

/** @returns what `answerWithLists` was given for the schema of a field, optional or not */
function listsOf(schema: unknown): Lists {
  if (typeof schema !== 'object' || schema === null) return {};
  const { def } = schema as { def?: { innerType?: unknown } };
  return LISTS.get(schema) ?? listsOf(def?.innerType);
}

/** Aliases of body fields: from the alias to the field's name. */
type Aliases = Readonly<Record<string, string>>;

/** The schema of a request's body. */
export interface RequestBody<Output> {
  /** A strict object: unknown fields are refused. */
  schema: ZodType<Output> & { shape: Record<string, unknown> };
  aliases?: Aliases;
  /** Fields of the record that can't be set here: they are refused as read-only, not as unknown. */
  readOnly?: readonly string[];
}

/** The `params` that our schemas add to zod's issues. */
export interface IssueParams {
  /** The error to answer with, instead of `validation_failed`, when nothing else is wrong. */
  asError?: (message: string) => WorkTrackingError;
  /** Fields that are answered beside `details` otherwise. */
  fields?: Partial<Record<`valid_${string}`, readonly string[]>>;
}

type Issue = ZodIssue;

/** @throws WorkTrackingError `validation_failed`, or the error that the schema asks for */
export function parseBody<Output>(expected: RequestBody<Output>, { value: body, rounded }: JsonBody): Output {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const message = `The body must be a JSON object; ${kindOf(body)} was given.`;
    throw new WorkTrackingError('validation_failed', {
      details: [{ path: '', code: 'invalid_type', message }],
    });
  }
  const accepted = acceptedNames(expected);
  const unstorable = unstorableValues(body, { rounded });
  // Told alone: comparing and checking go down as deep as the body does, and would tell of the same values again.
  if (unstorable.length > 0) throw new WorkTrackingError('validation_failed', { details: unstorable });
  const details: Detail[] = [];
  const { folded, usedNames } = foldAliases(body as Record<string, unknown>, expected.aliases ?? {}, details);
  const parsed = expected.schema.safeParse(folded);
  if (parsed.success && details.length === 0) return parsed.data;
  const issues = parsed.success ? [] : parsed.error.issues;
  const { readOnly = [] } = expected;
  throw refusal(issues, details, { values: folded, accepted, readOnly, usedNames }, expected.schema);
}

/**
 * @param querystring without the question mark
 * @throws WorkTrackingError as for bodies
 */
export function parseQuery<Output>(
  schema: ZodType<Output> & { shape: Record<string, unknown> },
  querystring: string,
): Output {
  const accepted = Object.keys(schema.shape);
  const given = querystring === '' ? {} : parametersOf(querystring, accepted);
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw refusal(parsed.error.issues, [], { values: given, accepted }, schema);
}

/** @throws WorkTrackingError of parameters that no schema is needed to refuse */
function parametersOf(querystring: string, accepted: readonly string[]): Record<string, string> {
  const values = new URLSearchParams(querystring);
  const details: Detail[] = undecodable(querystring).map((name) => ({
    path: name,
    code: 'invalid_characters',
    message: 'Not valid UTF-8 with percent encoding.',
  }));
  if (details.length > 0) throw new WorkTrackingError('validation_failed', { details });
  for (const name of new Set(values.keys())) {
    if (details.length > MAX_DETAILS) break;
    const problem = problemOfParameter(values.getAll(name), accepted.includes(name));
    if (problem) details.push({ path: name, ...problem, accepted });
  }
  if (details.length > 0) throw new WorkTrackingError('validation_failed', { details });
  return Object.fromEntries(values);
}

/** The names of the parameters that `URLSearchParams` would change: it replaces what it can't decode. */
const undecodable = (querystring: string): string[] =>
  querystring
    .split('&')
    .filter((pair) => !isDecodable(pair))
    .map((pair) => [...new URLSearchParams(pair).keys()].join());

function isDecodable(pair: string): boolean {
  try {
    decodeURIComponent(pair);
    // Node gives the bytes of what was not encoded as characters of their own.
    return !/[^\0-\x7f]/.test(pair);
  } catch {
    return false;
  }
}

function problemOfParameter(
  values: string[],
  isKnown: boolean,
): Pick<Detail, 'code' | 'message'> | undefined {
  if (!isKnown) return { code: 'unknown_parameter', message: 'There is no such query parameter.' };
  if (values.length > 1) return { code: 'repeated_parameter', message: 'Give this parameter once.' };
  if (values[0] === '')
    return { code: 'empty_parameter', message: 'Give this parameter a value, or leave it out.' };
  if (!values.every(isStorable)) return { code: 'invalid_characters', message: 'Not valid text.' };
  return undefined;
}

const acceptedNames = ({ schema, aliases = {} }: RequestBody<unknown>): string[] => [
  ...Object.keys(schema.shape),
  ...Object.keys(aliases),
];

/** Replaces aliases by the names of their fields. Both given with different values is a mistake. */
function foldAliases(body: Record<string, unknown>, aliases: Aliases, details: Detail[]) {
  const folded = { ...body };
  const usedNames = new Map<string, string>();
  for (const [alias, name] of Object.entries(aliases)) {
    if (!Object.hasOwn(folded, alias)) continue;
    if (Object.hasOwn(folded, name) && !isEqual(folded[name], folded[alias])) {
      details.push({
        path: alias,
        code: 'conflicting_alias',
        message: `${alias} is another name for ${name}: give one of them, or the same value.`,
      });
    } else {
      if (!Object.hasOwn(folded, name)) usedNames.set(name, alias);
      folded[name] = folded[alias];
    }
    delete folded[alias];
  }
  return { folded, usedNames };
}

/** The error that all issues ask for, else `validation_failed` with what they tell of. */
function refusal(
  issues: Issue[],
  details: Detail[],
  checked: Checked,
  { shape }: { shape: Record<string, unknown> },
): WorkTrackingError {
  const params = issues.map(paramsOf);
  const [first] = params;
  if (details.length === 0 && first?.asError && params.every(({ asError }) => asError === first.asError)) {
    return first.asError(issues[0]?.message ?? '');
  }
  const fields: IssueParams['fields'] = {};
  // A value of another type is refused before it is looked for in a list.
  for (const { path } of issues) Object.assign(fields, listsOf(shape[String(path[0])]));
  for (const { fields: own } of params) Object.assign(fields, own);
  for (const issue of issues) {
    if (details.length > MAX_DETAILS) break;
    details.push(...detailsOf(issue, checked));
  }
  return new WorkTrackingError('validation_failed', { details, ...fields });
}

const paramsOf = (issue: Issue): IssueParams =>
  (issue.code === 'custom' ? (issue.params as IssueParams | undefined) : undefined) ?? {};
