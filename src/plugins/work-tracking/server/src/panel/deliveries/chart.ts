import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import type { AttemptResult } from '../../../../domain/delivery';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../domain/period';
import { databaseNow } from '../../database/clock';
import { keptCounts, QUICK_ROWS } from '../../database/kept-counts';
import { tableOf } from '../../database/tables';
import { knexQueryOf } from '../../host/queries';
import { timestamp } from '../../records/times';
import { ATTEMPT, DELIVERY } from '../../uids';
import { contentAccess, matchesAll } from '../content-access';
import type { Administrator } from '../route';
import { deliveryQuery, periodStart, type SubjectFilters, type TimeFilter } from './filters';

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

type Where = Record<string, unknown>;

/**
 * How many attempts succeeded and failed, over time: 1,000,000 of the latest at most. What was counted is kept for some
 * seconds when it was much; `countedAt` tells since when. Without a time, all is charted from the first delivery on.
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
    return { value: await countBuckets(strapi, from, to, where), rows: await rowsBetween(strapi, from, to) };
  });
  return { ...value, countedAt: keptSince };
}

const earlier = (time: Date | undefined, now: Date) => (time && time < now ? time : now);

/**
 * The start of a chart. A start that was asked for stays, unless it is long ago and the first delivery came later; else
 * the chart starts with the first delivery, so that all of them are in it.
 */
async function startOf(strapi: Core.Strapi, since: Date | undefined, to: Date, where: Where): Promise<Date> {
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

/** Counts the attempts in each bucket of time, the latest bucket first. */
async function countBuckets(strapi: Core.Strapi, from: Date, to: Date, where: Where) {
  const least = (to.getTime() - from.getTime()) / MAX_BUCKETS;
  const bucketMs = WIDTHS_MS.find((width) => width >= least) ?? Math.ceil(least / WIDEST_MS) * WIDEST_MS;
  // Buckets begin at multiples of their width, so that they don't shift as time passes.
  const first = Math.floor(from.getTime() / bucketMs) * bucketMs;
  const count = Math.max(1, Math.ceil((to.getTime() - first) / bucketMs));
  const starts = Array.from({ length: count }, (_, index) => new Date(first + index * bucketMs));
  const buckets: { at: string; delivered: number; failed: number }[] = [];
  const totals = { delivered: 0, failed: 0 };
  let end = afterEnd(to);
  for (const start of starts.reverse()) {
    const left = MAX_ATTEMPTS - totals.delivered - totals.failed;
    const attempts = attemptsBetween(strapi, start < from ? from : start, end).limit(left);
    const { delivered, failed } = await countResults(strapi, attempts, where);
    buckets.unshift({ at: timestamp(start), delivered, failed });
    totals.delivered += delivered;
    totals.failed += failed;
    end = start;
    // SQLite answers within this turn of the event loop: without a pause nothing else would have one.
    await nextTurn();
  }
  /** There were more attempts than are counted: the beginning is missing. */
  const isPartial = totals.delivered + totals.failed >= MAX_ATTEMPTS;
  return { since: timestamp(from), until: timestamp(to), bucketMs, isPartial, totals, buckets };
}

/** How many attempts there are, whichever deliveries they are of; `QUICK_ROWS + 1` stands for all higher numbers. */
async function rowsBetween(strapi: Core.Strapi, from: Date, to: Date): Promise<number> {
  const attempts = attemptsBetween(strapi, from, afterEnd(to)).limit(QUICK_ROWS + 1);
  const { delivered, failed } = await countResults(strapi, attempts, {});
  return delivered + failed;
}

/** The last moment of a chart belongs to it. */
const afterEnd = (to: Date) => new Date(to.getTime() + 1);

/** @param end the first moment that is left out */
const attemptsBetween = (strapi: Core.Strapi, from: Date, end: Date) =>
  tableOf(strapi, ATTEMPT)
    .select('result')
    .where('started_at', '>=', from)
    .where('started_at', '<', end)
    .orderBy('started_at', 'desc');

async function countResults(strapi: Core.Strapi, attempts: ReturnType<typeof attemptsBetween>, where: Where) {
  if (!matchesAll(where)) {
    const query = strapi.db.queryBuilder(DELIVERY);
    const delivery = knexQueryOf(query.select(['id']).where(where)) as typeof attempts;
    const columns = [`${query.alias}.id`, `${strapi.db.metadata.get(ATTEMPT).tableName}.delivery_id`];
    // A value and no `exists`, of which a planner may make a join with all deliveries that match, for each bucket again.
    attempts.whereRaw('? is not null', [delivery.whereRaw('?? = ??', columns).limit(1)]);
  }
  const groups: { result: AttemptResult; count: number | string }[] = await strapi.db.connection
    .from(attempts.as('attempts'))
    .select('result')
    .count({ count: '*' })
    .groupBy('result');
  const sum = (those: typeof groups) => those.reduce((total, { count }) => total + Number(count), 0);
  const delivered = sum(groups.filter(({ result }) => result === 'delivered'));
  return { delivered, failed: sum(groups) - delivered };
}
