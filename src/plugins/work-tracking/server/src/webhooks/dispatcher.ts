import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/types';
import { resultOf, type Outcome } from '../../../domain/delivery';
import { eventHeaders, signatureHeaders } from '../../../domain/signature';
import { configOf } from '../config';
import { databaseNow } from '../database-clock';
import { decryptSecret } from '../secrets';
import { SUBSCRIPTION } from '../uids';
import { claimDue, type ClaimedDelivery } from './claim';
import { createConnector, exchange } from './exchange';
import type { Endpoint } from './failing-endpoints';
import type { DeliveryMetrics } from './metrics';
import { parkDelivery, recordAttempt, releaseDelivery } from './outcome';
import { createSleeper, type Sleeper } from './sleeper';

/**
 * Sends what the outbox holds. One per process; any number of processes on one database. It is woken at each commit, and
 * by cron for whatever no wake-up told of; its stop waits for what is in flight, then cuts the rest off and gives it back.
 */
export interface Dispatcher extends Pick<Sleeper, 'start' | 'wake'> {
  /** Unlike any other process's; the lease tokens of its claims begin with it. */
  id: string;
  /** @param graceMs how long what is in flight may go on */
  stop(graceMs?: number): Promise<void>;
}

/** What of its share of the slots an endpoint keeps while its attempts time out: they hold a slot for the whole time. */
const HANGING_SHARE = 1 / 4;

const STOP_GRACE_MS = 20_000;

