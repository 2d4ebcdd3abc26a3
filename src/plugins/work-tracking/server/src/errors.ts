/** Every error that v1 answers with: its status and the sentence where the raiser gives no other (gaps.md, Requests and answers). */
export const API_ERRORS = {
  validation_failed: {
    status: 400,
    message: 'The request is not valid; details names what is wrong with it.',
  },
  unknown_status: { status: 400, message: 'There is no such status.' },
  unknown_event_type: { status: 400, message: 'There is no such event type.' },
  unknown_option: { status: 400, message: 'The decision offers no such option.' },
  invalid_cursor: { status: 400, message: 'cursor is not a next_cursor of this API.' },
  invalid_json: { status: 400, message: 'The body is not valid JSON.' },
  unauthorized: { status: 401, message: 'Send a valid token: Authorization: Bearer <token>.' },
  insufficient_scope: { status: 403, message: 'The token does not allow this action.' },
  project_not_assigned: { status: 403, message: 'The token belongs to no project.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  method_not_allowed: {
    status: 405,
    message: 'This address does not take that method; Allow names those it takes.',
  },
  invalid_transition: { status: 409, message: 'The ticket can not move there.' },
  slug_taken: { status: 409, message: 'This project already has a decision with that slug.' },
  already_resolved: { status: 409, message: 'This decision is already resolved.' },
  delivery_in_progress: { status: 409, message: 'This delivery has not ended yet.' },
  subscription_deleted: { status: 409, message: 'The subscription of this delivery is deleted.' },
  payload_too_large: { status: 413, message: 'The body is larger than 1 MB.' },
  unsupported_media_type: { status: 415, message: 'Send the body as Content-Type: application/json.' },
  rate_limited: { status: 429, message: 'Too many requests; Retry-After says when to try again.' },
  internal_error: { status: 500, message: 'Something went wrong on our side.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ApiErrorCode = keyof typeof API_ERRORS;

export const isApiErrorCode = (code: unknown): code is ApiErrorCode =>
  typeof code === 'string' && Object.hasOwn(API_ERRORS, code);

/** One thing that is wrong with a request. */
export interface Detail {
  /** Dotted path in the body, or the name of the query parameter; empty for the body as a whole. */
  path: string;
  /** snake_case */
  code: string;
  message: string;
  /** The names that are accepted, where an unknown one was given. */
  accepted?: readonly string[];
}

interface ApiErrorExtras {
  message?: string | undefined;
  /** What the body carries beside `error` and `message`. */
  fields?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** A refusal with one of the codes above. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly fields: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(code: ApiErrorCode, { message, fields = {}, headers = {} }: ApiErrorExtras = {}) {
    super(message ?? API_ERRORS[code].message);
    this.name = 'ApiError';
    this.code = code;
    this.fields = fields;
    this.headers = headers;
  }
}

/** @throws ApiError `validation_failed` when there are details */
export function refuseInvalid(details: readonly Detail[], fields: Record<string, unknown> = {}): void {
  if (details.length > 0) throw new ApiError('validation_failed', { fields: { details, ...fields } });
}
