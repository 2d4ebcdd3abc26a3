const SECOND_MS = 1000;
/** Shorter than any time between two changes of a clock. */
const STEP_MS = 5 * 24 * 60 * 60 * SECOND_MS;

/** What is stored lies between these, or has the offset of the nearer one. */
const FIRST_MS = Date.UTC(1900, 0);
const LAST_MS = Date.UTC(2100, 0);

/** By how much the clocks of a zone are ahead of UTC, until its next change. */
export interface ZoneOffset {
  seconds: number;
  /** The first local time that it does not hold for, such as `2026-11-01 02:00:00`; undefined for the last. */
  until?: string;
}

/** The zone of this process, by its IANA name. */
export const processZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The offsets of a zone, oldest first. A local time that comes twice has the first one, as JavaScript reads it.
 * @param zone IANA name
 * @throws RangeError for one that there is not
 */
export function offsetsOf(zone: string): ZoneOffset[] {
  const offsetAt = offsetsBy(zone);
  const offsets: ZoneOffset[] = [];
  let seconds = offsetAt(FIRST_MS);
  for (let start = FIRST_MS; start < LAST_MS; start += STEP_MS) {
    const next = offsetAt(start + STEP_MS);
    if (next === seconds) continue;
    const changeMs = firstWhere((ms) => offsetAt(ms) === next, start, start + STEP_MS);
    offsets.push({ seconds, until: asStored(changeMs + seconds * SECOND_MS) });
    seconds = next;
  }
  return [...offsets, { seconds }];
}

/** Does it have the time of UTC, whatever its name? */
export const isUtc = (zone: string): boolean =>
  zone === 'UTC' || offsetsOf(zone).every(({ seconds }) => seconds === 0);

/** The first whole second for which it holds, where it holds from some time on. */
function firstWhere(holds: (ms: number) => boolean, afterMs: number, untilMs: number): number {
  let [no, yes] = [afterMs / SECOND_MS, untilMs / SECOND_MS];
  while (yes - no > 1) {
    const middle = Math.floor((no + yes) / 2);
    if (holds(middle * SECOND_MS)) yes = middle;
    else no = middle;
  }
  return yes * SECOND_MS;
}

const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

function offsetsBy(zone: string): (ms: number) => number {
  const options = Object.fromEntries(PARTS.map((part) => [part, 'numeric']));
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone, hourCycle: 'h23' });
  return (ms) => {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const [year = 0, month = 0, ...rest] = PARTS.map((part) => parts.get(part) ?? 0);
    return (Date.UTC(year, month - 1, ...rest) - ms) / SECOND_MS;
  };
}

const asStored = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
