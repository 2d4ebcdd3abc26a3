import { WorkTrackingError } from './errors';

/** The largest record that is stored, in bytes of its JSON in UTF-8 (specification 9). */
export const MAX_RECORD_BYTES = 1024 * 1024;

/**
 * Refuses a record that a change has made too large. One that was too large already may stay as it is or become
 * smaller.
 * @param before its size before the change; 0 for a new record
 * @throws WorkTrackingError `record_too_large`
 */
export function assertRecordSize(bytes: number, before: number): void {
  if (bytes <= MAX_RECORD_BYTES || bytes <= before) return;
  throw new WorkTrackingError('record_too_large', {
    message: `This would have ${bytes} bytes as JSON; a record has at most ${MAX_RECORD_BYTES}. Shorten a text.`,
  });
}
