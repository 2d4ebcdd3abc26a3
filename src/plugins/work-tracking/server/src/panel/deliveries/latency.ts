const FINE_UNTIL_MS = 10;
const LONGEST_MS = 60_000;
const STEP = 1.15;

/** Bounds between classes of durations: to the millisecond at first, then each 15 % above the one before. */
export const DURATION_BOUNDS: readonly number[] = durationBounds();

function durationBounds(): number[] {
  const bounds = Array.from({ length: FINE_UNTIL_MS }, (_, index) => index + 1);
  for (let bound = FINE_UNTIL_MS; bound < LONGEST_MS;) {
    bound = Math.ceil(bound * STEP);
    bounds.push(bound);
  }
  return bounds;
}

/** How many durations fall in each class, by the class's number. */
export type Histogram = ReadonlyMap<number, number>;

/**
 * The duration that this share of all is not above: within its class it is taken to be spread evenly, so it is off by less
 * than the class is wide.
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
      // Durations are whole: the class ends one below the next one's bound.
      return Math.round(from + (Math.max(to - 1, from) - from) * (rank / count));
    }
    rank -= count;
  }
  return null;
}
