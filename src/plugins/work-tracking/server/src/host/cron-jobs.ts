import type { Core } from '@strapi/types';
import { assertMethods } from './known';

/** A job as Strapi's cron lists it, as far as it is used here. */
interface Job {
  name: string | null;
  options: unknown;
  job: { reschedule(options: unknown): boolean };
}

const jobsOf = (strapi: Core.Strapi, prefix: string): Job[] =>
  (strapi.cron.jobs as unknown as Job[]).filter(({ name }) => name?.startsWith(prefix) === true);

/** Begins jobs anew, as if they had never run. @param prefix of their names */
export function restartJobs(strapi: Core.Strapi, prefix: string): void {
  for (const { options, job } of jobsOf(strapi, prefix)) job.reschedule(options);
}

/** Must run once there are such jobs. @throws Error when Strapi's cron is not as it was known */
export function checkJobs(strapi: Core.Strapi, prefix: string): void {
  assertMethods(strapi, 'a job of strapi.cron', jobsOf(strapi, prefix)[0]?.job, ['reschedule']);
}
