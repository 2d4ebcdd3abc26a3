import type { Core } from '@strapi/types';

/** How far the database's clock is ahead of this process's, in milliseconds. */
let offsetMs = 0;

const EPOCH_MS: Record<string, string> = {
  sqlite: "(julianday('now') - 2440587.5) * 86400000.0",
  postgres: 'extract(epoch from clock_timestamp()) * 1000',
  mysql: 'unix_timestamp(now(3)) * 1000',
};

/**
 * The time by the database's clock, the only one that all instances share. Leases and due times are judged by it, so
 * a host with a wrong clock does no harm.
 */
export const databaseNow = (): Date => new Date(Date.now() + offsetMs);

/** SQL for the database's time, in milliseconds since 1970. */
export const epochMsSql = (strapi: Core.Strapi): string => EPOCH_MS[strapi.db.dialect.client] ?? '';

/** Both clocks tick in milliseconds. */
const RESOLUTION_MS = 1;

/**
 * Corrects the offset by a time that the database has just told. When within the request it read its clock is not
 * known, so the answer gives a range; an offset within the range stays. Otherwise a slow answer would set the clock
 * back, and what is due now would not be due a moment later.
 * @param epochMs the database's time, as `epochMsSql` gives it
 * @param askedAtMs when the request began, by this process's clock
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
