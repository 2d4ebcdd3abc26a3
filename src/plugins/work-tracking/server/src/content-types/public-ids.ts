import type { Core } from '@strapi/types';
import { v7 as uuidv7 } from 'uuid';
import { registerMigration } from '../host/migrations';
import { DECISION, PROJECT, SUBSCRIPTION, TICKET } from '../uids';

interface Row {
  id: number;
  document_id: string | null;
}

/**
 * A form could give a record the public id of another one, or none. Before an index keeps them apart, the first of those
 * that share an id keeps it, and each of the others gets one of its own, which the log tells. Which ids are the same is
 * for the database to say: to MySQL and MariaDB some are that differ in case, accents or spaces.
 */
export const givePublicIdsOnce = (strapi: Core.Strapi): Promise<void> =>
  registerMigration(strapi, 'work-tracking-03-public-ids', async (transaction, db) => {
    for (const uid of [PROJECT, TICKET, DECISION, SUBSCRIPTION]) {
      const { tableName } = db.metadata.get(uid);
      if (!(await transaction.schema.hasTable(tableName))) continue;
      const rowsOf = (shownId: string | null): Promise<Row[]> =>
        transaction(tableName).select('id', 'document_id').where('document_id', shownId).orderBy('id');
      const shared: Pick<Row, 'document_id'>[] = await transaction(tableName)
        .select('document_id')
        .whereNot('document_id', '')
        .groupBy('document_id')
        .havingRaw('count(*) > 1');
      const others = [...(await rowsOf(null)), ...(await rowsOf(''))];
      for (const { document_id: shownId } of shared) others.push(...(await rowsOf(shownId)).slice(1));
      for (const { id, document_id: shownId } of others) {
        const given = uuidv7();
        await transaction(tableName).where({ id }).update({ document_id: given });
        strapi.log.warn(
          `Row ${id} of ${tableName} had the public id ${JSON.stringify(shownId)} of another one, or none: it is ${given} now.`,
        );
      }
    }
  });
