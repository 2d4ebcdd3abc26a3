import type { Core } from '@strapi/types';
import { databaseNow, epochMsSql, observeDatabaseTime } from '../database-clock';
import { tableOf } from '../table';
import { RESEND } from '../uids';
import { dueAt } from './claim';

/** What there is to do, for whatever process takes it. */
export interface Work {
  deliveries: boolean;
  resends: boolean;
}

/** Looks for work that no wake-up told of, and at the database's clock: one query, the only one of an idle service. */
export async function lookForWork(strapi: Core.Strapi): Promise<Work> {
  const knex = strapi.db.connection;
  const askedAtMs = Date.now();
  const due = dueAt(strapi, databaseNow()).select(knex.raw('1'));
  const ordered = tableOf(strapi, RESEND).select(knex.raw('1')).where({ state: 'running' });
  // The databases say true, 1 and '1'.
  const row = (await knex
    .select(
      knex.raw(`${epochMsSql(strapi)} as epoch_ms`),
      knex.raw('exists ? as deliveries', [due]),
      knex.raw('exists ? as resends', [ordered]),
    )
    .first()) as { epoch_ms: number | string; deliveries: unknown; resends: unknown };
  observeDatabaseTime(row.epoch_ms, askedAtMs);
  return { deliveries: Number(row.deliveries) === 1, resends: Number(row.resends) === 1 };
}
