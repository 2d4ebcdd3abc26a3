import type { Core } from '@strapi/types';
import type { DeliverySummary, StoredAttempt } from '../../records/delivery';
import { ATTEMPT } from '../../uids';
import { contentAccess } from '../content-access';
import type { Administrator } from '../route';

/** The result of the last attempt, if it has failed. */
export interface LastFailure {
  result: StoredAttempt['result'];
  statusCode?: number | null;
}

/**
 * Reads, in one query, why the last attempt of each of these deliveries has failed.
 * @returns for a delivery: `lastFailure`, null where nothing has failed last; nothing when the person may not read it
 */
export async function lastFailures(
  strapi: Core.Strapi,
  admin: Administrator,
  deliveries: readonly DeliverySummary[],
): Promise<(delivery: DeliverySummary) => { lastFailure?: LastFailure | null }> {
  const access = contentAccess(strapi, admin, ATTEMPT);
  if (!access.canRead('result')) return () => ({});
  const failing = deliveries.filter(({ state, attempts }) => state !== 'delivered' && attempts > 0);
  if (failing.length === 0) return () => ({ lastFailure: null });
  const { where, populate } = await access.query();
  // The index of attempts finds each of these pairs.
  const last = failing.map(({ id, attempts }) => ({ delivery_id: id, number: attempts }));
  const rows: (StoredAttempt & { delivery: { id: number } })[] = await strapi.db.query(ATTEMPT).findMany({
    where: { $and: [{ $or: last }, where] },
    populate: { ...populate, delivery: { select: ['id'] } },
  });
  const failures = new Map<number, LastFailure>();
  for (const row of rows.filter(({ result }) => result !== 'delivered')) {
    failures.set(
      row.delivery.id,
      (await access.visible(row, ['result', 'statusCode'])) as unknown as LastFailure,
    );
  }
  return ({ id }) => ({ lastFailure: failures.get(id) ?? null });
}
