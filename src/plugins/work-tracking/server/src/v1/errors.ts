import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import {
  API_ERRORS,
  ERRORS,
  WorkTrackingError,
  type ApiErrorCode,
  type Detail,
  type PlainErrorCode,
} from '../../../domain/errors';

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
  const { allow, retryAfter, ...others } = fields as { allow?: readonly string[]; retryAfter?: number };
  if (allow) ctx.set('Allow', allow.join(', '));
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
  if (!(thrown instanceof errors.ApplicationError)) return undefined;
  const { cause } = thrown;
  return cause instanceof WorkTrackingError ? inApi(withApiNames(cause)) : fromStrapi(thrown);
}

/** Errors that only the panel can get are unexpected faults here. */
const inApi = (error: WorkTrackingError): WorkTrackingError | undefined =>
  isApiErrorCode(error.code) ? error : undefined;

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

/**
 * Strapi's message when the look-up of a relation itself failed; for one that does not exist it names the id.
 */
const LOOK_UP_FAILED = 'Invalid relations';

/** A field that Strapi's own validation refused, or a rule of the application that gives one of v1's codes. */
function fromStrapi({ message: sentence, details }: errors.ApplicationError): WorkTrackingError | undefined {
  const {
    code,
    errors: fieldErrors,
    ...fields
  } = details as {
    code?: unknown;
    errors?: { path: (string | number)[]; name: string; message: string }[];
  };
  if (code === 'validation_failed') {
    return new WorkTrackingError(code, { details: [], ...fields, message: sentence });
  }
  if (isApiErrorCode(code)) return new WorkTrackingError(code, { ...fields, message: sentence });
  if (code !== undefined || !Array.isArray(fieldErrors)) return undefined;
  if (fieldErrors.some(({ message }) => message === LOOK_UP_FAILED)) return undefined;
  const found: Detail[] = fieldErrors.map(({ path, message }) => ({
    path: path.join('.'),
    code: 'invalid_value',
    message,
  }));
  return new WorkTrackingError('validation_failed', { details: found });
}

/** The v1 error for an answer that another layer has written in its own form. */
export function fromForeignAnswer({ status }: Context): WorkTrackingError {
  return status === 400
    ? new WorkTrackingError('validation_failed', { details: [] })
    : new WorkTrackingError(CODES_BY_STATUS[status] ?? 'internal_error');
}
