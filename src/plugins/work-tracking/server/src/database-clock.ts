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

/** SQL for the database's time, in milliseconds since 1970. */
export const epochMsSql = (strapi: Core.Strapi): string => EPOCH_MS[strapi.db.dialect.client] ?? '';

/** Of both clocks, that tick in milliseconds. */
const RESOLUTION_MS = 1;

/**
 * Takes over what the database has just said: the offset was somewhere between what it is if the answer was given at once
 * and what it is if it was given at the very end. One that is in between stays, so that a slow answer does not
 * shake the clock: what is due now would not be due a moment later.
 * @param epochMs its time, as `epochMsSql` gave it
 * @param askedAtMs when it was asked, by this process's clock
 */
export function observeDatabaseTime(epochMs: number | string, askedAtMs: number): void {
  const least = Number(epochMs) - Date.now() - RESOLUTION_MS;
  const most = Number(epochMs) - askedAtMs + RESOLUTION_MS;
  offsetMs = Math.round(Math.min(Math.max(offsetMs, least), most));
}

/** Asks the database for its time. */
export async function syncDatabaseClock(strapi: Core.Strapi): Promise<void> {
  const knex = strapi.db.connection;
  const askedAtMs = Date.now();
  const row = (await knex.select(knex.raw(`${epochMsSql(strapi)} as epoch_ms`)).first()) as {
    epoch_ms: number | string;
  };
  observeDatabaseTime(row.epoch_ms, askedAtMs);
}
