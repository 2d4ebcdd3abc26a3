import type { Core } from '@strapi/types';
import type { Dispatcher } from './webhooks/dispatcher';

/** Waits for deliveries in flight and gives the rest back. */
export async function destroy({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  const dispatcher: Dispatcher = strapi.plugin('work-tracking').service('dispatcher');
  await dispatcher.stop();
}
