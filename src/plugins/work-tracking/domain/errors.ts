/** One thing that is wrong with a request or a record. */
export interface Detail {
  /**
   * Dotted path of the field, empty for the record as a whole: in a rule by the name of the stored attribute, which
   * the edges translate; in what v1 says of a request by the name in its body or query.
   */
  path: string;
  /** snake_case */
  code: string;
  message: string;
  /** The names that are accepted, where an unknown one was given. */
  accepted?: readonly string[];
}

/** How many details an error names (specification 8.1). What looks for mistakes can stop after one more. */
export const MAX_DETAILS = 20;

/** Characters of a path and of a sentence: both may repeat what was sent. */
const MAX_PATH_LENGTH = 200;
const MAX_MESSAGE_LENGTH = 500;

/** The fields of an error beside its code and its sentence. */
interface ErrorFields {
  validation_failed: {
    details: readonly Detail[];
    /** There are more mistakes than `details` names. */
    details_truncated?: true;
    valid_priorities?: readonly string[];
    valid_statuses?: readonly string[];
    valid_event_types?: readonly string[];
  };
  unknown_status: { valid_statuses: readonly string[] };
  unknown_event_type: { valid_event_types: readonly string[] };
  unknown_option: { valid_options: readonly string[] };
  invalid_transition: { from: string; to: string };
  /** Seconds until it may be answered. */
  request_in_progress: { retryAfter?: number };
  /** The version that is stored now. */
  precondition_failed: { current_version: number };
  /** How many subscriptions a project may have. */
  subscription_limit: { limit: number };
  /** The methods that the address takes; none where another layer has set the header itself. */
  method_not_allowed: { allow?: readonly string[] };
  /** Seconds until the next request is accepted; none where another layer has set the header itself. */
  rate_limited: { retryAfter?: number };
  /** The present state: the version of the record, or the digest of the content that a decision is about. */
  changed_meanwhile: { version: number } | { contentDigest: string | null };
  /** The type, or the field of a type, that may not be read or changed. */
  not_permitted: { subject: string };
  sign_off_required: KeptBack & {
    /** Of several that were to be published together: the first that are refused, and how many are. */
    entries?: readonly KeptBackEntry[];
    count?: number;
  };
}

/** Why an entry is not published, and the decision that it hangs on. */
interface KeptBack {
  reason: 'open' | 'not_approved' | 'changed' | 'none';
  decision: { id: string; slug: string; title: string } | null;
}

/** One of several entries that are not published, with its sentence. */
export interface KeptBackEntry extends KeptBack {
  id: string;
  locale: string | null;
  message: string;
}

interface Definition {
  /** HTTP status. */
  status: number;
  /** The sentence unless the place that throws gives a better one. */
  message: string;
  /** The attribute that the error is about, where it is always the same one. */
  attribute?: string;
}

/** The errors that the API answers with (specification 8.2). */
export const API_ERRORS = {
  validation_failed: {
    status: 400,
    message: 'The request is not valid; details names what is wrong with it.',
  },
  unknown_status: { status: 400, message: 'There is no such status.' },
  unknown_event_type: { status: 400, message: 'There is no such event type.', attribute: 'eventTypes' },
  unknown_option: { status: 400, message: 'The decision offers no such option.' },
  invalid_cursor: { status: 400, message: 'cursor is not a next_cursor of this API.' },
  invalid_json: { status: 400, message: 'The body is not valid JSON.' },
  refused: { status: 400, message: 'A rule of this application refuses this.' },
  unauthorized: { status: 401, message: 'Send a valid token: Authorization: Bearer <token>.' },
  insufficient_scope: { status: 403, message: 'The token does not allow this action.' },
  project_not_assigned: { status: 403, message: 'The token belongs to no project.' },
  not_author: { status: 403, message: 'Only its author can change or delete a comment.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  method_not_allowed: {
    status: 405,
    message: 'This address does not take that method; Allow names those it takes.',
  },
  invalid_transition: { status: 409, message: 'The ticket can not move there.', attribute: 'state' },
  slug_taken: {
    status: 409,
    message: 'This project already has a decision with that slug.',
    attribute: 'slug',
  },
  already_resolved: { status: 409, message: 'This decision is already resolved.' },
  delivery_in_progress: { status: 409, message: 'This delivery has not ended yet.' },
  resend_in_progress: {
    status: 409,
    message: 'The deliveries of this subscription are already being resent; wait until that is done.',
  },
  subscription_limit: {
    status: 409,
    message: 'The project has as many webhook subscriptions as it may have.',
  },
  subscription_deleted: { status: 409, message: 'The subscription of this delivery is deleted.' },
  request_in_progress: {
    status: 409,
    message: 'The first request with this Idempotency-Key still runs; Retry-After says when to try again.',
  },
  precondition_failed: {
    status: 412,
    message: 'This has another version than If-Match names; read it again.',
  },
  payload_too_large: { status: 413, message: 'The body is larger than 1 MB.' },
  record_too_large: { status: 413, message: 'The record would be larger than 1 MB.' },
  unsupported_media_type: { status: 415, message: 'Send the body as Content-Type: application/json.' },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used for another request; take a new one for each.',
  },
  precondition_required: {
    status: 428,
    message: "Send If-Match with the record's ETag: nothing is changed here without.",
  },
  rate_limited: { status: 429, message: 'Too many requests; Retry-After says when to try again.' },
  internal_error: { status: 500, message: 'Something went wrong on our side.' },
} as const satisfies Record<string, Definition>;

