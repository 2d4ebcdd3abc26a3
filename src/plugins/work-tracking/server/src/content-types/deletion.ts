import type { Core } from '@strapi/types';
import type { AuditAction, TargetType } from '../../../domain/events';
import { recordChange } from '../events/outbox';
import type { InProject, LifecycleEvent } from './lifecycle-event';
import { lockedRow } from './locked-row';
import { ownProject } from './own-project';

/** What every type has. */
export interface Row {
  id: number;
  documentId: string;
}

interface Deletion {
  uid: string;
  action: AuditAction;
  target: TargetType;
  /** What goes with the row, in the same transaction. */
  alongside?: (documentId: string) => Promise<void>;
}

export type DeletionEvent = LifecycleEvent<Row, { deleted?: InProject<Row> }>;

/** The lifecycles of a deletion: it emits its audit event and nothing else (gaps.md, Events). */
export const deletionLifecycles = (strapi: Core.Strapi, { uid, action, target, alongside }: Deletion) => ({
  async beforeDelete(event: DeletionEvent) {
    const row = await lockedRow<Row>(strapi, uid, event.params.where);
    event.state = row ? { deleted: row } : {};
    if (row) await alongside?.(row.documentId);
  },

  async afterDelete({ state: { deleted } }: DeletionEvent) {
    if (!deleted) return;
    await recordChange(strapi, {
      project: ownProject(deleted),
      action,
      target: { type: target, id: deleted.documentId },
    });
  },
});
