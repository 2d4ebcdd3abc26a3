import type { Core } from '@strapi/types';
import { WorkTrackingError } from '../../../domain/errors';

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
 * since. Saves without a version pass. Must be called under the row's lock.
 * @param isChanged whether the save changes the record; asked only where an older version was seen
 * @throws WorkTrackingError `changed_meanwhile`
 */
export function assertCurrentVersion(
  strapi: Core.Strapi,
  stored: { documentId: string; version?: number },
  isChanged: () => boolean = () => true,
): void {
  const seen = stateOf(strapi)?.seenRecord;
  const { documentId, version = 0 } = stored;
  if (seen?.documentId !== documentId || seen.version >= version || !isChanged()) return;
  throw new WorkTrackingError('changed_meanwhile', {
    message:
      `This was changed meanwhile (it is at version ${version}, you have ${seen.version}). ` +
      'Reload the page to see it as it is now, then make your change again.',
    version,
  });
}
