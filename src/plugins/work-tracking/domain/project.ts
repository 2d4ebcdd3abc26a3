import { invalidField } from './errors';

/** specification 5: 1 to 64 letters, digits, `-` and `_`, starting with a letter. */
export const KEY_PATTERN = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** @throws WorkTrackingError `validation_failed` */
export function assertKey(field: string, key: unknown): asserts key is string {
  if (typeof key !== 'string' || !KEY_PATTERN.test(key)) {
    throw invalidField(
      field,
      `${field} has 1 to 64 letters, digits, "-" and "_", and starts with a letter; "${String(key)}" does not.`,
    );
  }
}
