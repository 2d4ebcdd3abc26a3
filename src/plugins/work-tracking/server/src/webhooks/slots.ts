/** Where a delivery goes, as far as it is decided by whose slots it takes. */
export interface Destination {
  subscriptionId: string;
  /** Row id of the project. */
  projectId: number;
  /** Host and port of the subscription's URL. */
  host: string;
}

export interface SlotSettings {
  /** Attempts in flight in this process. */
  concurrency: number;
  concurrencyPerSubscription: number;
  /** For one attempt. */
  timeoutMs: number;
}

/** Who has all the slots that it can have at this moment. */
export interface Saturated {
  subscriptions: string[];
  projects: number[];
}

/**
 * The slots of one process, each for one attempt in flight, and who may have the next.
 *
 * A project has at most the share that it would have if one project more had something due: half of the slots when it
 * is alone, a third when there are two. So there is a free slot for whoever comes next, however slow the others are.
 * A host has at most half. A subscription has its cap, and a quarter of it while its endpoint is slow, since each slow
 * attempt holds a slot for long.
 */
export interface Slots {
  free(): number;
  saturated(): Saturated;
  /**
   * Those of the candidates that may be sent now. Of each project the first come first, and projects take turns: the
   * next is the one with the fewest in flight.
   */
  choose<Candidate extends Destination>(candidates: readonly Candidate[]): Candidate[];
  /** @returns gives the slot back */
  take(destination: Destination): () => void;
}

/** An attempt that takes longer than this share of the time-out is slow, whether it ends in an answer or not. */
const SLOW_SHARE = 1 / 4;

/** The share of its cap that a subscription keeps while its endpoint is slow. */
const SLOW_CAP_SHARE = 1 / 4;

const HOST_SHARE = 1 / 2;

interface Attempt extends Destination {
  startedAtMs: number;
}

/** @param now milliseconds of a clock that never goes back */
export function createSlots(settings: SlotSettings, now: () => number): Slots {
  const { concurrency, concurrencyPerSubscription: cap, timeoutMs } = settings;
  const inFlight = new Set<Attempt>();
  /** Subscriptions whose last attempt in this process was slow. */
  const slow = new Set<string>();
  /** By host, the subscriptions that were passed over because the host had its share. */
  const waiting = new Map<string, Set<string>>();

  const isSlow = ({ startedAtMs }: Attempt) => now() - startedAtMs > timeoutMs * SLOW_SHARE;
  const hostLimit = Math.max(1, Math.ceil(concurrency * HOST_SHARE));
  const projectLimit = (projects: number) => Math.max(1, Math.floor(concurrency / (projects + 1)));

  function capsBySubscription(): (subscriptionId: string) => number {
    const slowNow = new Set(slow);
    for (const attempt of inFlight) if (isSlow(attempt)) slowNow.add(attempt.subscriptionId);
    return (subscriptionId) => (slowNow.has(subscriptionId) ? Math.ceil(cap * SLOW_CAP_SHARE) : cap);
  }

  return {
    free: () => concurrency - inFlight.size,

    saturated() {
      const { subscriptions, projects, hosts } = countBy(inFlight);
      const capOf = capsBySubscription();
      const limit = projectLimit(projects.size);
      for (const host of waiting.keys()) if (hosts.of(host) < hostLimit) waiting.delete(host);
      return {
        subscriptions: [
          ...subscriptions.keys().filter((id) => subscriptions.of(id) >= capOf(id)),
          ...[...waiting.values()].flatMap((ids) => [...ids]),
        ],
        projects: projects.keys().filter((id) => projects.of(id) >= limit),
      };
    },

    choose(candidates) {
      const { subscriptions, projects, hosts } = countBy(inFlight);
      const capOf = capsBySubscription();
      const queues = queueByProject(candidates);
      const limit = projectLimit(new Set([...projects.keys(), ...queues.keys()]).size);
      const chosen: (typeof candidates)[number][] = [];
      while (chosen.length < concurrency - inFlight.size) {
        const project = fewest(queues, projects, limit);
        const next = project === undefined ? undefined : queues.get(project)?.shift();
        if (next === undefined) break;
        const { subscriptionId, projectId, host } = next;
        if (subscriptions.of(subscriptionId) >= capOf(subscriptionId)) continue;
        if (hosts.of(host) >= hostLimit) {
          waiting.set(host, (waiting.get(host) ?? new Set()).add(subscriptionId));
          continue;
        }
        subscriptions.add(subscriptionId);
        projects.add(projectId);
        hosts.add(host);
        chosen.push(next);
      }
      return chosen;
    },

    take({ subscriptionId, projectId, host }) {
      const attempt = { subscriptionId, projectId, host, startedAtMs: now() };
      inFlight.add(attempt);
      return () => {
        inFlight.delete(attempt);
        if (isSlow(attempt)) slow.add(subscriptionId);
        else slow.delete(subscriptionId);
      };
    },
  };
}

/** Counts by key; one that was never added has 0. */
class Counts<Key> {
  readonly #counts = new Map<Key, number>();

  add(key: Key): void {
    this.#counts.set(key, this.of(key) + 1);
  }

  of(key: Key): number {
    return this.#counts.get(key) ?? 0;
  }

  keys(): Key[] {
    return [...this.#counts.keys()];
  }

  get size(): number {
    return this.#counts.size;
  }
}

function countBy(inFlight: Iterable<Destination>) {
  const subscriptions = new Counts<string>();
  const projects = new Counts<number>();
  const hosts = new Counts<string>();
  for (const { subscriptionId, projectId, host } of inFlight) {
    subscriptions.add(subscriptionId);
    projects.add(projectId);
    hosts.add(host);
  }
  return { subscriptions, projects, hosts };
}

function queueByProject<Candidate extends Destination>(
  candidates: readonly Candidate[],
): Map<number, Candidate[]> {
  const queues = new Map<number, Candidate[]>();
  for (const candidate of candidates) {
    const queue = queues.get(candidate.projectId);
    if (queue) queue.push(candidate);
    else queues.set(candidate.projectId, [candidate]);
  }
  return queues;
}

/** The project with something left that has the fewest in flight, and less than the limit. */
function fewest(
  queues: ReadonlyMap<number, readonly unknown[]>,
  projects: Counts<number>,
  limit: number,
): number | undefined {
  let best: number | undefined;
  for (const [project, queue] of queues) {
    if (queue.length === 0 || projects.of(project) >= limit) continue;
    if (best === undefined || projects.of(project) < projects.of(best)) best = project;
  }
  return best;
}
