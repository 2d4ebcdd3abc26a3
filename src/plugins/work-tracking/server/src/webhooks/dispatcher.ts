import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/types';
import { resultOf, type Outcome } from '../../../domain/delivery';
import { nextStep } from '../../../domain/retry-policy';
import { isUsableSecret } from '../../../domain/secret';
import { eventHeaders, signatureHeaders } from '../../../domain/signature';
import { configOf } from '../config';
import { databaseNow } from '../database/clock';
import { claimDue, type ClaimedDelivery } from './claim';
import type { ClaimedSubscription } from './failing-subscriptions';
import type { DeliveryMetrics } from './metrics';
import { parkDelivery, releaseDelivery } from './record';
import { createRecorder } from './recorder';
import { decryptSecret } from './secrets';
import { createSender, SenderClosedError } from './send';
import { createSlots } from './slots';
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

const STOP_GRACE_MS = 20_000;

/** How long the first slot that comes back waits for others before the next claim. */
const GATHER_MS = 2;

export function createDispatcher(strapi: Core.Strapi, metrics: DeliveryMetrics): Dispatcher {
  const id = randomUUID();
  const { delivery: settings } = configOf(strapi);
  const retrySettings = {
    maxAttempts: settings.maxAttempts,
    baseMs: settings.retryBaseMs,
    factor: settings.retryFactor,
    jitter: settings.retryJitter,
  };
  const inFlight = new Set<Promise<void>>();
  const sender = createSender(settings);
  const slots = createSlots(settings, () => performance.now());
  const recorder = createRecorder(strapi);
  const loop = createWorkerLoop(strapi, 'Claiming deliveries', claimAndSend);
  let claims = 0;
  let hasBacklog = false;
  let gathering: NodeJS.Timeout | undefined;
  let nextWake: NodeJS.Timeout | undefined;
  let nextWakeAt = Infinity;

  function saturatedCount(): number {
    const { subscriptions, projects } = slots.saturated();
    return subscriptions.length + projects.length;
  }

  /** Claims and starts deliveries until nothing more is due or has a slot. */
  async function claimAndSend(): Promise<void> {
    let hasMore = true;
    while (hasMore && loop.isRunning() && slots.free() > 0) {
      claims += 1;
      const before = saturatedCount();
      const { deliveries, takenOver, isPartial, isCut } = await claimDue(strapi, {
        slots,
        leaseMs: settings.leaseMs,
        leaseToken: `${id}/${claims}`,
      });
      metrics.takenOver(takenOver);
      for (const delivery of deliveries) launch(delivery);
      const after = saturatedCount();
      hasBacklog = isPartial || after > 0;
      // The next claim leaves out whoever is saturated by now, and so looks at others.
      hasMore = isCut && (deliveries.length > 0 || after > before);
    }
    if (slots.free() === 0) hasBacklog = true;
  }

  /** Slots come back together, as outcomes are recorded together: one claim fills them. */
  function claimSoon(): void {
    gathering ??= setTimeout(() => {
      gathering = undefined;
      loop.wake();
    }, GATHER_MS);
  }

  function launch(delivery: ClaimedDelivery): void {
    const giveBack = slots.take(delivery);
    const done = deliver(delivery)
      .catch((error: unknown) => {
        // When the lease runs out, the delivery is claimed again.
        strapi.log.error(`Delivery ${delivery.id} of event ${delivery.eventId} was not recorded.`, error);
      })
      .finally(() => {
        giveBack();
        inFlight.delete(done);
        if (hasBacklog) claimSoon();
      });
    inFlight.add(done);
  }

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    const { subscription } = delivery;
    if (!loop.isRunning()) return releaseDelivery(strapi, delivery);
    if (!subscription?.active) return parkDelivery(strapi, delivery);
    const startedAt = databaseNow();
    const start = performance.now();
    let outcome: Outcome;
    try {
      outcome = await send(delivery, subscription, startedAt);
    } catch (error) {
      if (!(error instanceof SenderClosedError)) throw error;
      return releaseDelivery(strapi, delivery);
    }
    const durationMs = performance.now() - start;
    const at = databaseNow();
    const step = nextStep(retrySettings, delivery.attempts + 1, outcome, at, Math.random());
    if (!(await recorder.record({ delivery, subscription, outcome, startedAt, durationMs, at, step }))) {
      strapi.log.warn(`Delivery ${delivery.id} was taken over before its outcome was recorded.`);
      return;
    }
    metrics.attempted(resultOf(outcome), durationMs / 1000);
    if (step.kind === 'delivered') metrics.delivered((at.getTime() - delivery.createdAt.getTime()) / 1000);
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
    return sender.exchange({
      owner: String(delivery.projectId),
      url: subscription.url,
      body: delivery.body,
      headers: {
        ...eventHeaders({ id: delivery.eventId, type: delivery.eventType }),
        ...signatureHeaders({ body: delivery.body, eventId: delivery.eventId, secret, sentAt }),
      },
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
      clearTimeout(gathering);
      await loop.stop();
      const grace = setTimeout(() => {
        recorder.giveUp();
        void sender.close();
      }, graceMs);
      await Promise.all(inFlight);
      clearTimeout(grace);
      await sender.close();
    },
  };
}
