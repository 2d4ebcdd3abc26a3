import { z } from '@strapi/utils';

/** What every database can store and compare. */
const EARLIEST_MS = 0;
const LATEST_MS = Date.UTC(9999, 0);

/** A time as a request gives it: ISO 8601, in any zone. */
export const isoTime = z.iso
  .datetime({ offset: true, message: 'must be an ISO 8601 time such as 2026-02-20T09:40:44Z' })
  .transform((text) => new Date(text))
  .refine(
    (date) => date.getTime() >= EARLIEST_MS && date.getTime() < LATEST_MS,
    'must be a time between the years 1970 and 9998',
  );
