import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/types';
import { WorkTrackingError } from '../../../domain/errors';
import { changedAttributes } from './changes';

/** A record and the version at which somebody saw it. */
interface SeenRecord {
  documentId: string;
  version: number;
}

const seenRecord = new AsyncLocalStorage<SeenRecord>();

/** Runs a save in a context that tells the lifecycles which version the caller has seen. */
export const savingSeenRecord = <Result>(seen: SeenRecord, save: () => Result): Result =>
  seenRecord.run(seen, save);

/**
 * A form sends back the whole record, as it was when the form was loaded, and so would undo what others have changed
 * since. Saves without a version, or without a change, pass. Must be called under the row's lock.
 * @param data what would be written
 * @throws WorkTrackingError `changed_meanwhile`
 */
export function assertCurrentVersion(
  strapi: Core.Strapi,
  uid: string,
  stored: { documentId: string; version: number },
  data: Record<string, unknown>,
): void {
  const seen = seenRecord.getStore();
  if (seen?.documentId !== stored.documentId || seen.version >= stored.version) return;
  if (changedAttributes(strapi, uid, stored, data).length === 0) return;
  throw new WorkTrackingError('changed_meanwhile', {
    message:
      `This was changed meanwhile (it is at version ${stored.version}, you have ${seen.version}). ` +
      'Reload the page to see it as it is now, then make your change again.',
    version: stored.version,
  });
}
