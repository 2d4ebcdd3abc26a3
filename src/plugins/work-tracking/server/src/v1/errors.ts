import type { Context } from 'koa';
import {
  API_ERRORS,
  ERRORS,
  WorkTrackingError,
  type ApiErrorCode,
  type PlainErrorCode,
} from '../../../domain/errors';
import { LOOK_UP_FAILED } from '../host/relation-look-ups';
import type { ApplicationError, errors } from '../host/strapi-utils';
import { fieldsOf } from './schemas/errors';

/**
 * For answers of other layers that refuse a request before it reaches an endpoint: authentication, the application's
 * middlewares.
 */
const CODES_BY_STATUS: Record<number, PlainErrorCode> = {
  401: 'unauthorized',
  403: 'insufficient_scope',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
};

/** The attributes that have another name in v1. */
const API_NAMES: Record<string, string> = {
  state: 'status',
  bodyMarkdown: 'body_markdown',
  eventTypes: 'event_types',
  verdict: 'status',
  optionId: 'option_id',
};

/** Writes an error as v1 shows it: `{error, message, …}` (specification 8.1). */
export function answerError(ctx: Context, { code, message, fields }: WorkTrackingError): void {
  ctx.status = ERRORS[code].status;
  if (code === 'unauthorized') ctx.set('WWW-Authenticate', 'Bearer');
  else ctx.remove('WWW-Authenticate');
  const { allow, retryAfter, ...others } = fields as { allow?: readonly string[]; retryAfter?: number };
  if (allow) ctx.set('Allow', allow.join(', '));
  else ctx.remove('Allow');
  if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter));
  ctx.body =
    code === 'invalid_transition'
      ? // In the order that specification 8.1 shows.
        { error: code, ...others, message }
      : { error: code, message, ...others };
}

/**
 * The v1 error for anything that a handler has thrown.
 * @returns undefined for an unexpected fault, which is answered as `internal_error`
 */
export function asApiError(thrown: unknown): WorkTrackingError | undefined {
  if (thrown instanceof WorkTrackingError) return inApi(thrown);
  if (isExposed(thrown)) return withStatus(thrown.status, thrown.message);
  if (!isApplicationError(thrown)) return undefined;
  const { cause } = thrown;
  return cause instanceof WorkTrackingError ? inApi(withApiNames(cause)) : fromStrapi(thrown);
}

/** Errors that only the panel can get are unexpected faults here. */
function inApi(error: WorkTrackingError): WorkTrackingError | undefined {
  // The caller's project was deleted while the request was handled: the next request is answered like this.
  if (error.code === 'project_gone') return new WorkTrackingError('project_not_assigned');
  return isApiErrorCode(error.code) ? error : undefined;
}

const isApiErrorCode = (code: unknown): code is ApiErrorCode =>
  typeof code === 'string' && Object.hasOwn(API_ERRORS, code);

/** Puts v1's field names in place of attribute names. */
function withApiNames(error: WorkTrackingError): WorkTrackingError {
  const { fields, message } = error;
  if (!('details' in fields)) return error;
  const details = fields.details.map((detail) => {
    const [head = '', ...rest] = detail.path.split('.');
    return { ...detail, path: [API_NAMES[head] ?? head, ...rest].join('.') };
  });
  return new WorkTrackingError('validation_failed', { ...fields, message, details });
}

/** Strapi's classes that mean another status than 400, as on Strapi's own routes. */
const STATUSES_BY_CLASS = [
  ['UnauthorizedError', 401],
  ['ForbiddenError', 403],
  ['NotFoundError', 404],
  ['PayloadTooLargeError', 413],
  ['RateLimitError', 429],
  ['NotImplementedError', 501],
] as const;

/**
 * Whether an error is of one of Strapi's classes, or of one that is made of it. The names of the classes tell: where the
 * application has a copy of `@strapi/utils` beside Strapi's own, its errors are of other classes with the same names.
 */
function isOf(name: keyof typeof errors, thrown: unknown): boolean {
  const names = classesOf(thrown);
  return names.includes(name) && names.includes('ApplicationError');
}

