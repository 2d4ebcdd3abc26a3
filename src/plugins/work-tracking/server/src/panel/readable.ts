import type { Core } from '@strapi/types';
import { WorkTrackingError } from '../../../domain/errors';
import type { RecordTargetType } from '../../../domain/events';
import { TARGET_UIDS } from '../uids';
import { contentAccess } from './content-access';
import type { Administrator } from './route';

/** @param what the word for it in the panel */
export const notFound = (what: RecordTargetType | 'comment' | 'delivery' | 'entry'): WorkTrackingError =>
  new WorkTrackingError('not_found', { message: `This ${what} is no longer there.` });

/**
 * Makes sure that the person may read a record before showing what belongs to it.
 * @throws WorkTrackingError `not_found` for one that does not exist or that the person may not read
 */
export async function assertReadable(
  strapi: Core.Strapi,
  admin: Administrator,
  type: RecordTargetType,
  documentId: string,
): Promise<void> {
  const access = contentAccess(strapi, admin, TARGET_UIDS[type]);
  access.assertCanRead();
  const { where } = await access.query({ documentId });
  const count = await strapi.db.query(TARGET_UIDS[type]).count({ where });
  if (count === 0) throw notFound(type);
}