export function createDispatcher(strapi: Core.Strapi, metrics: DeliveryMetrics): Dispatcher {
  const id = randomUUID();
  const { delivery: settings } = configOf(strapi);
  const retrySettings = {
    maxAttempts: settings.maxAttempts,
    baseMs: settings.retryBaseMs,
    factor: settings.retryFactor,
    jitter: settings.retryJitter,
  };
  const inFlight = new Map<ClaimedDelivery, Promise<void>>();
  const cutOff = new AbortController();
  const connect = createConnector(settings, settings.timeoutMs);
  const sleeper = createSleeper(strapi, 'Claiming deliveries', pump);
  /** Subscriptions whose last attempt from here has timed out. */
  const hanging = new Set<string>();
  let claims = 0;
  let hasBacklog = false;
  let nextWake: NodeJS.Timeout | undefined;
  let nextWakeAt = Infinity;

  const freeSlots = () => settings.concurrency - inFlight.size;

  const inFlightTo = (subscriptionId: string) =>
    [...inFlight.keys()].filter((delivery) => delivery.subscription_id === subscriptionId).length;

  /** Claims and launches until nothing more is due or no slot is free. */
  async function pump(): Promise<void> {
    let goOn = true;
    while (goOn && sleeper.isRunning() && freeSlots() > 0) {
      const limits = claimLimits();
      const { deliveries, takenOver, isPartial } = await claimDue(strapi, limits);
      metrics.takenOver(takenOver);
      const endpoints = await endpointsOf(deliveries);
      for (const delivery of deliveries) launch(delivery, endpoints.get(delivery.subscription_id));
      hasBacklog = isPartial || limits.saturated.length > 0;
      goOn = isPartial && deliveries.length > 0;
    }
    if (freeSlots() === 0) hasBacklog = true;
  }

  function capFor(subscriptionId: string): number {
    const cap = settings.concurrencyPerSubscription;
    return hanging.has(subscriptionId) ? Math.ceil(cap * HANGING_SHARE) : cap;
  }

  function claimLimits() {
    claims += 1;
    const busy = new Set([...inFlight.keys()].map((delivery) => delivery.subscription_id));
    return {
      total: freeSlots(),
      forSubscription: (subscriptionId: string) => capFor(subscriptionId) - inFlightTo(subscriptionId),
      saturated: [...busy].filter((subscriptionId) => inFlightTo(subscriptionId) >= capFor(subscriptionId)),
      leaseMs: settings.leaseMs,
      leaseToken: `${id}/${claims}`,
    };
  }

  async function endpointsOf(deliveries: ClaimedDelivery[]): Promise<Map<string, Endpoint>> {
    if (deliveries.length === 0) return new Map();
    const ids = [...new Set(deliveries.map((delivery) => delivery.subscription_id))];
    const endpoints: Endpoint[] = await strapi.db.query(SUBSCRIPTION).findMany({
      select: ['documentId', 'url', 'secret', 'active', 'failingSince'],
      where: { documentId: { $in: ids } },
    });
    return new Map(endpoints.map((endpoint) => [endpoint.documentId, endpoint]));
  }

  function launch(delivery: ClaimedDelivery, endpoint: Endpoint | undefined): void {
    const done = deliver(delivery, endpoint)
      .catch((error: unknown) => {
        // The lease runs out and the delivery is claimed again.
        strapi.log.error(`Delivery ${delivery.id} of event ${delivery.event_id} was not recorded.`, error);
      })
      .finally(() => {
        inFlight.delete(delivery);
        if (hasBacklog) sleeper.wake();
      });
    inFlight.set(delivery, done);
  }

  async function deliver(delivery: ClaimedDelivery, endpoint: Endpoint | undefined): Promise<void> {
    if (!sleeper.isRunning()) return release(delivery);
    if (!endpoint?.active) return parkDelivery(strapi, delivery);
    const startedAt = databaseNow();
    const start = performance.now();
    let outcome: Outcome;
    try {
      outcome = await send(delivery, endpoint, startedAt);
    } catch (error) {
      if (!cutOff.signal.aborted) throw error;
      return release(delivery);
    }
    const durationMs = performance.now() - start;
    const result = resultOf(outcome);
    if (result === 'timeout') hanging.add(delivery.subscription_id);
    else hanging.delete(delivery.subscription_id);
    const attempt = { outcome, startedAt, durationMs };
    const step = await recordAttempt(strapi, retrySettings, delivery, endpoint, attempt);
    if (!step) {
      strapi.log.warn(`Delivery ${delivery.id} was taken over before its outcome was recorded.`);
      return;
    }
    metrics.attempted(result, durationMs / 1000);
    if (step.kind === 'delivered') metrics.delivered(secondsSince(delivery.created_at));
    if (step.kind === 'retry') wakeAt(step.at);
  }

  async function release(delivery: ClaimedDelivery): Promise<void> {
    await releaseDelivery(strapi, delivery);
  }

  async function send(delivery: ClaimedDelivery, endpoint: Endpoint, sentAt: Date): Promise<Outcome> {
    const secret = decryptSecret(strapi, endpoint.secret);
    if (secret === null) {
      return {
        kind: 'failed',
        failure: 'secret_unreadable',
        message: 'The secret can not be decrypted: ENCRYPTION_KEY is not the one that it was encrypted with.',
      };
    }
    return exchange(connect, {
      url: endpoint.url,
      body: delivery.body,
      headers: {
        ...eventHeaders({ id: delivery.event_id, type: delivery.event_type }),
        ...signatureHeaders({ body: delivery.body, eventId: delivery.event_id, secret, sentAt }),
      },
      timeoutMs: settings.timeoutMs,
      signal: cutOff.signal,
    });
  }

  /** A retry that is due before the next tick is not kept waiting for it. */
  function wakeAt(at: Date): void {
    const waitMs = at.getTime() - databaseNow().getTime();
    if (waitMs > settings.tickSeconds * 1000 || at.getTime() >= nextWakeAt) return;
    clearTimeout(nextWake);
    nextWakeAt = at.getTime();
    nextWake = setTimeout(
      () => {
        nextWakeAt = Infinity;
        sleeper.wake();
      },
      Math.max(waitMs, 0),
    );
    nextWake.unref();
  }

  return {
    id,
    start: sleeper.start,
    wake: sleeper.wake,

    async stop(graceMs = STOP_GRACE_MS) {
      clearTimeout(nextWake);
      await sleeper.stop();
      const grace = setTimeout(() => cutOff.abort(), graceMs);
      await Promise.all(inFlight.values());
      clearTimeout(grace);
    },
  };
}

const secondsSince = (at: Date | number | string) =>
  (databaseNow().getTime() - new Date(at).getTime()) / 1000;
