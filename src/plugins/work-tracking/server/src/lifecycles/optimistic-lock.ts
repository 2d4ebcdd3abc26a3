import type { Core } from '@strapi/types';
import { WorkTrackingError } from '../../../domain/errors';
import { changedAttributes } from './changes';

/** A record and the version at which somebody saw it. */
interface SeenRecord {
  documentId: string;
  version: number;
}

/** A request's state, as far as it says what its sender has seen. */
interface RequestState {
  seenRecord?: SeenRecord;
}

const stateOf = (strapi: Core.Strapi) => strapi.requestContext.get()?.state as RequestState | undefined;

/** Notes which version of a record the sender of the running request has seen, for the record's lifecycles. */
export function noteSeenRecord(strapi: Core.Strapi, seenRecord: SeenRecord): void {
  const state = stateOf(strapi);
  if (state) state.seenRecord = seenRecord;
}

/**
 * A form sends back the whole record, as it was when the form was loaded, and so would undo what others have changed
 * since. Saves without a version, or without a change, pass. Must be called under the row's lock.
 * @param data what would be written
 * @param isReassigned whether it would belong to somebody else
 * @throws WorkTrackingError `changed_meanwhile`
 */
export function assertCurrentVersion(
  strapi: Core.Strapi,
  uid: string,
  stored: { documentId: string; version: number },
  data: Record<string, unknown>,
  isReassigned = false,
): void {
  const seen = stateOf(strapi)?.seenRecord;
  if (seen?.documentId !== stored.documentId || seen.version >= stored.version) return;
  if (!isReassigned && changedAttributes(strapi, uid, stored, data).length === 0) return;
  throw new WorkTrackingError('changed_meanwhile', {
    message:
      `This was changed meanwhile (it is at version ${stored.version}, you have ${seen.version}). ` +
      'Reload the page to see it as it is now, then make your change again.',
    version: stored.version,
  });
}
