import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { WorkTrackingError } from '../../../domain/errors';

let made = 0;

/**
 * Runs work in a transaction. When a rule refuses it, what it has written is undone in the transaction of a caller, too,
 * who may go on with it.
 */
export async function undoneIfRefused<Result>(
  strapi: Core.Strapi,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!strapi.db.inTransaction()) return strapi.db.transaction(work) as Promise<Result>;
  return strapi.db.transaction(async ({ trx }: { trx: Knex.Transaction }) => {
    // MySQL would take a name that is there already for the same savepoint.
    const name = `work_tracking_${(made += 1)}`;
    await trx.raw(`savepoint ${name}`);
    try {
      const result = await work();
      await trx.raw(`release savepoint ${name}`);
      return result;
    } catch (error) {
      if (error instanceof WorkTrackingError) await trx.raw(`rollback to savepoint ${name}`);
      throw error;
    }
  }) as Promise<Result>;
}
