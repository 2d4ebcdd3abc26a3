import type { Core } from '@strapi/types';
import type { RateLimiter } from './access/rate-limit';
import { changeFeed } from './events/change-feed';
import { stopDelivering } from './webhooks/delivering';

export async function destroy({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  const rateLimiter: RateLimiter = strapi.plugin('work-tracking').service('rateLimiter');
  rateLimiter.stop();
  await stopDelivering(strapi);
  changeFeed(strapi).endWaits();
}