const isApplicationError = (thrown: unknown): thrown is ApplicationError =>
  thrown instanceof Error && 'details' in thrown && isOf('ApplicationError', thrown);

/** The names of the classes of an error, its own first. */
function classesOf(thrown: unknown): string[] {
  if (!(thrown instanceof Error)) return [];
  return [thrown.constructor.name, ...classesOf(Object.getPrototypeOf(thrown))];
}

/**
 * A field that Strapi's own validation refused, or a rule of the application. Strapi shows the sentences of these
 * classes on its own routes, so they are meant to be read.
 */
function fromStrapi(thrown: ApplicationError): WorkTrackingError | undefined {
  const { message: sentence } = thrown;
  const given = Object(thrown.details) as Record<string, unknown>;
  const own = isRefusalCode(given.code) ? withOwnCode(given.code, sentence, given) : undefined;
  if (own) return own;
  const [, status = 400] = STATUSES_BY_CLASS.find(([name]) => isOf(name, thrown)) ?? [];
  const fieldErrors = fieldErrorsIn(given.errors);
  if (status !== 400 || fieldErrors.length === 0) return withStatus(status, sentence);
  if (fieldErrors.some(({ message }) => message === LOOK_UP_FAILED)) return undefined;
  const details = fieldErrors.map(({ path, message }) => ({ path, code: 'invalid_value', message }));
  // Strapi's own sentence counts the fields; a rule's is its own.
  const message = isOf('YupValidationError', thrown) ? undefined : readable(sentence);
  return withApiNames(new WorkTrackingError('validation_failed', { message, details }));
}

/** A rule that speaks with one of v1's codes. @returns undefined when it does not say what the code has to */
function withOwnCode(
  code: ApiErrorCode,
  sentence: unknown,
  given: Record<string, unknown>,
): WorkTrackingError | undefined {
  const fields = fieldsOf(code, given);
  // The fields are what the code's schema says.
  return fields && new WorkTrackingError(code as 'refused', { ...fields, message: readable(sentence) });
}

/** The codes with which a request can be refused, rather than fail. */
const isRefusalCode = (code: unknown): code is ApiErrorCode =>
  isApiErrorCode(code) && API_ERRORS[code].status < 500;

/** The fields that a Strapi error names. A rule can put anything there: what has no sentence is left out. */
function fieldErrorsIn(given: unknown): { path: string; message: string }[] {
  const entries = (Array.isArray(given) ? given : []) as unknown[];
  return entries.flatMap((entry) => {
    const { path, message } = Object(entry) as Record<string, unknown>;
    const names = [path].flat().filter((name) => typeof name === 'string' || typeof name === 'number');
    return typeof message === 'string' ? [{ path: names.join('.'), message }] : [];
  });
}

/** A sentence that can be shown; a rule may have given none, or something else in its place. */
const readable = (sentence: unknown): string | undefined =>
  typeof sentence === 'string' && sentence !== '' ? sentence : undefined;

/** An error with `expose`, as http-errors sets it: its message is for the caller. */
const isExposed = (thrown: unknown): thrown is Error & { status: number } =>
  thrown instanceof Error && 'expose' in thrown && thrown.expose === true && 'status' in thrown;

/** @returns undefined for a fault */
function withStatus(status: number, sentence: unknown): WorkTrackingError | undefined {
  if (status >= 500) return undefined;
  return new WorkTrackingError(CODES_BY_STATUS[status] ?? 'refused', { message: readable(sentence) });
}

/** The v1 error for an answer that another layer has written in its own form. */
export function fromForeignAnswer({ status, body }: Context): WorkTrackingError {
  const code = CODES_BY_STATUS[status];
  if (code) return new WorkTrackingError(code);
  if (status >= 500) return new WorkTrackingError('internal_error');
  return new WorkTrackingError('refused', { message: sentenceOf(body) });
}

/** The sentence of an answer in Strapi's form. */
function sentenceOf(body: unknown): string | undefined {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as {
    error?: { message?: unknown };
  };
  return readable(error?.message);
}