/**
 * Errors that only the panel, code inside of Strapi and the command line can get. The statuses are those of Strapi's
 * own routes, which answer 400 for every broken rule.
 */
export const PANEL_ERRORS = {
  key_taken: { status: 400, message: 'There is already a project with that key.', attribute: 'key' },
  project_not_empty: { status: 400, message: 'This project still has records.' },
  project_gone: {
    status: 400,
    message: 'There is no such project, or not any more.',
    attribute: 'project',
  },
  changed_meanwhile: { status: 409, message: 'This was changed meanwhile; reload the page.' },
  read_only: { status: 400, message: 'This is written by the service alone.' },
  bulk_write_refused: { status: 400, message: 'Write one by one: in bulk the rules are not kept.' },
  name_taken: { status: 400, message: 'There is already a token with that name.', attribute: 'name' },
  view_name_taken: { status: 400, message: 'You already have a view with that name.', attribute: 'name' },
  view_limit: { status: 400, message: 'You have as many views as a person may have.' },
  venture_mismatch: { status: 400, message: 'The project belongs to another venture.' },
  token_bound: { status: 400, message: 'This token already belongs to a project.', attribute: 'token' },
  delivery_sending: { status: 400, message: 'This delivery is being sent right now.' },
  delivery_held: { status: 400, message: 'This delivery is held until its subscription is active again.' },
  delivery_ended: { status: 400, message: 'This delivery has ended already.' },
  wrong_kind: {
    status: 400,
    message: 'Only a token of the content API can belong to a project.',
    attribute: 'token',
  },
  not_permitted: { status: 403, message: 'Your role does not let you do this.' },
  self_resolution: { status: 403, message: 'Somebody else has to approve this.' },
  sign_off_required: { status: 400, message: 'This entry is not signed off.' },
  wrong_usage: { status: 400, message: 'A command can not be used like this.' },
} as const satisfies Record<string, Definition>;

/** Every error that the plugin throws, by its code. */
export const ERRORS: Readonly<Record<ErrorCode, Definition>> = { ...API_ERRORS, ...PANEL_ERRORS };

export type ApiErrorCode = keyof typeof API_ERRORS;
export type ErrorCode = ApiErrorCode | keyof typeof PANEL_ERRORS;

/** The fields that an error with this code must have; most have none. */
type FieldsOf<Code extends ErrorCode> = Code extends keyof ErrorFields
  ? ErrorFields[Code]
  : Record<string, never>;

/** The codes that must carry a field. */
type CodeWithFields = {
  [Code in keyof ErrorFields]: Partial<ErrorFields[Code]> extends ErrorFields[Code] ? never : Code;
}[keyof ErrorFields];

/** The codes that need no fields. */
export type PlainErrorCode = Exclude<ErrorCode, CodeWithFields>;

interface Sentence {
  message?: string | undefined;
}

/**
 * The one error that rules, lifecycles, v1 and the panel throw. However large the input was, the error is small: it
 * names at most 20 details, and shortens paths and sentences. It is translated twice, at the edges: to v1's answer
 * (`v1/errors.ts`) and to Strapi's own classes (`lifecycles/strapi-errors.ts`).
 */
export class WorkTrackingError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;

  /** The fields of the code beside its sentence. */
  readonly fields: FieldsOf<Code>;

  /** @param options the fields that the code carries, and a `message` in place of the table's */
  constructor(
    code: Code,
    ...[options]: Code extends CodeWithFields
      ? [options: Sentence & ErrorFields[Code]]
      : [options?: Code extends keyof ErrorFields ? Sentence & ErrorFields[Code] : Sentence]
  ) {
    const { message, ...fields }: Sentence = options ?? {};
    super(shortened(message ?? ERRORS[code].message, MAX_MESSAGE_LENGTH));
    this.name = 'WorkTrackingError';
    this.code = code;
    this.fields = withFewDetails(fields) as FieldsOf<Code>;
  }
}

function withFewDetails(fields: { details?: readonly Detail[] }): object {
  const { details } = fields;
  if (details === undefined) return fields;
  return {
    ...fields,
    details: details.slice(0, MAX_DETAILS).map((detail) => ({
      ...detail,
      path: shortened(detail.path, MAX_PATH_LENGTH),
      message: shortened(detail.message, MAX_MESSAGE_LENGTH),
    })),
    ...(details.length > MAX_DETAILS ? { details_truncated: true } : {}),
  };
}

/** Cuts a text that is longer, never within a character. */
export const shortened = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;

/**
 * A value that a record can't hold.
 * @param path dotted path of the attribute, empty for the record as a whole
 * @param code which kind of mistake it is
 */
export const invalidField = (path: string, message: string, code = 'invalid_value') =>
  new WorkTrackingError('validation_failed', { message, details: [{ path, code, message }] });
