/**
 * A rule of the domain was broken. Every door turns it into its own kind of refusal: v1 looks `code` up
 * in its error table, the panel shows `message`.
 */
export class RuleViolation extends Error {
  /** snake_case; the `error` of the v1 answer. */
  readonly code: string;

  /** What the v1 answer carries beside `error` and `message`. */
  readonly details: Record<string, unknown>;

  constructor(code: string, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.name = 'RuleViolation';
    this.code = code;
    this.details = details;
  }
}

/**
 * A value that a record can't hold.
 * @param path dotted path of the field in the record, empty for the record as a whole
 */
export function invalidField(path: string, message: string): RuleViolation {
  return new RuleViolation('validation_failed', message, {
    details: [{ path, code: 'invalid_value', message }],
  });
}
