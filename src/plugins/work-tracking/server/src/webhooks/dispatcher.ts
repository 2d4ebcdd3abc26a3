import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/types';
import { resultOf, type Outcome } from '../../../domain/delivery';
import { isUsableSecret } from '../../../domain/secret';
import { eventHeaders, signatureHeaders } from '../../../domain/signature';
import { configOf } from '../config';
import { databaseNow } from '../database/clock';
import { SUBSCRIPTION } from '../uids';
import { claimDue, type ClaimedDelivery } from './claim';
import type { ClaimedSubscription } from './failing-subscriptions';
import type { DeliveryMetrics } from './metrics';
import { parkDelivery, recordAttempt, releaseDelivery } from './record';
import { decryptSecret } from './secrets';
import { createConnector, exchange } from './send';
import { createWorkerLoop, type WorkerLoop } from './worker-loop';

/**
 * Sends the deliveries of the outbox. Each process has one, and any number of processes can share a database. It is
 * woken after each commit, and by cron for anything a missed wake-up left behind. Stopping waits for the attempts in
 * flight, then aborts the rest and releases their deliveries.
 */
export interface Dispatcher extends Pick<WorkerLoop, 'start' | 'wake'> {
  /** Unique for this process; the lease tokens of its claims begin with it. */
  id: string;
  /** @param graceMs how long attempts in flight may go on */
  stop(graceMs?: number): Promise<void>;
}

/**
 * The share of its slots that a subscription keeps while its attempts time out, since each of them holds a slot for
 * the whole time-out.
 */
const TIMING_OUT_SHARE = 1 / 4;

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
  const shutdown = new AbortController();
  const connect = createConnector(settings, settings.timeoutMs);
  const loop = createWorkerLoop(strapi, 'Claiming deliveries', claimAndSend);
  /** Subscriptions whose last attempt in this process has timed out. */
  const timingOut = new Set<string>();
  let claims = 0;
  let hasBacklog = false;
  let nextWake: NodeJS.Timeout | undefined;
  let nextWakeAt = Infinity;

  const freeSlots = () => settings.concurrency - inFlight.size;

  const inFlightTo = (subscriptionId: string) =>
    [...inFlight.keys()].filter((delivery) => delivery.subscription_id === subscriptionId).length;

  /** Claims and starts deliveries until nothing more is due or no slot is free. */
  async function claimAndSend(): Promise<void> {
    let hasMore = true;
    while (hasMore && loop.isRunning() && freeSlots() > 0) {
      const limits = claimLimits();
      const { deliveries, takenOver, isPartial } = await claimDue(strapi, limits);
      metrics.takenOver(takenOver);
      const subscriptions = await subscriptionsOf(deliveries);
      for (const delivery of deliveries) launch(delivery, subscriptions.get(delivery.subscription_id));
      hasBacklog = isPartial || limits.saturated.length > 0;
      hasMore = isPartial && deliveries.length > 0;
    }
    if (freeSlots() === 0) hasBacklog = true;
  }

  function capFor(subscriptionId: string): number {
    const cap = settings.concurrencyPerSubscription;
    return timingOut.has(subscriptionId) ? Math.ceil(cap * TIMING_OUT_SHARE) : cap;
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

  async function subscriptionsOf(deliveries: ClaimedDelivery[]): Promise<Map<string, ClaimedSubscription>> {
    if (deliveries.length === 0) return new Map();
    const ids = [...new Set(deliveries.map((delivery) => delivery.subscription_id))];
    const subscriptions: ClaimedSubscription[] = await strapi.db.query(SUBSCRIPTION).findMany({
      select: ['documentId', 'url', 'secret', 'active', 'failingSince'],
      where: { documentId: { $in: ids } },
    });
    return new Map(subscriptions.map((subscription) => [subscription.documentId, subscription]));
  }

  function launch(delivery: ClaimedDelivery, subscription: ClaimedSubscription | undefined): void {
    const done = deliver(delivery, subscription)
      .catch((error: unknown) => {
        // When the lease runs out, the delivery is claimed again.
        strapi.log.error(`Delivery ${delivery.id} of event ${delivery.event_id} was not recorded.`, error);
      })
      .finally(() => {
        inFlight.delete(delivery);
        if (hasBacklog) loop.wake();
      });
    inFlight.set(delivery, done);
  }

  async function deliver(
    delivery: ClaimedDelivery,
    subscription: ClaimedSubscription | undefined,
  ): Promise<void> {
    if (!loop.isRunning()) return releaseDelivery(strapi, delivery);
    if (!subscription?.active) return parkDelivery(strapi, delivery);
    const startedAt = databaseNow();
    const start = performance.now();
    let outcome: Outcome;
    try {
      outcome = await send(delivery, subscription, startedAt);
    } catch (error) {
      if (!shutdown.signal.aborted) throw error;
      return releaseDelivery(strapi, delivery);
    }
    const durationMs = performance.now() - start;
    const result = resultOf(outcome);
    if (result === 'timeout') timingOut.add(delivery.subscription_id);
    else timingOut.delete(delivery.subscription_id);
    const attempt = { outcome, startedAt, durationMs };
    const step = await recordAttempt(strapi, retrySettings, delivery, subscription, attempt);
    if (!step) {
      strapi.log.warn(`Delivery ${delivery.id} was taken over before its outcome was recorded.`);
      return;
    }
    metrics.attempted(result, durationMs / 1000);
    if (step.kind === 'delivered') metrics.delivered(secondsSince(delivery.created_at));
    if (step.kind === 'retry') wakeAt(step.at);
  }

  async function send(
    delivery: ClaimedDelivery,
    subscription: ClaimedSubscription,
    sentAt: Date,
  ): Promise<Outcome> {
    const secret = decryptSecret(strapi, subscription.secret);
    if (secret === null) {
      return {
        kind: 'failed',
        failure: 'secret_unreadable',
        message: 'The secret can not be decrypted: ENCRYPTION_KEY is not the one that it was encrypted with.',
      };
    }
    if (!isUsableSecret(secret)) {
      return {
        kind: 'failed',
        failure: 'secret_unreadable',
        message: 'Behind whsec_ the secret has no base64 to sign with: give the subscription another one.',
      };
    }
    return exchange(connect, {
      url: subscription.url,
      body: delivery.body,
      headers: {
        ...eventHeaders({ id: delivery.event_id, type: delivery.event_type }),
        ...signatureHeaders({ body: delivery.body, eventId: delivery.event_id, secret, sentAt }),
      },
      timeoutMs: settings.timeoutMs,
      signal: shutdown.signal,
    });
  }

  /** Wakes the loop for a retry that is due before the next tick. */
  function wakeAt(at: Date): void {
    const waitMs = at.getTime() - databaseNow().getTime();
    if (waitMs > settings.tickSeconds * 1000 || at.getTime() >= nextWakeAt) return;
    clearTimeout(nextWake);
    nextWakeAt = at.getTime();
    nextWake = setTimeout(
      () => {
        nextWakeAt = Infinity;
        loop.wake();
      },
      Math.max(waitMs, 0),
    );
    nextWake.unref();
  }

  return {
    id,
    start: loop.start,
    wake: loop.wake,

    async stop(graceMs = STOP_GRACE_MS) {
      clearTimeout(nextWake);
      await loop.stop();
      const grace = setTimeout(() => shutdown.abort(), graceMs);
      await Promise.all(inFlight.values());
      clearTimeout(grace);
    },
  };
}

const secondsSince = (at: Date | number | string) =>
  (databaseNow().getTime() - new Date(at).getTime()) / 1000;
