import type { Core } from '@strapi/types';
import { v7 as uuidv7 } from 'uuid';
import { registerMigration } from '../database/migrations';
import { DECISION, PROJECT, SUBSCRIPTION, TICKET } from '../uids';

interface Row {
  id: number;
  document_id: string | null;
}

/**
 * A form could give a record the public id of another one, or none. Before an index keeps them apart, the first of those
 * that share an id keeps it, and each of the others gets one of its own, which the log tells.
 */
export const givePublicIdsOnce = (strapi: Core.Strapi): Promise<void> =>
  registerMigration(strapi, 'work-tracking-03-public-ids', async (transaction, db) => {
    // MySQL and MariaDB take letters of either case for the same.
    const foldsCase = db.dialect.client === 'mysql';
    for (const uid of [PROJECT, TICKET, DECISION, SUBSCRIPTION]) {
      const { tableName } = db.metadata.get(uid);
      if (!(await transaction.schema.hasTable(tableName))) continue;
      const shared = transaction(tableName)
        .select('document_id')
        .groupBy('document_id')
        .havingRaw('count(*) > 1');
      const rows: Row[] = await transaction(tableName)
        .select('id', 'document_id')
        .whereNull('document_id')
        .orWhere('document_id', '')
        .orWhereIn(
          'document_id',
          ((await shared) as Row[]).map(({ document_id: id }) => id ?? ''),
        )
        .orderBy('id');
      const kept = new Set<string>();
      for (const { id, document_id: shownId } of rows) {
        const key = (foldsCase ? shownId?.toLowerCase() : shownId) ?? '';
        if (key !== '' && !kept.has(key)) {
          kept.add(key);
          continue;
        }
        const given = uuidv7();
        await transaction(tableName).where({ id }).update({ document_id: given });
        strapi.log.warn(
          `Row ${id} of ${tableName} had the public id ${JSON.stringify(shownId)} of another one, or none: it is ${given} now.`,
        );
      }
    }
  });
