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
 * The same holds for the subscriptions of a project within its share. A host has at most half of the slots, which the
 * projects that send there share by the same rule. A subscription has its cap at most, and a quarter of it while its
 * endpoint is slow, since each slow attempt holds a slot for long; all slow ones of a project have half of its share.
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

/** The share of a project's slots that its slow endpoints have together. */
const SLOW_PROJECT_SHARE = 1 / 2;

interface Attempt extends Destination {
  startedAtMs: number;
}

/** @param now milliseconds of a clock that never goes back */
export function createSlots(settings: SlotSettings, now: () => number): Slots {
  const { concurrency, concurrencyPerSubscription: cap, timeoutMs } = settings;
  const inFlight = new Set<Attempt>();
  /** Subscriptions whose last attempt in this process was slow. */
  const slow = new Set<string>();
  /** Those that were passed over because their host, or the slow endpoints of their project, had their share. */
  const passedOver = new Map<string, Destination>();

  const hostLimit = Math.max(1, Math.ceil(concurrency * HOST_SHARE));
  const projectLimit = (projects: number) => Math.max(1, Math.floor(concurrency / (projects + 1)));
  const slowLimit = (limit: number) => Math.ceil(limit * SLOW_PROJECT_SHARE);
  const isSlow = ({ startedAtMs }: Attempt) => now() - startedAtMs > timeoutMs * SLOW_SHARE;

  function slowNow(): Set<string> {
    const found = [...inFlight].filter(isSlow).map(({ subscriptionId }) => subscriptionId);
    return new Set([...slow, ...found]);
  }

  /** Counts who has which slots, and tells who may have another one. */
  function usage(candidates: readonly Destination[] = []) {
    const slowOnes = slowNow();
    const subscriptions = new Counts<string>();
    const projects = new Counts<number>();
    const slowOf = new Counts<number>();
    const hosts = new Counts<string>();
    const ofProjectAtHost = new Counts<string>();
    const add = ({ subscriptionId, projectId, host }: Destination) => {
      subscriptions.add(subscriptionId);
      projects.add(projectId);
      hosts.add(host);
      ofProjectAtHost.add(atHost(projectId, host));
      if (slowOnes.has(subscriptionId)) slowOf.add(projectId);
    };
    for (const attempt of inFlight) add(attempt);
    const destinations = [...inFlight, ...candidates];
    const competing = groupBy(
      destinations,
      ({ projectId }) => projectId,
      ({ subscriptionId }) => subscriptionId,
    );
    const atHosts = groupBy(
      destinations,
      ({ host }) => host,
      ({ projectId }) => projectId,
    );
    const limit = projectLimit(competing.size);
    const limitOf = ({ subscriptionId, projectId }: Destination) =>
      Math.min(
        slowOnes.has(subscriptionId) ? Math.ceil(cap * SLOW_CAP_SHARE) : cap,
        Math.ceil(limit / ((competing.get(projectId)?.size ?? 0) + 1)),
      );
    const hostLimitOf = (host: string) => Math.ceil(hostLimit / ((atHosts.get(host)?.size ?? 0) + 1));
    return {
      add,
      projects,
      hasProjectRoom: (id: number) => projects.of(id) < limit,
      hasRoom: (destination: Destination) =>
        subscriptions.of(destination.subscriptionId) < limitOf(destination),
      hasSharedRoom: ({ subscriptionId, projectId, host }: Destination) =>
        hosts.of(host) < hostLimit &&
        ofProjectAtHost.of(atHost(projectId, host)) < hostLimitOf(host) &&
        (!slowOnes.has(subscriptionId) || slowOf.of(projectId) < slowLimit(limit)),
    };
  }

  return {
    free: () => concurrency - inFlight.size,

    saturated() {
      const used = usage();
      for (const [id, destination] of passedOver) if (used.hasSharedRoom(destination)) passedOver.delete(id);
      return {
        subscriptions: [
          ...new Set(
            [...inFlight, ...passedOver.values()]
              .filter(
                (destination) => !used.hasRoom(destination) || passedOver.has(destination.subscriptionId),
              )
              .map(({ subscriptionId }) => subscriptionId),
          ),
        ],
        projects: used.projects.keys().filter((id) => !used.hasProjectRoom(id)),
      };
    },

    choose(candidates) {
      const queues = queueByProject(candidates);
      const used = usage(candidates);
      const chosen: (typeof candidates)[number][] = [];
      while (chosen.length < concurrency - inFlight.size) {
        const project = fewest(queues, used);
        const next = project === undefined ? undefined : queues.get(project)?.shift();
        if (next === undefined) break;
        if (!used.hasRoom(next)) continue;
        if (!used.hasSharedRoom(next)) {
          const { subscriptionId, projectId, host } = next;
          passedOver.set(subscriptionId, { subscriptionId, projectId, host });
          continue;
        }
        used.add(next);
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
}

const atHost = (projectId: number, host: string) => `${projectId}@${host}`;

/** The different values of destinations, by key. */
function groupBy<Key, Value>(
  destinations: readonly Destination[],
  keyOf: (destination: Destination) => Key,
  valueOf: (destination: Destination) => Value,
): Map<Key, Set<Value>> {
  const found = new Map<Key, Set<Value>>();
  for (const destination of destinations) {
    const key = keyOf(destination);
    found.set(key, (found.get(key) ?? new Set()).add(valueOf(destination)));
  }
  return found;
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

/** Of the projects with something left and room for it, the one with the fewest in flight. */
function fewest(
  queues: ReadonlyMap<number, readonly unknown[]>,
  { projects, hasProjectRoom }: { projects: Counts<number>; hasProjectRoom: (id: number) => boolean },
): number | undefined {
  let best: number | undefined;
  for (const [project, queue] of queues) {
    if (queue.length === 0 || !hasProjectRoom(project)) continue;
    if (best === undefined || projects.of(project) < projects.of(best)) best = project;
  }
  return best;
}
