import type { Core } from '@strapi/types';
import type { AuditAction, TargetType } from '../../../domain/events';
import { AUDIT_ENTRY } from '../uids';

/** Who did something, and when, as the audit's entry tells. */
export interface Deed {
  by: { type: string; name: string };
  at: string;
}

/** @returns the latest deed of one kind by the public id of what it was done to */
export async function latestDeeds(
  strapi: Core.Strapi,
  targetType: TargetType,
  action: AuditAction,
  targetIds: readonly string[],
): Promise<Map<string, Deed>> {
  const entries: { targetId: string; actorType: string; actorName: string | null; at: string }[] =
    await strapi.db.query(AUDIT_ENTRY).findMany({
      select: ['targetId', 'actorType', 'actorName', 'at'],
      where: { targetType, targetId: { $in: targetIds }, action },
      orderBy: [{ at: 'asc' }, { id: 'asc' }],
    });
  return new Map(
    entries.map(({ targetId, actorType, actorName, at }) => [
      targetId,
      { by: { type: actorType, name: actorName ?? '' }, at },
    ]),
  );
}
