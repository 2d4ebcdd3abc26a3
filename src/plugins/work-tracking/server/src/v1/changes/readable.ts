import type { TargetType } from '../../../../domain/events';
import { readActions } from '../../access/actions';
import type { Caller } from '../../access/project-access';
import type { StoredChange } from '../../records/change';
import { TARGET_UIDS } from '../../uids';

/** The targets of which the trail tells more than that they were changed. */
const TOLD = ['ticket', 'decision', 'subscription'] as const;

/** What `/me` tells every caller, too. */
const OPEN: readonly TargetType[] = ['project'];

/**
 * The kinds of target that the caller may read, among those of these changes. Of the others a change says who made it,
 * when, and to what: neither what they hold nor what they held.
 */
export async function readableTargets(
  caller: Caller,
  changes: readonly StoredChange[],
): Promise<ReadonlySet<TargetType>> {
  const types = TOLD.filter((type) => changes.some(({ targetType }) => targetType === type));
  if (types.length === 0) return new Set(OPEN);
  const actionsOf = (type: (typeof TOLD)[number]) => readActions(TARGET_UIDS[type]);
  const allowed = await caller.allowed(types.flatMap(actionsOf));
  return new Set([
    ...OPEN,
    ...types.filter((type) => actionsOf(type).some((action) => allowed.includes(action))),
  ]);
}
