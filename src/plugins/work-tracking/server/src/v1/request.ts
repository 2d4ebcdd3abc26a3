import type { z } from '@strapi/utils';
import isEqual from 'lodash/isEqual';
import { ApiError, refuseInvalid, type ApiErrorCode, type Detail } from '../errors';

/** Another name under which a body field is accepted, and the name it stands for. */
export type Aliases = Readonly<Record<string, string>>;

/** What a body may hold. */
export interface BodyFormat<Output> {
  /** A strict object: what it does not name is refused. */
  schema: z.ZodType<Output> & { shape: Record<string, unknown> };
  aliases?: Aliases;
  /** Fields of the record that a caller can't set: refused as such, not as unknown. */
  readOnly?: readonly string[];
}

/** What a schema puts into an issue's `params` when v1 answers it with a code of its own. */
export interface IssueParams {
  /** Instead of `validation_failed`. */
  error?: ApiErrorCode;
  /** Beside `error` and `message`, or beside `details`. */
  fields?: Record<string, unknown>;
}

type Issue = z.core.$ZodIssue;

/** Of objects and lists in each other: MariaDB stores no JSON of more than 32 levels. */
const MAX_DEPTH = 30;

/** NUL, which PostgreSQL can't store, and halves of surrogate pairs, which no database can. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

/**
 * @throws ApiError `validation_failed`, or the code that a schema's issue asks for
 */
export function parseBody<Output>(format: BodyFormat<Output>, body: unknown): Output {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ApiError('validation_failed', {
      fields: { details: [{ path: '', code: 'invalid_type', message: 'The body must be a JSON object.' }] },
    });
  }
  const accepted = acceptedNames(format);
  const details = unstorable(body, '');
  const { folded, usedNames } = foldAliases(body as Record<string, unknown>, format.aliases ?? {}, details);
  const parsed = format.schema.safeParse(folded);
  if (parsed.success && details.length === 0) return parsed.data;
  const issues = parsed.success ? [] : parsed.error.issues;
  throw refusal(issues, details, (issue) => detailsOf(issue, accepted, format.readOnly ?? [], usedNames));
}

/**
 * @param querystring as it came, without the question mark
 * @throws ApiError as for bodies
 */
export function parseQuery<Output>(
  schema: z.ZodType<Output> & { shape: Record<string, unknown> },
  querystring: string,
): Output {
  const accepted = Object.keys(schema.shape);
  const values = new URLSearchParams(querystring);
  const details: Detail[] = [];
  for (const name of new Set(values.keys())) {
    const problem = problemOfParameter(values.getAll(name), accepted.includes(name));
    if (problem) details.push({ path: name, ...problem, accepted });
  }
  refuseInvalid(details);
  const parsed = schema.safeParse(Object.fromEntries(values));
  if (parsed.success) return parsed.data;
  throw refusal(parsed.error.issues, [], (issue) => detailsOf(issue, accepted, [], new Map()));
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

const acceptedNames = ({ schema, aliases = {} }: BodyFormat<unknown>): string[] => [
  ...Object.keys(schema.shape),
  ...Object.keys(aliases),
];

/** Moves each alias to the name it stands for; both given and different is a detail. */
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

/** The one code that every issue asks for, else `validation_failed` with all of them. */
function refusal(issues: Issue[], details: Detail[], describe: (issue: Issue) => Detail[]): ApiError {
  const params = issues.map(
    (issue) => (issue.code === 'custom' ? (issue.params as IssueParams) : undefined) ?? {},
  );
  const [first] = params;
  if (details.length === 0 && first?.error && params.every(({ error }) => error === first.error)) {
    return new ApiError(first.error, { message: issues[0]?.message, fields: first.fields ?? {} });
  }
  const fields = Object.assign({}, ...params.map(({ fields: own }) => own));
  return new ApiError('validation_failed', {
    fields: { details: [...details, ...issues.flatMap(describe)], ...fields },
  });
}

function detailsOf(
  issue: Issue,
  accepted: readonly string[],
  readOnly: readonly string[],
  usedNames: ReadonlyMap<string, string>,
): Detail[] {
  if (issue.code === 'unrecognized_keys' && issue.path.length === 0) {
    return issue.keys.map((key) =>
      readOnly.includes(key)
        ? { path: key, code: 'read_only', message: `${key} can't be set here.`, accepted }
        : { path: key, code: 'unknown_field', message: `There is no field ${key} here.`, accepted },
    );
  }
  const [head, ...rest] = issue.path.map(String);
  const path = head === undefined ? '' : [usedNames.get(head) ?? head, ...rest].join('.');
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return [{ path, code: 'required', message: `${path} is required.` }];
  }
  return [{ path, code: issue.code === 'custom' ? 'invalid_value' : issue.code, message: issue.message }];
}

/** Values that can't be stored, however deep they are. */
function unstorable(value: unknown, path: string, depth = 0): Detail[] {
  if (depth > MAX_DEPTH) {
    return [
      { path: path.split('.')[0] ?? '', code: 'too_deep', message: `Nest at most ${MAX_DEPTH} levels.` },
    ];
  }
  if (typeof value === 'string') {
    return isStorable(value)
      ? []
      : [{ path, code: 'invalid_characters', message: 'The text holds a NUL or half of a surrogate pair.' }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => {
    const entryPath = path === '' ? key : `${path}.${key}`;
    return [...unstorable(key, entryPath), ...unstorable(entry, entryPath, depth + 1)];
  });
}
