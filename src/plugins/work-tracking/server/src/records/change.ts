import type { Actor, AuditAction, Changes, SkippedSignOff, TargetType } from '../../../domain/events';
import { timestamp } from './times';

/** An audit entry as it is stored. */
export interface StoredChange {
  documentId: string;
  /** Counts 1, 2, 3, … in its project, in the order of commits. */
  seq: number;
  action: AuditAction;
  actorType: Actor['type'];
  actorId: string;
  actorName: string | null;
  targetType: TargetType;
  targetId: string;
  changes: Changes | null;
  /** Further details of a skipped sign-off; null for every other action. */
  details: SkippedSignOff | null;
  at: string;
}

/** A change as v1 shows it (specification 4.10), without the record. What a resolution changed is the panel's alone. */
export const changeRecord = (change: StoredChange) => ({
  seq: change.seq,
  id: change.documentId,
  at: timestamp(change.at),
  action: change.action,
  actor: { type: change.actorType, id: change.actorId, name: change.actorName ?? '' },
  target: { type: change.targetType, id: change.targetId },
  changes: change.action.endsWith('.updated') ? change.changes : null,
  ...change.details,
});
