import type { Core } from '@strapi/types';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { configOf, type Config } from '../config';
import { ApiError } from '../errors';
import { madeOnce } from '../made-once';

const WINDOW_SECONDS = 60;

/** A caller's requests per minute on this instance. */
export interface RateLimiter {
  /** @throws ApiError `rate_limited` with `Retry-After` */
  count(callerKey: string, isRead: boolean): Promise<void>;
}

/** The one rate limiter of an application: all routes count together. */
export const rateLimiterOf = madeOnce((strapi: Core.Strapi) => createRateLimiter(configOf(strapi).rateLimit));

/** @param limits requests per minute and caller; 0 turns a limit off */
function createRateLimiter(limits: Config['rateLimit']): RateLimiter {
  const reads = limiter(limits.readsPerMinute);
  const writes = limiter(limits.writesPerMinute);
  return {
    async count(callerKey, isRead) {
      try {
        await (isRead ? reads : writes)?.consume(callerKey);
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection;
        const retryAfterSeconds = Math.max(1, Math.ceil(rejection.msBeforeNext / 1000));
        throw new ApiError('rate_limited', { headers: { 'Retry-After': String(retryAfterSeconds) } });
      }
    },
  };
}

const limiter = (points: number): RateLimiterMemory | undefined =>
  points > 0 ? new RateLimiterMemory({ points, duration: WINDOW_SECONDS }) : undefined;
