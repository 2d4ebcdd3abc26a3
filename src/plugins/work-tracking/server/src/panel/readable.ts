import type { Core } from '@strapi/types';
import { WorkTrackingError } from '../../../domain/errors';
import type { TargetType } from '../../../domain/events';
import { API_TOKEN, DECISION, SUBSCRIPTION, TICKET } from '../uids';
import { contentAccess } from './content-access';
import type { Administrator } from './route';

const UIDS: Record<TargetType, string> = {
  ticket: TICKET,
  decision: DECISION,
  subscription: SUBSCRIPTION,
  token: API_TOKEN,
};

/** @param what the word for it in the panel */
export const notFound = (what: TargetType | 'delivery' | 'project'): WorkTrackingError =>
  new WorkTrackingError('not_found', { message: `This ${what} is no longer there.` });

/**
 * Makes sure that the person may read a record before showing what belongs to it.
 * @throws WorkTrackingError `not_found` for one that does not exist or that the person may not read
 */
export async function assertReadable(
  strapi: Core.Strapi,
  admin: Administrator,
  type: TargetType,
  documentId: string,
): Promise<void> {
  const access = contentAccess(strapi, admin, UIDS[type]);
  access.assertCanRead();
  const { where } = await access.query({ documentId });
  const count = await strapi.db.query(UIDS[type]).count({ where });
  if (count === 0) throw notFound(type);
}
