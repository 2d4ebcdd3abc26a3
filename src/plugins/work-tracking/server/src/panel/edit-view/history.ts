import type { Core } from '@strapi/types';
import type { Actor, AuditAction, TargetType } from '../../../../domain/events';
import { AUDIT_ENTRY } from '../../uids';
import { contentAccess } from '../content-access';
import { assertReadable } from '../readable';
import type { Administrator } from '../route';

/** An audit entry as it is stored. */
interface AuditEntry {
  id: number;
  documentId: string;
  action: AuditAction;
  actorType: Actor['type'];
  actorName: string | null;
  at: string;
  createdAt: string;
}

const FIELDS = ['documentId', 'action', 'actorType', 'actorName', 'at'];

/** The request of a record's side panel. */
export interface RecordPage {
  type: TargetType;
  /** Public id of the record. */
  documentId: string;
  /** How many of the newest to return. */
  limit: number;
}

/** The audit entries of a record, newest first, as far as the person may read them. */
export async function recordHistory(
  strapi: Core.Strapi,
  admin: Administrator,
  { type, documentId, limit }: RecordPage,
) {
  await assertReadable(strapi, admin, type, documentId);
  const access = contentAccess(strapi, admin, AUDIT_ENTRY);
  access.assertCanRead();
  const { where, populate } = await access.query();
  const found: AuditEntry[] = await strapi.db.query(AUDIT_ENTRY).findMany({
    where: { $and: [where, { targetType: type, targetId: documentId }] },
    populate,
    // By row id, since clocks of several instances, or one that was corrected, may give another order.
    orderBy: { id: 'desc' },
    // One more than asked for shows whether there are more.
    limit: limit + 1,
  });
  const entries = await Promise.all(found.slice(0, limit).map((entry) => access.visible(entry, FIELDS)));
  return { entries, hasMore: found.length > limit };
}
