import type { Core } from '@strapi/types';
import type { Dispatcher } from './webhooks/dispatcher';
import type { ResendWorker } from './webhooks/resend-jobs';

/** Waits for deliveries in flight and gives the rest back. */
export async function destroy({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  const dispatcher: Dispatcher = strapi.plugin('work-tracking').service('dispatcher');
  const resends: ResendWorker = strapi.plugin('work-tracking').service('resends');
  await resends.stop();
  await dispatcher.stop();
}
