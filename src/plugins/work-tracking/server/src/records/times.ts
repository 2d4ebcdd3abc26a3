import { z } from '../host/strapi-utils';

/** The form that Strapi gives the times that it reads. */
const IN_UTC_WITH_MILLISECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** ISO 8601, UTC, milliseconds (specification 2.4). */
export const timestamp = (value: string | Date): string =>
  typeof value === 'string' && IN_UTC_WITH_MILLISECONDS.test(value) ? value : new Date(value).toISOString();

export const timestampOrNull = (value: string | Date | null): string | null =>
  value === null ? null : timestamp(value);

/**
 * A time of day to the millisecond: `09:40:00.000` for `09:40`. The databases answer the same time in several forms.
 * @param text hours and minutes, with seconds and up to three digits of their fraction or without
 */
export function timeOfDay(text: string): string {
  const [hours, minutes, seconds = '00'] = text.split(':');
  const [whole = '00', fraction = ''] = seconds.split('.');
  return `${hours}:${minutes}:${whole}.${fraction.padEnd(3, '0')}`;
}

/** The range that every database can store and compare. */
const EARLIEST_MS = 0;
const LATEST_MS = Date.UTC(9999, 0);

export const TIME_RANGE = 'must be a time between the years 1970 and 9998';

/** Whether every database can store it; no for what is no time at all. */
export const isStorableTime = (time: Date): boolean =>
  time.getTime() >= EARLIEST_MS && time.getTime() < LATEST_MS;

/** Reads a time from a request: ISO 8601, in any time zone. */
export const isoTime = z.iso
  .datetime({ offset: true, message: 'must be an ISO 8601 time such as 2026-02-20T09:40:44Z' })
  .transform((text) => new Date(text))
  .refine(isStorableTime, TIME_RANGE);
