import { createHash, timingSafeEqual } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { OPEN_DELIVERY_STATES, type AttemptResult, type DeliveryState } from '../../../domain/delivery';
import { configOf } from '../config';
import { databaseNow } from '../database/clock';
import { keptCounts, type Counted } from '../database/kept-counts';
import { tableOf } from '../database/tables';
import { errors } from '../host/strapi-utils';
import { DELIVERY, SUBSCRIPTION } from '../uids';
import { dueAt } from './due-deliveries';

/** Metrics of deliveries, in the text format of Prometheus. */
export interface DeliveryMetrics {
  /** Counts an attempt whose outcome was recorded. */
  attempted(result: AttemptResult, seconds: number): void;
  /** @param seconds from the event to its arrival, retries included */
  delivered(seconds: number): void;
  /** Counts deliveries that were claimed from other processes whose leases had run out. */
  takenOver(count: number): void;
  /** The counts of this process since its start, and the present state of the database. */
  read(): Promise<{ contentType: string; text: string }>;
}

const ATTEMPT_BUCKETS_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The range is from a delivery at once to the last of six attempts. */
const DELIVERY_BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 5, 30, 60, 300, 1_800, 7_200, 28_800];

const COUNTED_STATES = [...OPEN_DELIVERY_STATES, 'dead'] as const satisfies readonly DeliveryState[];

/** The end of the help of a metric that is counted in the database. */
const KEPT = 'When there are more than 10,000, they are counted once in 10 seconds.';

/** Numbers of deliveries. */
interface DeliveryCounts {
  states: Map<string, number>;
  due: number;
}

export function createMetrics(strapi: Core.Strapi): DeliveryMetrics {
  const registry = new Registry();
  const registers = [registry];
  const attempts = new Histogram({
    name: 'work_tracking_attempt_seconds',
    help: 'Attempts of this process whose outcome was recorded, by result, and how long they took.',
    labelNames: ['result'],
    buckets: ATTEMPT_BUCKETS_SECONDS,
    registers,
  });
  const deliveries = new Histogram({
    name: 'work_tracking_delivery_seconds',
    help: 'Deliveries that this process delivered, and how long after their event.',
    buckets: DELIVERY_BUCKETS_SECONDS,
    registers,
  });
  const takeovers = new Counter({
    name: 'work_tracking_leases_taken_over_total',
    help: 'Deliveries that this process claimed after the lease of another one had run out.',
    registers,
  });
  const states = new Gauge({
    name: 'work_tracking_deliveries',
    help: `Deliveries in the database, by state; dead ones that were resent are left out. ${KEPT}`,
    labelNames: ['state'],
    registers,
  });
  const due = new Gauge({
    name: 'work_tracking_deliveries_due',
    help: `Deliveries in the database that wait for a free slot. ${KEPT}`,
    registers,
  });
  const oldestDue = new Gauge({
    name: 'work_tracking_oldest_due_seconds',
    help: 'How long the oldest of them has been due; 0 when none is.',
    registers,
  });
  const disabled = new Gauge({
    name: 'work_tracking_subscriptions_disabled',
    help: 'Subscriptions in the database that are not active.',
    registers,
  });

  async function readDatabase(): Promise<void> {
    const now = databaseNow();
    const [{ value }, oldest, inactive] = await Promise.all([
      keptCounts(strapi).read('metrics', () => countDeliveries(strapi, now)),
      dueAt(strapi, now).select('due_at').orderBy('due_at').first() as Promise<{ due_at: Date } | undefined>,
      tableOf(strapi, SUBSCRIPTION).count({ count: '*' }).where({ active: false }).first() as Promise<Count>,
    ]);
    due.set(value.due);
    oldestDue.set(oldest ? (now.getTime() - new Date(oldest.due_at).getTime()) / 1000 : 0);
    for (const state of COUNTED_STATES) states.set({ state }, value.states.get(state) ?? 0);
    disabled.set(Number(inactive.count));
  }

  return {
    attempted: (result, seconds) => attempts.observe({ result }, seconds),
    delivered: (seconds) => deliveries.observe(seconds),
    takenOver: (count) => takeovers.inc(count),
    async read() {
      await readDatabase();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

/** PostgreSQL counts in bigints, which come as strings. */
interface Count {
  count: number | string;
}

async function countDeliveries(strapi: Core.Strapi, now: Date): Promise<Counted<DeliveryCounts>> {
  const [groups, waiting] = (await Promise.all([
    tableOf(strapi, DELIVERY)
      .select('state')
      .count({ count: '*', resent: 'resent_at' })
      .whereIn('state', COUNTED_STATES)
      .groupBy('state'),
    dueAt(strapi, now).count({ count: '*' }).first(),
  ])) as [(Count & { state: DeliveryState; resent: number | string })[], Count];
  const due = Number(waiting.count);
  const states = new Map(
    groups.map(({ state, count, resent }) => [
      state,
      Number(count) - (state === 'dead' ? Number(resent) : 0),
    ]),
  );
  return { value: { states, due }, rows: groups.reduce((sum, { count }) => sum + Number(count), due) };
}

/**
 * `GET /api/work-tracking/metrics`, with `METRICS_TOKEN` as the bearer token. Without the setting there is no route.
 */
export const metricsRouter = ({ strapi }: { strapi: Core.Strapi }) => {
  const { token } = configOf(strapi).metrics;
  const route = { method: 'GET', path: '/metrics', handler: answer(strapi, token), config: { auth: false } };
  return { type: 'content-api', routes: token === '' ? [] : [route] };
};

const answer = (strapi: Core.Strapi, token: string) => async (ctx: Context) => {
  if (!isSame(ctx.get('Authorization'), `Bearer ${token}`)) {
    ctx.set('WWW-Authenticate', 'Bearer');
    throw new errors.UnauthorizedError('Send METRICS_TOKEN as the bearer token.');
  }
  const metrics: DeliveryMetrics = strapi.plugin('work-tracking').service('metrics');
  const { contentType, text } = await metrics.read();
  ctx.set('Content-Type', contentType);
  ctx.body = text;
};

/** Compares in constant time. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));

const digest = (text: string) => createHash('sha256').update(text).digest();
