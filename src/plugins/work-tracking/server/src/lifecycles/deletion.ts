import type { Core } from '@strapi/types';
import type { AuditAction, TargetType } from '../../../domain/events';
import { recordChange } from '../events/outbox';
import { type InProject, type LifecycleEvent, lockRecord, ownProject } from './rows';

/** The part of a row that every type has. */
export interface Row {
  id: number;
  documentId: string;
}

interface Deletion {
  uid: string;
  action: AuditAction;
  target: TargetType;
  /** Runs before the row is deleted, in the same transaction. */
  alongside?: (row: InProject<Row>) => Promise<unknown>;
  /** Runs as `moveDeliveries` of the recorded change, for the deleted row. */
  moveDeliveries?: (row: InProject<Row>) => Promise<void>;
}

export type DeletionEvent = LifecycleEvent<Row, { deleted?: InProject<Row> }>;

/** The lifecycles of a deletion: its audit event is the only one (specification 6). */
export const deletionLifecycles = (
  strapi: Core.Strapi,
  { uid, action, target, alongside, moveDeliveries }: Deletion,
) => ({
  async beforeDelete(event: DeletionEvent) {
    const row = await lockRecord<Row>(strapi, uid, event.params.where);
    event.state = row ? { deleted: row } : {};
    if (row) await alongside?.(row);
  },

  async afterDelete({ state: { deleted } }: DeletionEvent) {
    if (!deleted) return;
    await recordChange(strapi, {
      project: ownProject(deleted),
      action,
      target: { type: target, id: deleted.documentId },
      ...(moveDeliveries && { moveDeliveries: () => moveDeliveries(deleted) }),
    });
  },
});
