import type { Core } from '@strapi/types';
import type { TargetType } from '../../../domain/events';
import { ApiError } from '../errors';
import { API_TOKEN, DECISION, SUBSCRIPTION, TICKET } from '../uids';
import { contentAccess } from './content-access';
import type { Administrator } from './route';

const UIDS: Record<TargetType, string> = {
  ticket: TICKET,
  decision: DECISION,
  subscription: SUBSCRIPTION,
  token: API_TOKEN,
};

/** @param what the person knows it by */
export const gone = (what: TargetType | 'delivery' | 'project'): ApiError =>
  new ApiError('not_found', { message: `This ${what} is no longer there.` });

/**
 * What hangs on a record is told to those who may read the record.
 * @throws ApiError `not_found` for one that is not there, or that the person may not read
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
  if (count === 0) throw gone(type);
}
