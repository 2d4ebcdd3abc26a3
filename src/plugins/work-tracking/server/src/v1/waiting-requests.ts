import type { Core } from '@strapi/types';
import { configOf } from '../config';
import { memoizePerInstance } from '../database/memoize-per-instance';

/** The most requests of one caller that wait at a time, on each instance. */
export const MAX_WAITING_OF_CALLER = 50;

/** After so many seconds there may be room for a request that did not wait. */
export const RETRY_AFTER_S = 1;

/** Counts the requests that wait on this instance, of each caller and together (specification 9). */
export const waitingRequests = memoizePerInstance((strapi: Core.Strapi) => {
  const ofCallers = new Map<string, number>();
  let all = 0;

  function count(callerKey: string, by: 1 | -1): void {
    const ofCaller = (ofCallers.get(callerKey) ?? 0) + by;
    if (ofCaller === 0) ofCallers.delete(callerKey);
    else ofCallers.set(callerKey, ofCaller);
    all += by;
  }

  return {
    /** @returns what ends the waiting of a request; undefined where too many wait already */
    enter(callerKey: string): (() => void) | undefined {
      const ofCaller = ofCallers.get(callerKey) ?? 0;
      if (ofCaller >= MAX_WAITING_OF_CALLER || all >= configOf(strapi).waiting.maxRequests) return undefined;
      count(callerKey, 1);
      return () => count(callerKey, -1);
    },
  };
});
