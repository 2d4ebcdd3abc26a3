import type { Api } from './api';
import type { TestServer } from './server';

/** Later than any change. */
export const END = Number.MAX_SAFE_INTEGER;

/** Resolves once so many requests are being answered by the server. */
export const untilOpen = (of: TestServer, count: number): Promise<void> =>
  of.run(async (strapi, expected) => {
    const open = () =>
      new Promise<number>((resolve, reject) => {
        strapi.server.httpServer.getConnections((error, connections) =>
          error ? reject(error) : resolve(connections),
        );
      });
    while ((await open()) < expected) await new Promise((resolve) => setTimeout(resolve, 10));
  }, count);

/** One of `/changes`, as far as it is looked at here. */
export interface SeenChange {
  seq: number;
  action: string;
  target: { type: string; id: string };
  record: Record<string, unknown> | null;
}

interface Page {
  changes: SeenChange[];
  next_after: number;
  has_more: boolean;
}

/** One answer of `/changes`. */
export async function pageAfter(api: Api, after: number, query = ''): Promise<Page> {
  return (await api.get(`/changes?after=${after}${query}`).expect(200)).body as Page;
}

/** Reads on from a number to the end. */
export async function readOn(
  api: Api,
  after: number,
  limit = 100,
): Promise<{ changes: SeenChange[]; after: number }> {
  const changes: SeenChange[] = [];
  for (let next = after; ;) {
    const page = await pageAfter(api, next, `&limit=${limit}`);
    changes.push(...page.changes);
    next = page.next_after;
    if (!page.has_more) return { changes, after: next };
  }
}

/** Reads and waits until `isOver` and nothing is left. */
export async function follow(
  api: Api,
  isOver: () => boolean,
  { limit, wait }: { limit: number; wait: number },
): Promise<SeenChange[]> {
  const changes: SeenChange[] = [];
  for (let after = 0; ;) {
    // Asked before reading: what was written until then is in the answer.
    const wasOver = isOver();
    const page = await pageAfter(api, after, `&limit=${limit}&wait=${wasOver ? 0 : wait}`);
    changes.push(...page.changes);
    after = page.next_after;
    if (wasOver && !page.has_more) return changes;
  }
}

/** Keeps the latest record of each target, as a follower does. */
export function keepLatest(
  records: Map<string, Record<string, unknown>>,
  changes: readonly SeenChange[],
): void {
  for (const { target, record } of changes) {
    const key = `${target.type} ${target.id}`;
    if (record === null) records.delete(key);
    else records.set(key, record);
  }
}

/** All tickets and decisions of a project, by the same keys. */
export async function allRecords(api: Api): Promise<Map<string, Record<string, unknown>>> {
  const records = new Map<string, Record<string, unknown>>();
  for (const type of ['ticket', 'decision']) {
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await api.get(`/${type}s?limit=100${query}`).expect(200);
      for (const record of body[`${type}s`]) records.set(`${type} ${record.id}`, record);
      cursor = body.next_cursor;
    }
  }
  return records;
}
