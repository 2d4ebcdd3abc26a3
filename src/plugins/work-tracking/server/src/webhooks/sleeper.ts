import { AsyncResource } from 'node:async_hooks';
import type { Core } from '@strapi/types';

/** Work that is done when somebody says that there is some. */
export interface Sleeper {
  /** Before this, waking it does nothing. */
  start: () => void;
  /** There may be something to do. */
  wake: () => void;
  /** Starts nothing more, and waits for the run that is under way. */
  stop: () => Promise<void>;
  isRunning: () => boolean;
}

/**
 * Runs `work` when woken, once at a time; woken while it runs, it runs again. A wake-up comes out of a request: what is
 * done then is the system's doing, in no transaction of the request's, so it runs in a context of its own.
 * @param name for the log
 */
export function createSleeper(strapi: Core.Strapi, name: string, work: () => Promise<void>): Sleeper {
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
      strapi.log.error(`${name} failed; the next tick goes on.`, error);
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
