import type { Core } from '@strapi/types';

const LOOK_EVERY_MS = 1_000;

/** A clock that goes back by less was not set. */
const STEP_MS = 1_000;

/** What Strapi's cron gives for a job, as far as it is used here. */
interface Job {
  name: string | null;
  options: unknown;
  job: { reschedule(options: unknown): boolean };
}

/**
 * Begins the plugin's cron jobs anew when the clock of this host was set back. A job waits for the time after its last
 * run, so otherwise none would run before the clock shows that time again.
 * @returns ends it
 */
export function restartJobsAfterClockSteps(strapi: Core.Strapi): () => void {
  let lastAheadMs = aheadMs();
  const timer = setInterval(() => {
    const steppedMs = aheadMs() - lastAheadMs;
    lastAheadMs += steppedMs;
    if (steppedMs > -STEP_MS) return;
    strapi.log.warn(`The clock of this host went back by ${Math.round(-steppedMs / 1000)} s.`);
    for (const { name, options, job } of strapi.cron.jobs as unknown as Job[]) {
      if (name?.startsWith('work-tracking-') === true) job.reschedule(options);
    }
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** How far the clock is ahead of one that never goes back. */
const aheadMs = () => Date.now() - performance.now();
