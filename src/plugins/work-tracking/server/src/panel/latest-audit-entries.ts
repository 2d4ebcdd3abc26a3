import type { Core } from '@strapi/types';
import type { AuditAction, TargetType } from '../../../domain/events';
import { inBatches } from '../database/batches';
import { AUDIT_ENTRY } from '../uids';

/** The actor and the time of an audit entry. */
export interface LatestAuditEntry {
  by: { type: string; name: string };
  at: string;
}

/** @returns the latest audit entry with this action, by the public id of its target */
export async function latestAuditEntries(
  strapi: Core.Strapi,
  targetType: TargetType,
  action: AuditAction,
  targetIds: readonly string[],
): Promise<Map<string, LatestAuditEntry>> {
  const entries: { targetId: string; actorType: string; actorName: string | null; at: string }[] =
    await inBatches(targetIds, (batch) =>
      strapi.db.query(AUDIT_ENTRY).findMany({
        select: ['targetId', 'actorType', 'actorName', 'at'],
        where: { targetType, targetId: { $in: batch }, action },
        orderBy: { id: 'asc' },
      }),
    );
  return new Map(
    entries.map(({ targetId, actorType, actorName, at }) => [
      targetId,
      { by: { type: actorType, name: actorName ?? '' }, at },
    ]),
  );
}
