import type { TestServer } from './server';

/** Runs one of the service's jobs of the cron now. */
export const runJob = (
  server: TestServer,
  job: 'deliver' | 'prune' | 'notify' | 'forget-keys',
): Promise<void> =>
  server.run(async (strapi, name) => {
    const found = strapi.cron.jobs.find((one) => one.name === name);
    await (found?.job as unknown as { invoke(): Promise<void> }).invoke();
  }, `work-tracking-${job}`);

/** Waits until the worker has let the held deliveries of every subscription go on. */
export const untilAllResumed = (server: TestServer): Promise<void> =>
  server.run(async (strapi) => {
    const subscriptions = strapi.db.query('plugin::work-tracking.webhook-subscription');
    while ((await subscriptions.count({ where: { resuming: true } })) > 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
  });
