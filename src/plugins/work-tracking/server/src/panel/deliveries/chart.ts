import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import type { AttemptResult } from '../../../../domain/delivery';
import { databaseNow } from '../../database/clock';
import { keptCounts } from '../../database/kept-counts';
import { tableOf } from '../../database/tables';
import { knexQueryOf } from '../../host/queries';
import { timestamp } from '../../records/times';
import { ATTEMPT, DELIVERY } from '../../uids';
import { contentAccess, matchesAll } from '../content-access';
import type { Administrator } from '../route';
import { bucketOf, DURATION_BOUNDS, percentile } from './buckets';
import { deliveryQuery, periodStart, type SubjectFilters, type TimeFilter } from './filters';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The possible widths of a bucket; where none is wide enough, a multiple of the last one. */
const WIDTHS_MS = [
  ...[1, 5, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 28].map((days) => days * DAY_MS),
];
const WIDEST_MS = 28 * DAY_MS;
const MAX_BUCKETS = 60;

/** A period of this length is drawn as it was asked for; a longer one begins with the first delivery. */
const MAX_EMPTY_MS = 30 * DAY_MS;

/** Only so many of the latest attempts are counted. */
const MAX_ATTEMPTS = 1_000_000;

/** So many are counted by one statement; more by one for each bucket, so that SQLite has time for others in between. */
const MAX_AT_ONCE = 100_000;

/** The attempts in one bucket of time, with one result and in one bucket of durations. */
interface Group {
  bucket: number | string;
  result: AttemptResult;
  duration: number | string;
  count: number | string;
}

/** The outcome of a group of attempts. */
interface Tally {
  delivered: number;
  failed: number;
  /** How long the receivers took to answer; null when none did. */
  p50Ms: number | null;
  p95Ms: number | null;
}

/**
 * Attempts over time: how many succeeded and failed, and how long the receivers took to answer. The database counts
 * them, 1,000,000 of the latest at most, and what it counted is kept for some seconds when it was much. Without a time,
 * all is charted from the first delivery on.
 */
export async function deliveryChart(
  strapi: Core.Strapi,
  admin: Administrator,
  { period, since, until, ...subject }: SubjectFilters & TimeFilter,
) {
  contentAccess(strapi, admin, ATTEMPT).assertCanRead('result', 'startedAt', 'durationMs');
  const { where } = await deliveryQuery(strapi, admin, subject);
  const key = JSON.stringify(['chart', period, since, until, where]);
  const { value, keptSince } = await keptCounts(strapi).read(key, async () => {
    const to = earlier(until, databaseNow());
    const from = period ? periodStart(period) : await startOf(strapi, since, to, where);
    const { groups, rows } = await countAttempts(strapi, { from, to }, where);
    return { value: { from, to, groups }, rows };
  });
  const { from, to, groups } = value;
  const starts = bucketStarts(from, to);
  return {
    since: timestamp(from),
    until: timestamp(to),
    bucketMs: widthOf(from, to),
    /** When the attempts were counted, if that is kept for some seconds. */
    countedAt: keptSince,
    /** There were more attempts than are counted: the beginning is missing. */
    isPartial: sumOf(groups) >= MAX_ATTEMPTS,
    totals: tally(groups),
    buckets: starts.map((start, index) => ({
      at: timestamp(start),
      ...tally(groups.filter(({ bucket }) => Number(bucket) === index)),
    })),
  };
}

const earlier = (time: Date | undefined, now: Date) => (time && time < now ? time : now);

/**
 * The start of a chart. A start that was asked for stays, unless it is long ago and the first delivery came later; else
 * the chart starts with the first delivery, so that all of them are in it.
 */
async function startOf(
  strapi: Core.Strapi,
  since: Date | undefined,
  to: Date,
  where: Record<string, unknown>,
): Promise<Date> {
  if (since && to.getTime() - since.getTime() <= MAX_EMPTY_MS) return since;
  const [first]: { createdAt: string }[] = await strapi.db.query(DELIVERY).findMany({
    select: ['createdAt'],
    where,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    limit: 1,
  });
  const from = first ? new Date(first.createdAt) : periodStart('day');
  return earlier(since && since > from ? since : from, to);
}

function widthOf(from: Date, to: Date): number {
  const least = (to.getTime() - from.getTime()) / MAX_BUCKETS;
  return WIDTHS_MS.find((width) => width >= least) ?? Math.ceil(least / WIDEST_MS) * WIDEST_MS;
}

