import type { Core } from '@strapi/types';

const FINE_UNTIL_MS = 10;
const LONGEST_MS = 60_000;
const STEP = 1.15;

/** The bounds of the histogram's buckets: one per millisecond at first, then each 15 % above the one before. */
export const DURATION_BOUNDS: readonly number[] = durationBounds();

function durationBounds(): number[] {
  const bounds = Array.from({ length: FINE_UNTIL_MS }, (_, index) => index + 1);
  for (let bound = FINE_UNTIL_MS; bound < LONGEST_MS;) {
    bound = Math.ceil(bound * STEP);
    bounds.push(bound);
  }
  return bounds;
}

/** How many durations are in each bucket, by its number. */
export type Histogram = ReadonlyMap<number, number>;

/**
 * A percentile of the durations. Within a bucket they count as evenly spread, so the error is less than the bucket's
 * width.
 * @param share 0.95 for the 95th percentile
 * @returns milliseconds; null for no durations at all
 */
export function percentile(histogram: Histogram, share: number): number | null {
  const total = [...histogram.values()].reduce((sum, count) => sum + count, 0);
  let rank = total * share;
  for (const [number, count] of [...histogram].sort(([a], [b]) => a - b)) {
    if (rank <= count) {
      const from = DURATION_BOUNDS[number - 1] ?? 0;
      const to = DURATION_BOUNDS[number] ?? from;
      // Durations are whole numbers: a bucket ends one below the next bound.
      return Math.round(from + (Math.max(to - 1, from) - from) * (rank / count));
    }
    rank -= count;
  }
  return null;
}

type Raw = ReturnType<Core.Strapi['db']['connection']['raw']>;

/**
 * SQL for the number of the bucket that a column's value is in: 0 below the first bound, 1 up to the next, and so on.
 * It is a tree of comparisons, so that each row needs few of them. The bounds are bindings, so that times are
 * compared as the driver stores them.
 * @param bounds ascending
 */
export function bucketOf(strapi: Core.Strapi, column: string, bounds: readonly (Date | number)[]): Raw {
  const bindings: (string | Date | number)[] = [];
  const tree = (first: number, last: number): string => {
    if (first === last) return String(first);
    const middle = Math.floor((first + last) / 2);
    bindings.push(column, bounds[middle] ?? 0);
    return `case when ?? < ? then ${tree(first, middle)} else ${tree(middle + 1, last)} end`;
  };
  const sql = tree(0, bounds.length);
  return strapi.db.connection.raw(sql, bindings);
}
