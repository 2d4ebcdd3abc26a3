import type { Core } from '@strapi/types';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { WorkTrackingError } from '../../../domain/errors';
import { configOf } from '../config';

const WINDOW_SECONDS = 60;

/** Limits each caller's requests per minute on this instance. */
export interface RateLimiter {
  /** @throws WorkTrackingError `rate_limited` with `Retry-After` */
  count(callerKey: string, isRead: boolean): Promise<void>;
}

/** Each application has one, for all routes together. A limit of 0 is off. */
export function createRateLimiter(strapi: Core.Strapi): RateLimiter {
  const limits = configOf(strapi).rateLimit;
  const reads = limiter(limits.readsPerMinute);
  const writes = limiter(limits.writesPerMinute);
  return {
    async count(callerKey, isRead) {
      try {
        await (isRead ? reads : writes)?.consume(callerKey);
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection;
        const retryAfter = Math.max(1, Math.ceil(rejection.msBeforeNext / 1000));
        throw new WorkTrackingError('rate_limited', { retryAfter });
      }
    },
  };
}

const limiter = (points: number): RateLimiterMemory | undefined =>
  points > 0 ? new RateLimiterMemory({ points, duration: WINDOW_SECONDS }) : undefined;
