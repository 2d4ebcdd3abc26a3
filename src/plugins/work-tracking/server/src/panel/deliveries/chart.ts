import type { Core } from '@strapi/types';
import type { AttemptResult } from '../../../../domain/delivery';
import { databaseNow } from '../../database/clock';
import { keptCounts } from '../../database/kept-counts';
import { tableOf } from '../../database/tables';
import { timestamp } from '../../records/times';
import { ATTEMPT, DELIVERY } from '../../uids';
import { contentAccess, matchesAll } from '../content-access';
import type { Administrator } from '../route';
import { bucketOf, DURATION_BOUNDS, percentile } from './buckets';
import { deliveryQuery, periodStart, type SubjectFilters, type TimeFilter } from './filters';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The longest period of a chart. */
const MAX_SPAN_MS = 30 * 24 * HOUR_MS;
/** The possible widths of a bucket, and the largest number of buckets. */
const WIDTHS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS, 3 * HOUR_MS, 6 * HOUR_MS];
const WIDEST_MS = 12 * HOUR_MS;
const MAX_BUCKETS = 60;

/** Only so many of the latest attempts are counted. */
const MAX_ATTEMPTS = 100_000;

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
 * them, over at most 30 days and 100,000 attempts, and what it counted is kept for some seconds when it was much.
 */
export async function deliveryChart(
  strapi: Core.Strapi,
  admin: Administrator,
  { period = 'day', since, until, ...subject }: SubjectFilters & TimeFilter,
) {
  contentAccess(strapi, admin, ATTEMPT).assertCanRead('result', 'startedAt', 'durationMs');
  const { where } = await deliveryQuery(strapi, admin, subject);
  const key = JSON.stringify(['chart', period, since, until, where]);
  const { value, keptSince } = await keptCounts(strapi).read(key, async () => {
    const to = earlier(until, databaseNow());
    const from = later(since ?? (until ? new Date(0) : periodStart(period)), to.getTime() - MAX_SPAN_MS);
    const groups = await countAttempts(strapi, { from, to, starts: bucketStarts(from, to) }, where);
    return { value: { from, to, groups }, rows: groups.reduce((sum, { count }) => sum + Number(count), 0) };
  });
  const { from, to, groups } = value;
  const starts = bucketStarts(from, to);
  const counted = groups.reduce((sum, { count }) => sum + Number(count), 0);
  return {
    since: timestamp(from),
    until: timestamp(to),
    bucketMs: widthOf(from, to),
    /** When the attempts were counted, if that is kept for some seconds. */
    countedAt: keptSince,
    /** There were more attempts than are counted: the beginning is missing. */
    isPartial: counted >= MAX_ATTEMPTS,
    totals: tally(groups),
    buckets: starts.map((start, index) => ({
      at: timestamp(start),
      ...tally(groups.filter(({ bucket }) => Number(bucket) === index)),
    })),
  };
}

const earlier = (time: Date | undefined, now: Date) => (time && time < now ? time : now);
const later = (time: Date, earliestMs: number) => new Date(Math.max(time.getTime(), earliestMs));

const widthOf = (from: Date, to: Date): number =>
  WIDTHS_MS.find((width) => (to.getTime() - from.getTime()) / width <= MAX_BUCKETS) ?? WIDEST_MS;

/** Buckets begin at multiples of their width, so that they don't shift as time passes. */
function bucketStarts(from: Date, to: Date): Date[] {
  const width = widthOf(from, to);
  const first = Math.floor(from.getTime() / width) * width;
  const count = Math.max(1, Math.ceil((to.getTime() - first) / width));
  return Array.from({ length: count }, (_, index) => new Date(first + index * width));
}

async function countAttempts(
  strapi: Core.Strapi,
  { from, to, starts }: { from: Date; to: Date; starts: readonly Date[] },
  where: Record<string, unknown>,
): Promise<Group[]> {
  const attempts = tableOf(strapi, ATTEMPT)
    .select('result', {
      bucket: bucketOf(strapi, 'started_at', starts.slice(1)),
      duration: bucketOf(strapi, 'duration_ms', DURATION_BOUNDS),
    })
    .where('started_at', '>=', from)
    .where('started_at', '<=', to)
    .orderBy('started_at', 'desc')
    .limit(MAX_ATTEMPTS);
  if (!matchesAll(where)) {
    const query = strapi.db.queryBuilder(DELIVERY);
    const delivery = query.select(['id']).where(where).getKnexQuery() as typeof attempts;
    const columns = [`${query.alias}.id`, `${strapi.db.metadata.get(ATTEMPT).tableName}.delivery_id`];
    // One by one from the latest attempt on: there may be more deliveries that match than attempts in this time.
    attempts.whereExists(delivery.whereRaw('?? = ??', columns));
  }
  const groups: Group[] = await strapi.db.connection
    .from(attempts.as('attempts'))
    .select('bucket', 'result', 'duration')
    .count({ count: '*' })
    .groupBy('bucket', 'result', 'duration');
  return groups;
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