/** Buckets begin at multiples of their width, so that they don't shift as time passes. */
function bucketStarts(from: Date, to: Date): Date[] {
  const width = widthOf(from, to);
  const first = Math.floor(from.getTime() / width) * width;
  const count = Math.max(1, Math.ceil((to.getTime() - first) / width));
  return Array.from({ length: count }, (_, index) => new Date(first + index * width));
}

/** A part of the time of a chart, with the bounds of the buckets in it but for the first one's. */
interface Slice {
  from: Date;
  /** Belongs to the slice if it is the end of the chart. */
  to: Date;
  isLast: boolean;
  bounds: readonly Date[];
  /** The number of its first bucket. */
  first: number;
}

/**
 * Counts the latest attempts, `MAX_ATTEMPTS` of them at most.
 * @returns how many rows the database has gone through as well, or some of them: it may be many for few that match
 */
async function countAttempts(
  strapi: Core.Strapi,
  { from, to }: { from: Date; to: Date },
  where: Record<string, unknown>,
): Promise<{ groups: Group[]; rows: number }> {
  const [, ...bounds] = bucketStarts(from, to);
  const all: Slice = { from, to, isLast: true, bounds, first: 0 };
  if (!(await hasMany(strapi, all))) {
    const groups = await countSlice(strapi, all, where, MAX_ATTEMPTS);
    return { groups, rows: sumOf(groups) };
  }
  const groups: Group[] = [];
  let left = MAX_ATTEMPTS;
  for (let first = bounds.length; first >= 0 && left > 0; first -= 1) {
    const slice = {
      from: bounds[first - 1] ?? from,
      to: bounds[first] ?? to,
      isLast: first === bounds.length,
      bounds: [],
      first,
    };
    const found = await countSlice(strapi, slice, where, left);
    groups.push(...found);
    left -= sumOf(found);
    // SQLite answers within this turn of the event loop: without a pause nothing else would have one.
    await nextTurn();
  }
  return { groups, rows: MAX_AT_ONCE };
}

const sumOf = (groups: readonly Group[]): number => groups.reduce((sum, { count }) => sum + Number(count), 0);

const attemptsIn = (strapi: Core.Strapi, { from, to, isLast }: Slice) =>
  tableOf(strapi, ATTEMPT)
    .where('started_at', '>=', from)
    .where('started_at', isLast ? '<=' : '<', to)
    .orderBy('started_at', 'desc');

/** Whether there are more attempts than are counted at once, whichever deliveries they are of. */
async function hasMany(strapi: Core.Strapi, slice: Slice): Promise<boolean> {
  const [row] = (await attemptsIn(strapi, slice)
    .select('started_at')
    .offset(MAX_AT_ONCE)
    .limit(1)) as unknown[];
  return row !== undefined;
}

async function countSlice(
  strapi: Core.Strapi,
  slice: Slice,
  where: Record<string, unknown>,
  limit: number,
): Promise<Group[]> {
  const attempts = attemptsIn(strapi, slice)
    .select('result', {
      bucket: bucketOf(strapi, 'started_at', slice.bounds),
      duration: bucketOf(strapi, 'duration_ms', DURATION_BOUNDS),
    })
    .limit(limit);
  if (!matchesAll(where)) {
    const query = strapi.db.queryBuilder(DELIVERY);
    const delivery = knexQueryOf(query.select(['id']).where(where)) as typeof attempts;
    const columns = [`${query.alias}.id`, `${strapi.db.metadata.get(ATTEMPT).tableName}.delivery_id`];
    // A value and no `exists`, of which a planner may make a join with all deliveries that match, for each slice again.
    attempts.whereRaw('? is not null', [delivery.whereRaw('?? = ??', columns).limit(1)]);
  }
  const groups: Group[] = await strapi.db.connection
    .from(attempts.as('attempts'))
    .select('bucket', 'result', 'duration')
    .count({ count: '*' })
    .groupBy('bucket', 'result', 'duration');
  return groups.map((group) => ({ ...group, bucket: Number(group.bucket) + slice.first }));
}

function tally(groups: readonly Group[]): Tally {
  const answered = new Map<number, number>();
  let delivered = 0;
  let failed = 0;
  for (const group of groups) {
    const count = Number(group.count);
    if (group.result === 'delivered') delivered += count;
    else failed += count;
    if (group.result !== 'delivered' && group.result !== 'http_error') continue;
    const duration = Number(group.duration);
    answered.set(duration, (answered.get(duration) ?? 0) + count);
  }
  return { delivered, failed, p50Ms: percentile(answered, 0.5), p95Ms: percentile(answered, 0.95) };
}
