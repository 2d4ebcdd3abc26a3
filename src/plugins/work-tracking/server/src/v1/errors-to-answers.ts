import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { RuleViolation } from '../../../domain/rule-violation';
import { API_ERRORS, ApiError, isApiErrorCode, type ApiErrorCode, type Detail } from '../errors';

/** For what other layers answer with before an endpoint is reached: authentication, the application's middlewares. */
const CODES_BY_STATUS: Record<number, ApiErrorCode> = {
  400: 'validation_failed',
  401: 'unauthorized',
  403: 'insufficient_scope',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
};

/** Writes an error as v1 shows it: `{error, message, …}` (gaps.md, Requests and answers). */
export function answerError(ctx: Context, error: ApiError): void {
  ctx.status = API_ERRORS[error.code].status;
  ctx.set(error.headers);
  if (error.code === 'unauthorized') ctx.set('WWW-Authenticate', 'Bearer');
  const details = error.code === 'validation_failed' ? { details: [] } : {};
  ctx.body = {
    error: error.code,
    // The 409 of a refused move is spelt out by v1.md 7: error, from, to, message.
    ...(error.code === 'invalid_transition' ? error.fields : {}),
    message: error.message,
    ...details,
    ...(error.code === 'invalid_transition' ? {} : error.fields),
  };
}

/**
 * What v1 says of anything that was thrown while it answered.
 * @returns undefined for a fault of ours, of which a caller learns nothing
 */
export function asApiError(thrown: unknown): ApiError | undefined {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof RuleViolation) return fromRule(thrown.code, thrown.message, thrown.details);
  if (thrown instanceof errors.ApplicationError) return fromStrapi(thrown);
  return undefined;
}

const fromRule = (code: unknown, message: string, fields: Record<string, unknown>): ApiError | undefined =>
  isApiErrorCode(code) ? new ApiError(code, { message, fields }) : undefined;

/** What Strapi's validation says when it could not look up a relation; of one that does not exist it says which. */
const LOOK_UP_FAILED = 'Invalid relations';

/** A rule that a lifecycle found broken, or a field that Strapi's own validation refused. */
function fromStrapi({ message, details }: errors.ApplicationError): ApiError | undefined {
  const {
    code,
    errors: fieldErrors,
    ...fields
  } = details as {
    code?: unknown;
    errors?: { path: (string | number)[]; name: string; message: string }[];
  };
  // What a rule of ours refused carries its code; its `errors` are the panel's.
  if (code !== undefined || !Array.isArray(fieldErrors)) return fromRule(code, message, fields);
  if (fieldErrors.some((error) => error.message === LOOK_UP_FAILED)) return undefined;
  const found: Detail[] = fieldErrors.map((error) => ({
    path: error.path.join('.'),
    code: 'invalid_value',
    message: error.message,
  }));
  return new ApiError('validation_failed', { fields: { details: found } });
}

/** What v1 says where another layer has already answered with an error of its own form. */
export const fromForeignAnswer = (ctx: Context): ApiError =>
  new ApiError(CODES_BY_STATUS[ctx.status] ?? 'internal_error');
