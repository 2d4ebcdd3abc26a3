import type { Core } from '@strapi/types';

/** How far the database's clock is ahead of this process's, in milliseconds. */
let offsetMs = 0;

const EPOCH_MS: Record<string, string> = {
  sqlite: "(julianday('now') - 2440587.5) * 86400000.0",
  postgres: 'extract(epoch from clock_timestamp()) * 1000',
  mysql: 'unix_timestamp(now(3)) * 1000',
};

/**
 * What time it is by the database's clock, the only one that all instances share: leases and due times are
 * judged by it, so that a host whose clock is wrong harms nothing.
 */
export const databaseNow = (): Date => new Date(Date.now() + offsetMs);

/** Measures the offset anew. */
export async function syncDatabaseClock(strapi: Core.Strapi): Promise<void> {
  const knex = strapi.db.connection;
  const row = (await knex.select(knex.raw(`${EPOCH_MS[strapi.db.dialect.client]} as epoch_ms`)).first()) as {
    epoch_ms: number | string;
  };
  offsetMs = Math.round(Number(row.epoch_ms) - Date.now());
}
