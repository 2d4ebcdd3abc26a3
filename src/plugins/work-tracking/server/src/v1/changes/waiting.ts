import { setImmediate } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import { memoizePerInstance } from '../../database/memoize-per-instance';
import { changeFeed } from '../../events/change-feed';
import type { Project } from '../../records/project';
import { MAX_LIMIT } from '../schemas/requests';
import { findChanges, matches, type ChangesQuery, type FoundChanges } from './pages';
import { changeTexts } from './records';

/** A request that waits. */
interface Waiter {
  /** Its `after` is the last number that it need not look at. */
  query: ChangesQuery;
  tell: (found: FoundChanges) => void;
  fail: (error: unknown) => void;
}

/** The requests that wait for changes of one project. */
interface Room {
  enter(waiter: Waiter): void;
  leave(waiter: Waiter): void;
  /** Tells each who has entered what there is for it by now. */
  look(): Promise<void>;
}

const roomsOf = memoizePerInstance((_strapi: Core.Strapi) => new Map<number, Room>());

/**
 * Waits for changes that match, and finds none when the time is up or the client has gone. What is new in a project is
 * read once for all who wait, and compared in memory with what each waits for.
 * @param query whose `after` has been passed already
 */
export async function awaitChanges(
  strapi: Core.Strapi,
  project: Project,
  query: ChangesQuery,
  { seconds, isGone }: { seconds: number; isGone: AbortSignal },
): Promise<FoundChanges> {
  const room = roomsOf(strapi).get(project.id) ?? openRoom(strapi, project);
  const { promise, ...ends } = deferred();
  const waiter: Waiter = { query: { ...query }, ...ends };
  const giveUp = () => waiter.tell(nothingFor(waiter));
  room.enter(waiter);
  // What came between its own reading and now; and when the time is up, what nobody has told of.
  void room.look();
  const timeUp = setTimeout(() => void room.look().then(giveUp), seconds * 1000);
  isGone.addEventListener('abort', giveUp, { once: true });
  if (isGone.aborted) giveUp();
  try {
    return await promise;
  } finally {
    clearTimeout(timeUp);
    room.leave(waiter);
  }
}

function deferred() {
  let [tell, fail]: [Waiter['tell'], Waiter['fail']] = [() => undefined, () => undefined];
  const promise = new Promise<FoundChanges>((...ends) => {
    [tell, fail] = ends;
  });
  return { promise, tell, fail };
}

const nothingFor = ({ query }: Waiter): FoundChanges => ({
  changes: [],
  textOf: () => Promise.reject(new Error('There is no change to tell of.')),
  hasMore: false,
  passed: query.after,
});

/** There is a room for a project while somebody waits in it. */
function openRoom(strapi: Core.Strapi, project: Project): Room {
  const rooms = roomsOf(strapi);
  const waiters = new Set<Waiter>();
  let nextLook: Promise<void> | undefined;
  let reading: Promise<void> | undefined;

  // All who ask before it begins to read share a look: each sees what it was asked for.
  function look(): Promise<void> {
    nextLook ??= (async () => {
      await (reading ?? setImmediate());
      nextLook = undefined;
      reading = tellAll();
      await reading;
      reading = undefined;
    })();
    return nextLook;
  }

  async function tellAll(): Promise<void> {
    const present = [...waiters];
    try {
      while (await tellNext(present.filter((waiter) => waiters.has(waiter))));
    } catch (error) {
      for (const waiter of present) waiter.fail(error);
    }
  }

  /** @returns whether there is more to look at for those who are still waiting */
  async function tellNext(present: readonly Waiter[]): Promise<boolean> {
    if (present.length === 0) return false;
    const after = Math.min(...present.map(({ query }) => query.after));
    const { changes, hasMore, passed } = await findChanges(strapi, project, { after, limit: MAX_LIMIT });
    const matching = present.map(({ query }) => changes.filter((change) => matches(change, query)));
    const textOf = changeTexts(strapi, project, [...new Set(matching.flat())]);
    for (const [index, waiter] of present.entries()) {
      const { query } = waiter;
      const own = matching[index] ?? [];
      if (own.length === 0) query.after = Math.max(query.after, passed);
      // Whether there is more for it, is not known here.
      else if (hasMore) findChanges(strapi, project, query).then(waiter.tell, waiter.fail);
      else {
        const isMore = own.length > query.limit;
        waiter.tell({ changes: own.slice(0, query.limit), textOf, hasMore: isMore, passed });
      }
      if (own.length > 0) waiters.delete(waiter);
    }
    return hasMore;
  }

  const stopListening = changeFeed(strapi).listen(project.id, {
    news: () => void look(),
    end() {
      void look().then(() => {
        for (const waiter of waiters) waiter.tell(nothingFor(waiter));
      });
    },
  });

  const room: Room = {
    enter(waiter) {
      waiters.add(waiter);
    },
    leave(waiter) {
      waiters.delete(waiter);
      // The last one closes it; those who are told together leave one after the other.
      if (waiters.size > 0 || rooms.get(project.id) !== room) return;
      rooms.delete(project.id);
      stopListening();
    },
    look,
  };
  rooms.set(project.id, room);
  return room;
}
