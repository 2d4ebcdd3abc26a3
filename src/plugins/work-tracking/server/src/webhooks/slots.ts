import { createEndpointSpeeds, type Destination } from './endpoint-speeds';

export interface SlotSettings {
  /** Attempts in flight in this process. */
  concurrency: number;
  concurrencyPerSubscription: number;
  /** For one attempt. */
  timeoutMs: number;
}

/** The subscriptions and projects that have all the slots that they can have at this moment. */
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
 * projects that send there share by the same rule. A subscription has its cap at most.
 *
 * Endpoints that answer fast do not wait for slow ones: in the share of a project, each of the two counts without the
 * other, as long as half of what is left for whoever comes next stays free. An endpoint that hangs has a quarter of its
 * cap, since each attempt holds a slot for long; all hanging ones of a project have half of its share.
 */
export interface Slots {
  free(): number;
  /** How many attempts in flight are to endpoints that answer fast. */
  fast(): number;
  saturated(): Saturated;
  /**
   * Chooses the candidates that may be sent now. In each project the first come first; projects take turns: the next is
   * the one with the fewest in flight.
   */
  choose<Candidate extends Destination>(candidates: readonly Candidate[]): Candidate[];
  /** @returns gives the slot back */
  take(destination: Destination): () => void;
}

/** The share of its cap that a subscription keeps while its endpoint hangs. */
const HANGING_CAP_SHARE = 1 / 4;

/** The share of a project's slots that its hanging endpoints have together. */
const HANGING_PROJECT_SHARE = 1 / 2;

const HOST_SHARE = 1 / 2;

const [FAST, SLOW] = ['/fast', '/slow'];

/** The part of the reserve for newcomers that all projects with both fast and slow endpoints may use together. */
const RESERVE_SHARE = 1 / 2;

/** @param now milliseconds of a clock that never goes back */
export function createSlots(settings: SlotSettings, now: () => number): Slots {
  const { concurrency, concurrencyPerSubscription: cap, timeoutMs } = settings;
  const speeds = createEndpointSpeeds(timeoutMs, now);
  const { inFlight } = speeds;
  /** Subscriptions that were skipped because others filled a share they have in common, by id. */
  const passedOver = new Map<string, Destination>();

  const hostLimit = Math.max(1, Math.ceil(concurrency * HOST_SHARE));
  const projectLimit = (projects: number) => Math.max(1, Math.floor(concurrency / (projects + 1)));

  /** Counts who has which slots, and tells who may have another one. */
  function usage(candidates: readonly Destination[] = []) {
    const { isSlow, isHanging, hasSlowEndpoint } = speeds.atThisMoment();
    /** The shares in which fast and slow endpoints are counted separately. */
    const sharesOf = (destination: Destination) => {
      const { projectId, host } = destination;
      const speed = isSlow(destination) ? SLOW : FAST;
      return {
        project: `${projectId}${speed}`,
        projectAtHost: `${projectId}@${host}${speed}`,
      };
    };

    const ofSubscription = new Counts<string>();
    const ofProject = new Counts<number>();
    const ofHost = new Counts<string>();
    const hangingOfProject = new Counts<number>();
    const ofShare = new Counts<string>();
    const add = (destination: Destination) => {
      const { subscriptionId, projectId, host } = destination;
      ofSubscription.add(subscriptionId);
      ofProject.add(projectId);
      ofHost.add(host);
      if (isHanging(destination)) hangingOfProject.add(projectId);
      for (const share of Object.values(sharesOf(destination))) ofShare.add(share);
    };
    for (const attempt of inFlight) add(attempt);

    const destinations = [...inFlight, ...candidates];
    const competing = groupBy(
      destinations,
      (destination) => sharesOf(destination).project,
      ({ subscriptionId }) => subscriptionId,
    );
    const projectsAt = groupBy(
      destinations,
      ({ host }) => host,
      ({ projectId }) => projectId,
    );
    const limit = projectLimit(new Set(destinations.map(({ projectId }) => projectId)).size);
    const limitOf = (destination: Destination) =>
      Math.min(
        isHanging(destination) ? Math.ceil(cap * HANGING_CAP_SHARE) : cap,
        Math.ceil(limit / ((competing.get(sharesOf(destination).project)?.size ?? 0) + 1)),
      );
    const limitAtHost = (host: string) => Math.ceil(hostLimit / ((projectsAt.get(host)?.size ?? 0) + 1));
    /** Whether a project may have one more, be it in its share or beyond. */
    const isWithin = (id: number) => {
      if (ofProject.of(id) < limit) return true;
      const beyond = ofProject.keys().map((project) => Math.max(0, ofProject.of(project) - limit));
      return sum(beyond) < Math.floor(limit * RESERVE_SHARE);
    };
    return {
      add,
      ofProject,
      hasProjectRoom: (id: number) =>
        isWithin(id) &&
        (ofShare.of(`${id}${FAST}`) < limit || (hasSlowEndpoint(id) && ofShare.of(`${id}${SLOW}`) < limit)),
      hasRoom: (destination: Destination) =>
        ofSubscription.of(destination.subscriptionId) < limitOf(destination),
      hasSharedRoom(destination: Destination) {
        const { projectId, host } = destination;
        const { project, projectAtHost } = sharesOf(destination);
        return (
          isWithin(projectId) &&
          ofShare.of(project) < limit &&
          ofHost.of(host) < hostLimit &&
          ofShare.of(projectAtHost) < limitAtHost(host) &&
          (!isHanging(destination) ||
            hangingOfProject.of(projectId) < Math.ceil(limit * HANGING_PROJECT_SHARE))
        );
      },
    };
  }

  return {
    free: () => concurrency - inFlight.size,
    fast() {
      const { isSlow } = speeds.atThisMoment();
      return [...inFlight].filter((attempt) => !isSlow(attempt)).length;
    },

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
        projects: used.ofProject.keys().filter((id) => !used.hasProjectRoom(id)),
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

    take: speeds.begin,
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

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

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

/** The project with the fewest in flight, among those that have something left and room for it. */
function fewest(
  queues: ReadonlyMap<number, readonly unknown[]>,
  { ofProject, hasProjectRoom }: { ofProject: Counts<number>; hasProjectRoom: (id: number) => boolean },
): number | undefined {
  let best: number | undefined;
  for (const [project, queue] of queues) {
    if (queue.length === 0 || !hasProjectRoom(project)) continue;
    if (best === undefined || ofProject.of(project) < ofProject.of(best)) best = project;
  }
  return best;
}
