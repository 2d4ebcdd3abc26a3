import type { Core } from '@strapi/types';
import clamp from 'lodash/clamp';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { configOf } from '../config';
import { createSharedCounts, type SharedCounts } from './shared-counts';

/** The requests that are counted apart: a caller's reads, a caller's writes, and an address's failures. */
export type PolicyName = 'reads' | 'writes' | 'failed-authentication';

/** A limit that is on. */
export interface Policy {
  name: PolicyName;
  /** Requests in a window. */
  limit: number;
  windowSeconds: number;
}

/** The rest of a limit. */
export interface Quota {
  policy: Policy;
  remaining: number;
  /** Until the window ends; at least 1. */
  resetSeconds: number;
  /** This request is over the limit. */
  isExceeded: boolean;
}

/** Counts requests in windows of a minute (specification 9), together with other instances while there is a Redis. */
export interface RateLimiter {
  /** The limit of this name; undefined when it is off. */
  policy(name: PolicyName): Policy | undefined;
  /** Counts a request. @returns undefined when the limit is off */
  count(name: PolicyName, key: string): Promise<Quota | undefined>;
  /** The rest, without counting. @returns undefined when the limit is off */
  read(name: PolicyName, key: string): Promise<Quota | undefined>;
  start(): void;
  stop(): void;
}

const WINDOW_SECONDS = 60;

/** Each application has one, for all routes together. A limit of 0 is off. */
export function createRateLimiter(strapi: Core.Strapi): RateLimiter {
  const { readsPerMinute, writesPerMinute, failedAuthenticationPerMinute } = configOf(strapi).rateLimit;
  const shared = createSharedCounts(strapi);
  const counters = {
    reads: counter('reads', readsPerMinute, shared),
    writes: counter('writes', writesPerMinute, shared),
    'failed-authentication': counter('failed-authentication', failedAuthenticationPerMinute, shared),
  } satisfies Record<PolicyName, Counter | undefined>;
  return {
    policy: (name) => counters[name]?.policy,
    count: async (name, key) => counters[name]?.ask('consume', key),
    read: async (name, key) => counters[name]?.ask('get', key),
    start: () => shared?.connect(),
    stop: () => shared?.close(),
  };
}

/** Lets a process that serves count with the others. One that only loads Strapi, as the command line does, does not. */
export function startRateLimiter(strapi: Core.Strapi): void {
  const rateLimiter: RateLimiter = strapi.plugin('work-tracking').service('rateLimiter');
  strapi.server.httpServer.once('listening', () => rateLimiter.start());
}

/** Counts for one policy. */
interface Counter {
  policy: Policy;
  ask(operation: 'consume' | 'get', key: string): Promise<Quota>;
}

function counter(name: PolicyName, limit: number, shared: SharedCounts | undefined): Counter | undefined {
  if (limit === 0) return undefined;
  const policy = { name, limit, windowSeconds: WINDOW_SECONDS };
  const here = new RateLimiterMemory({ points: limit, duration: WINDOW_SECONDS });
  const together = shared?.limiter(limit, WINDOW_SECONDS);

  /** The library's own insurance for a store that fails would not say why it failed. */
  async function ask(operation: 'consume' | 'get', key: string): Promise<Quota> {
    const sharedKey = shared?.keyOf(`${name}:${key}`);
    if (together && sharedKey !== undefined) {
      try {
        return quota(policy, await resultOf(together[operation](sharedKey)));
      } catch (error) {
        shared?.failed(error);
      }
    }
    return quota(policy, await resultOf(here[operation](key)));
  }
  return { policy, ask };
}

/** The result of a count, which is a rejection for a request over the limit. */
async function resultOf(count: Promise<RateLimiterRes | null>): Promise<RateLimiterRes | null> {
  try {
    return await count;
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) return rejection;
    throw rejection;
  }
}

/** @param result null when nothing was counted in this window */
const quota = (policy: Policy, result: RateLimiterRes | null): Quota => ({
  policy,
  remaining: result?.remainingPoints ?? policy.limit,
  // The clock of the host may have been set back since the window began.
  resetSeconds: clamp(Math.ceil((result?.msBeforeNext ?? Infinity) / 1000), 1, policy.windowSeconds),
  isExceeded: result !== null && result.consumedPoints > policy.limit,
});
