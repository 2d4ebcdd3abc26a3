import type { Core } from '@strapi/types';
import throttle from 'lodash/throttle';
import { inBatches } from '../database/batches';
import { memoizePerInstance } from '../database/memoize-per-instance';
import { tableOf } from '../database/tables';
import { COUNTER } from '../uids';

/** After the first announcement, which is passed on at once, further ones are collected for this long. */
const GATHER_MS = 50;

/** The interval of looking for changes of other processes while somebody waits. */
const LOOK_MS = 500;

/** Who waits for changes of a project. */
interface Listener {
  /** There may be changes that it has not seen. */
  news(): void;
  /** There will be no more news: the application stops. */
  end(): void;
}

interface ChangeFeed {
  /**
   * Says that a project has changed here.
   * @param seq the number of its last change
   */
  announce(projectId: number, seq: number): void;
  /** @returns ends it */
  listen(projectId: number, listener: Listener): () => void;
  /** Ends all waiting, now and from now on: who waits gets what there is. */
  endWaits(): void;
}

/**
 * Tells those who wait of changes: of this process as soon as they are committed, of others by looking at the counters of
 * all projects that somebody waits for, with one query. Whoever waits holds no connection to the database.
 */
export const changeFeed = memoizePerInstance((strapi: Core.Strapi): ChangeFeed => {
  /** By row id of the project. */
  const waiting = new Map<number, Set<Listener>>();
  const changed = new Set<number>();
  /** The last numbers that were seen of changes of projects. */
  const seen = new Map<number, number>();
  let nextLook: NodeJS.Timeout | undefined;
  let isStopped = false;

  function wake(projectIds: Iterable<number>): void {
    for (const id of projectIds) for (const listener of waiting.get(id) ?? []) listener.news();
  }

  const tell = throttle(() => {
    const ids = [...changed];
    changed.clear();
    wake(ids);
  }, GATHER_MS);

  function lookLater(): void {
    if (nextLook || isStopped || waiting.size === 0) return;
    nextLook = setTimeout(look, LOOK_MS);
  }

  function look(): void {
    lookForChanges()
      .catch((error: unknown) => {
        strapi.log.warn('Changes of other processes could not be looked for.', error);
      })
      .finally(() => {
        nextLook = undefined;
        lookLater();
      });
  }

  async function lookForChanges(): Promise<void> {
    const counters = await inBatches(
      [...waiting.keys()],
      async (ids) =>
        (await tableOf(strapi, COUNTER)
          .select('project_id', 'value')
          .where({ name: 'changes' })
          .whereIn('project_id', ids)) as { project_id: number; value: number }[],
    );
    const others = counters.filter(({ project_id: id, value }) => seen.get(id) !== value);
    seen.clear();
    for (const { project_id: id, value } of counters) seen.set(id, value);
    wake(others.map(({ project_id: id }) => id));
  }

  function listen(projectId: number, listener: Listener): () => void {
    const listeners = waiting.get(projectId) ?? new Set();
    waiting.set(projectId, listeners.add(listener));
    if (isStopped) listener.end();
    lookLater();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) waiting.delete(projectId);
    };
  }

  function endWaits(): void {
    isStopped = true;
    clearTimeout(nextLook);
    for (const listeners of waiting.values()) for (const listener of listeners) listener.end();
  }

  return {
    announce(projectId, seq) {
      if (!waiting.has(projectId)) return;
      // The listeners are told now, and not again when changes of other processes are looked for.
      seen.set(projectId, seq);
      changed.add(projectId);
      tell();
    },
    listen,
    endWaits,
  };
});

/**
 * Tells who waits for changes of a project as soon as the running transaction has committed.
 * @param seq the number of the last one in it
 */
export async function announceAfterCommit(
  strapi: Core.Strapi,
  projectId: number,
  seq: number,
): Promise<void> {
  await strapi.db.transaction(({ onCommit }: { onCommit: (callback: () => void) => void }) => {
    onCommit(() => changeFeed(strapi).announce(projectId, seq));
  });
}
