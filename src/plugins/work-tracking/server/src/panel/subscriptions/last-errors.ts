import type { Core } from '@strapi/types';
import type { DeliveryState } from '../../../../domain/delivery';
import type { StoredAttempt } from '../../records/delivery';
import { ATTEMPT, DELIVERY } from '../../uids';
import { contentAccess } from '../content-access';
import type { Administrator } from '../route';
import { latestDeliveries } from './latest-deliveries';

/** How many of the newest deliveries in each state are looked at. */
const LOOKED_AT = 20;

/** How many of them have their attempts read. */
const READ = 3;

/** A delivery that was delivered may have failed before. */
const STATES = [
  'dead',
  'pending',
  'sending',
  'held',
  'delivered',
] as const satisfies readonly DeliveryState[];

const SHOWN_FIELDS = ['startedAt', 'result', 'statusCode', 'message'];

interface Candidate {
  id: number;
  subscription_id: string;
  state: DeliveryState;
  attempts: number;
  ended_at: Date | number | string | null;
  updated_at: Date | number | string;
}

type AttemptOfDelivery = StoredAttempt & { delivery: { id: number } };

/**
 * The last failed attempt of some subscriptions, by public id: the fields of it that the person may read. It is looked
 * for among each one's newest deliveries.
 * @returns null when the person may not read attempts or whose deliveries they are
 */
export async function lastErrors(
  strapi: Core.Strapi,
  admin: Administrator,
  ids: readonly string[],
): Promise<Map<string, object> | null> {
  const deliveries = contentAccess(strapi, admin, DELIVERY);
  const attempts = contentAccess(strapi, admin, ATTEMPT);
  if (!['state', 'subscriptionId'].every((field) => deliveries.canRead(field))) return null;
  if (!['startedAt', 'result'].every((field) => attempts.canRead(field))) return null;
  const found = new Map<string, object>();
  const owners = new Map(
    (await candidates(strapi, (await deliveries.query()).where, ids)).map((row) => [
      row.id,
      row.subscription_id,
    ]),
  );
  if (owners.size === 0) return found;
  const { where, populate } = await attempts.query();
  const failed: AttemptOfDelivery[] = await strapi.db.query(ATTEMPT).findMany({
    where: { $and: [where, { delivery_id: { $in: [...owners.keys()] } }, { result: { $ne: 'delivered' } }] },
    populate: { ...populate, delivery: true },
    orderBy: { startedAt: 'desc' },
  });
  for (const attempt of failed) {
    const owner = owners.get(attempt.delivery.id) ?? '';
    if (!found.has(owner)) found.set(owner, await attempts.visible(attempt, SHOWN_FIELDS));
  }
  return found;
}

/** The deliveries whose attempts may be the last failed ones: those that ended, or were tried, last. */
async function candidates(
  strapi: Core.Strapi,
  where: Record<string, unknown>,
  ids: readonly string[],
): Promise<Candidate[]> {
  if (ids.length === 0) return [];
  const columns = ['id', 'subscription_id', 'state', 'attempts', 'ended_at', 'updated_at'];
  const rows: Candidate[] = await latestDeliveries(strapi, columns, where, {
    of: ids,
    parts: STATES.map((state) => (query) => query.where({ state })),
    limit: LOOKED_AT,
  }).select(columns);
  const failed = rows.filter(({ state, attempts }) => attempts > (state === 'delivered' ? 1 : 0));
  return ids.flatMap((id) =>
    failed
      .filter((row) => row.subscription_id === id)
      .sort((a, b) => triedAt(b) - triedAt(a))
      .slice(0, READ),
  );
}

/** About when it was tried last; one that was delivered at last comes after the others. */
const triedAt = ({ state, ended_at: endedAt, updated_at: updatedAt }: Candidate): number =>
  state === 'delivered' ? 0 : new Date(endedAt ?? updatedAt).getTime();
