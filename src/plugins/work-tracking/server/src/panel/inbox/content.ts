import type { Core } from '@strapi/types';
import type { ContentReference } from '../../../../domain/content';
import { transact } from '../../database/transact';
import type { Decision } from '../../records/decision';
import { DECISION } from '../../uids';
import { noteSeenRecord } from '../../write/optimistic-lock';
import { notFound } from '../readable';
import type { Administrator } from '../route';
import { inboxAccess } from './access';

/**
 * Changes the entries that a decision is about, of one whose content the person may change in the content manager.
 * @param version the one that the person has seen
 * @returns the version and the content by then
 * @throws WorkTrackingError `changed_meanwhile` when it has another version by now
 * @throws WorkTrackingError `not_permitted`, `not_found`; ValidationError for a broken rule
 */
export async function changeContent(
  strapi: Core.Strapi,
  admin: Administrator,
  documentId: string,
  { version, content }: { version: number; content: readonly ContentReference[] },
) {
  const access = inboxAccess(strapi, admin);
  const query = await access.query({ documentId });
  return transact(strapi, async () => {
    const decision: Decision | null = await strapi.db.query(DECISION).findOne(query);
    if (decision === null) throw notFound('decision');
    const data = await access.change(decision, { content });
    noteSeenRecord(strapi, { documentId, version });
    const changed = await strapi.documents(DECISION as never).update({ documentId, data } as never);
    const { version: now } = changed as unknown as { version: number };
    return { version: now, ...(await access.visible({ ...decision, ...changed }, ['content'])) };
  });
}
