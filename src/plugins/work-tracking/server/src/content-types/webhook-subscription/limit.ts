import type { Core } from '@strapi/types';
import { WorkTrackingError } from '../../../../domain/errors';
import { configOf } from '../../config';
import { tableOf } from '../../database/tables';
import { idsIn } from '../../records/relation-ids';
import { PROJECT, SUBSCRIPTION } from '../../uids';

/**
 * A project has at most `MAX_SUBSCRIPTIONS_PER_PROJECT` subscriptions; one that has more already keeps them. Must be
 * called in the transaction that creates one, before its row is there: others that create one wait for the project then.
 * @param project the relation as the database layer takes it
 * @throws WorkTrackingError `subscription_limit`
 */
export async function assertRoomForOne(strapi: Core.Strapi, project: unknown): Promise<void> {
  const limit = configOf(strapi).subscriptions.maxPerProject;
  const { client } = strapi.db.dialect;
  await strapi.db.transaction(async ({ trx }) => {
    for (const id of idsIn(project)) {
      const row = tableOf(strapi, PROJECT).select('id').where({ id }).transacting(trx);
      // On PostgreSQL, writes of rows that only refer to the project do not wait for this lock.
      await (client === 'postgres' ? row.forNoKeyUpdate() : row.forUpdate());
      const existing = tableOf(strapi, SUBSCRIPTION)
        .select('id')
        .where({ project_id: id })
        .limit(limit)
        .transacting(trx);
      // MariaDB shows a transaction what was there when it began, unless it locks what it reads.
      const rows: unknown[] = await (client === 'mysql' ? existing.forShare() : existing);
      if (rows.length >= limit) throw new WorkTrackingError('subscription_limit', { limit });
    }
  });
}
