import once from 'lodash/once';

/** The destination of a delivery, as far as it decides which slots the delivery may take. */
export interface Destination {
  subscriptionId: string;
  /** Row id of the project. */
  projectId: number;
  /** Host and port of the subscription's URL. */
  host: string;
}

/** An endpoint is slow when its last attempt took longer, or one in flight already does. */
const SLOW_MS = 100;

/** It hangs when such an attempt takes longer than this share of the time-out, whether it is answered or not. */
const HANGING_SHARE = 1 / 4;

/** How many slow endpoints are remembered; nothing else removes those of deleted subscriptions. */
const MAX_REMEMBERED = 10_000;

/** The attempts of one process that are in flight, and how long each endpoint takes to answer. */
export interface EndpointSpeeds {
  inFlight: ReadonlySet<Destination>;
  /** @returns ends the attempt */
  begin: (destination: Destination) => () => void;
  atThisMoment: () => SpeedsNow;
}

export interface SpeedsNow {
  isSlow: (destination: Destination) => boolean;
  /** Such an endpoint is slow, too. */
  isHanging: (destination: Destination) => boolean;
  /** @param projectId row id */
  hasSlowEndpoint: (projectId: number) => boolean;
}

interface Attempt extends Destination {
  startedAtMs: number;
}

interface SlowAttempt {
  projectId: number;
  durationMs: number;
}

/** @param now milliseconds of a clock that never goes back */
export function createEndpointSpeeds(timeoutMs: number, now: () => number): EndpointSpeeds {
  const inFlight = new Set<Attempt>();
  /** The last attempt of each subscription, where that was slow; the latest at the end. */
  const lastSlow = new Map<string, SlowAttempt>();

  const durationOf = ({ startedAtMs }: Attempt) => now() - startedAtMs;

  return {
    inFlight,

    begin({ subscriptionId, projectId, host }) {
      const attempt = { subscriptionId, projectId, host, startedAtMs: now() };
      inFlight.add(attempt);
      return () => {
        inFlight.delete(attempt);
        const durationMs = durationOf(attempt);
        lastSlow.delete(subscriptionId);
        if (durationMs > SLOW_MS) lastSlow.set(subscriptionId, { projectId, durationMs });
        const [longestKnown] = lastSlow.keys();
        if (lastSlow.size > MAX_REMEMBERED && longestKnown !== undefined) lastSlow.delete(longestKnown);
      };
    },

    atThisMoment() {
      /** The attempts in flight that are slow by now, by subscription: the longest of each. */
      const slowNow = new Map<string, SlowAttempt>();
      for (const attempt of inFlight) {
        const { subscriptionId, projectId } = attempt;
        const durationMs = durationOf(attempt);
        const known = slowNow.get(subscriptionId)?.durationMs ?? SLOW_MS;
        if (durationMs > known) slowNow.set(subscriptionId, { projectId, durationMs });
      }
      const slowProjects = once(
        () => new Set([...lastSlow.values(), ...slowNow.values()].map(({ projectId }) => projectId)),
      );
      return {
        isSlow: ({ subscriptionId: id }) => lastSlow.has(id) || slowNow.has(id),
        isHanging: ({ subscriptionId: id }) =>
          [lastSlow.get(id), slowNow.get(id)].some(
            (slow) => slow !== undefined && slow.durationMs > timeoutMs * HANGING_SHARE,
          ),
        hasSlowEndpoint: (projectId) => slowProjects().has(projectId),
      };
    },
  };
}
