import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import { databaseNow } from '../database/clock';
import { recordAttempts, type Attempt } from './record';

/** Records attempts as they end, those that end at about the same time together. */
export interface Recorder {
  /**
   * @returns whether its outcome was written; false when the lease was lost
   * @throws the database's error when it could not be written before the lease ended
   */
  record(attempt: Attempt): Promise<boolean>;
  /** Ends the retries: what is not recorded by then is sent again once its lease has ended. */
  giveUp(): void;
}

/** How long the first of a batch waits for others. Nobody waits for it: the slot was given back with the answer. */
const GATHER_MS = 20;

/** Larger ones would hold their locks for long. */
const MAX_BATCH = 100;

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 2_000;

interface Waiting {
  attempt: Attempt;
  retries: number;
  settle: (isWritten: boolean) => void;
  fail: (error: unknown) => void;
}

export function createRecorder(strapi: Core.Strapi): Recorder {
  const queue: Waiting[] = [];
  let draining: Promise<void> | undefined;
  let hasGivenUp = false;
  /** Whether the last write failed: of an outage, one line is logged. */
  let isFailing = false;

  function enqueue(waiting: Waiting): void {
    queue.push(waiting);
    draining ??= drain();
  }

  async function drain(): Promise<void> {
    await sleep(GATHER_MS);
    while (queue.length > 0) await write(queue.splice(0, MAX_BATCH));
    draining = undefined;
  }

  /** One attempt that can't be written must not hold up the others: after a failure each is tried alone. */
  async function write(batch: readonly Waiting[]): Promise<void> {
    try {
      const written = await recordAttempts(
        strapi,
        batch.map(({ attempt }) => attempt),
      );
      isFailing = false;
      for (const { attempt, settle } of batch) settle(written.has(attempt));
    } catch (error) {
      if (!isFailing)
        strapi.log.warn('Outcomes of deliveries were not written; they are tried again.', error);
      isFailing = true;
      if (batch.length === 1) for (const waiting of batch) retryLater(waiting, error);
      else for (const waiting of batch) await write([waiting]);
    }
  }

  function retryLater(waiting: Waiting, error: unknown): void {
    const waitMs = Math.min(FIRST_RETRY_MS * 2 ** waiting.retries, LONGEST_RETRY_MS);
    const isTooLate = databaseNow().getTime() + waitMs >= waiting.attempt.delivery.leasedUntil.getTime();
    if (isTooLate || hasGivenUp) {
      waiting.fail(error);
      return;
    }
    setTimeout(() => enqueue({ ...waiting, retries: waiting.retries + 1 }), waitMs);
  }

  return {
    record: (attempt) =>
      new Promise((settle, fail) => {
        enqueue({ attempt, retries: 0, settle, fail });
      }),
    giveUp() {
      hasGivenUp = true;
    },
  };
}
