import { AsyncResource } from 'node:async_hooks';
import type { Core } from '@strapi/types';

/** Runs work in the background when it is woken. */
export interface WorkerLoop {
  /** Until then `wake` starts nothing. */
  start: () => void;
  /** Says that there may be work. */
  wake: () => void;
  /** Starts no further run, and waits for the current one. */
  stop: () => Promise<void>;
  isRunning: () => boolean;
}

/**
 * Runs `work` when woken, one run at a time; woken during a run, it runs once more. Wake-ups come from requests, so
 * the runs have an async context of their own: they are not part of a request or of its transaction.
 * @param name what the log calls it
 */
export function createWorkerLoop(strapi: Core.Strapi, name: string, work: () => Promise<void>): WorkerLoop {
  const ownContext = new AsyncResource(`work-tracking ${name}`);
  let isStarted = false;
  let isWoken = false;
  let running: Promise<void> | undefined;

  function wake(): void {
    isWoken = true;
    if (isStarted) running ??= ownContext.runInAsyncScope(run);
  }

  async function run(): Promise<void> {
    try {
      while (isWoken && isStarted) {
        isWoken = false;
        await work();
      }
    } catch (error) {
      strapi.log.error(`${name} failed; it runs again at the next tick.`, error);
    } finally {
      running = undefined;
    }
  }

  return {
    start() {
      isStarted = true;
      wake();
    },
    wake,
    async stop() {
      isStarted = false;
      await running;
    },
    isRunning: () => isStarted,
  };
}
