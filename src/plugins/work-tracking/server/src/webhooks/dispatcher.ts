import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/types';
import { resultOf, type Outcome } from '../../../domain/delivery';
import { nextStep } from '../../../domain/retry-policy';
import { eventHeaders, signatureHeaders } from '../../../domain/signature';
import { configOf } from '../config';
import { databaseNow } from '../database/clock';
import { Alarm } from './alarm';
import { createClaims, type ClaimedDelivery } from './claim';
import { ClaimSchedule, type InFlight } from './claim-schedule';
import type { ClaimedSubscription } from './failing-subscriptions';
import type { DeliveryMetrics } from './metrics';
import { parkDelivery, releaseDelivery } from './record';
import { createRecorder } from './recorder';
import { decryptSecret, validPreviousSecret } from './secrets';
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

/** Attempts whose outcome is not written yet, for each slot; with more, nothing is claimed until some are. */
const UNRECORDED_PER_SLOT = 2;

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
  const claim = createClaims(strapi, { slots, leaseMs: settings.leaseMs, owner: id });
  const recorder = createRecorder(strapi);
  const loop = createWorkerLoop(strapi, 'Claiming deliveries', claimAndSend);
  const schedule = new ClaimSchedule();
  const nextClaim = new Alarm(claimNow);
  const nextRetry = new Alarm(wake);

  const sending = (): InFlight => ({ all: settings.concurrency - slots.free(), fast: slots.fast() });
  const hasRoom = () =>
    slots.free() > 0 && inFlight.size < settings.concurrency * UNRECORDED_PER_SLOT && loop.isRunning();

  /** Claims and starts deliveries until nothing more is due or has a slot. */
  async function claimAndSend(): Promise<void> {
    let hasMore = true;
    let hasOthers = false;
    try {
      while (hasMore && hasRoom()) {
        schedule.begin(performance.now());
        const claimed = await claim();
        metrics.takenOver(claimed.takenOver);
        for (const delivery of claimed.deliveries) launch(delivery);
        schedule.claimed(sending(), claimed);
        ({ hasMore, hasOthers } = claimed);
      }
    } catch (error) {
      schedule.failed();
      throw error;
    }
    if (schedule.pause(sending(), { hasRoom: hasRoom(), hasOthers })) wake();
  }

  function claimNow(): void {
    nextClaim.clear();
    loop.wake();
  }

  function wake(): void {
    const waitMs = schedule.waitMs(performance.now());
    if (waitMs === 0) claimNow();
    else nextClaim.setIn(waitMs);
  }

  function launch(delivery: ClaimedDelivery): void {
    const done = deliver(delivery)
      .catch((error: unknown) => {
        // When the lease runs out, the delivery is claimed again.
        strapi.log.error(`Delivery ${delivery.id} of event ${delivery.eventId} was not recorded.`, error);
      })
      .finally(() => {
        const hadNoRoom = !hasRoom();
        inFlight.delete(done);
        if (hadNoRoom) wake();
      });
    inFlight.add(done);
  }

  function refill(): void {
    const next = schedule.slotFreed(sending());
    if (next === 'now') claimNow();
    else if (next === 'soon') wake();
  }

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    const { subscription } = delivery;
    if (!loop.isRunning()) return releaseDelivery(strapi, delivery);
    if (!subscription?.active) return parkDelivery(strapi, delivery);
    const startedAt = databaseNow();
    const start = performance.now();
    const giveBack = slots.take(delivery);
    let outcome: Outcome;
    try {
      outcome = await send(delivery, subscription, startedAt);
    } catch (error) {
      if (!(error instanceof SenderClosedError)) throw error;
      await releaseDelivery(strapi, delivery);
      return;
    } finally {
      giveBack();
      refill();
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
    const previousSecret = validPreviousSecret(strapi, subscription, sentAt);
    return sender.exchange({
      owner: String(delivery.projectId),
      url: subscription.url,
      body: delivery.body,
      headers: {
        ...eventHeaders({ id: delivery.eventId, type: delivery.eventType, seq: delivery.seq }),
        ...signatureHeaders({
          body: delivery.body,
          eventId: delivery.eventId,
          secret,
          previousSecret,
          sentAt,
        }),
      },
    });
  }

  /** Wakes the loop for a retry that is due before the next tick. */
  function wakeAt(at: Date): void {
    const waitMs = at.getTime() - databaseNow().getTime();
    if (waitMs <= settings.tickSeconds * 1000) nextRetry.setIn(Math.max(waitMs, 0));
  }

  return {
    id,
    start: loop.start,
    wake,

    async stop(graceMs = STOP_GRACE_MS) {
      nextRetry.clear();
      nextClaim.clear();
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
