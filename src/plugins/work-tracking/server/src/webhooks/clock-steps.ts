import type { Core } from '@strapi/types';
import { restartJobs } from '../host/cron-jobs';

/** The beginning of the names of the plugin's cron jobs. */
export const JOBS = 'work-tracking-';

const LOOK_EVERY_MS = 1_000;

/** A clock that goes back by less was not set. */
const STEP_MS = 1_000;

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
    restartJobs(strapi, JOBS);
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** How far the clock is ahead of one that never goes back. */
const aheadMs = () => Date.now() - performance.now();
