/** Where a delivery goes, as far as it is decided by whose slots it takes. */
export interface Destination {
  subscriptionId: string;
  /** Row id of the project. */
  projectId: number;
  /** Host and port of the subscription's URL. */
  host: string;
}

/** An endpoint is slow when its last attempt took longer, or one in flight already does. */
const SLOW_MS = 100;

/** It hangs when that is longer than this share of the time-out, whether it ends in an answer or not. */
const HANGING_SHARE = 1 / 4;

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
  /** Row ids of the projects that have slow endpoints. */
  slowProjects: ReadonlySet<number>;
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
  /** The last attempt of each subscription, where that was slow. */
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
        if (durationMs > SLOW_MS) lastSlow.set(subscriptionId, { projectId, durationMs });
        else lastSlow.delete(subscriptionId);
      };
    },

    atThisMoment() {
      const slow = new Map(lastSlow);
      for (const attempt of inFlight) {
        const { subscriptionId, projectId } = attempt;
        const durationMs = durationOf(attempt);
        const known = slow.get(subscriptionId)?.durationMs ?? SLOW_MS;
        if (durationMs > known) slow.set(subscriptionId, { projectId, durationMs });
      }
      return {
        isSlow: ({ subscriptionId }) => slow.has(subscriptionId),
        isHanging: ({ subscriptionId }) =>
          (slow.get(subscriptionId)?.durationMs ?? 0) > timeoutMs * HANGING_SHARE,
        slowProjects: new Set([...slow.values()].map(({ projectId }) => projectId)),
      };
    },
  };
}
