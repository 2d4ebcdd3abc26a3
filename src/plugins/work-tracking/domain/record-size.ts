import { WorkTrackingError } from './errors';

/** The fields that the service sets itself: to move a ticket never makes it too large. */
const SET_BY_SERVICE = ['status', 'version', 'synced_at', 'created_at', 'updated_at'];

/** The size of a v1 record: bytes of its JSON in UTF-8, without the fields that the service sets (specification 9). */
export function recordBytes(record: object): number {
  const own = Object.entries(record).filter(([name]) => !SET_BY_SERVICE.includes(name));
  return Buffer.byteLength(JSON.stringify(Object.fromEntries(own)));
}

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
