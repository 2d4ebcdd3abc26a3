import { setImmediate } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import type { TargetType } from '../../../domain/events';
import { memoizePerInstance } from '../database/memoize-per-instance';
import { tableOf } from '../database/tables';
import { changeFeed } from '../events/change-feed';
import { z } from '../host/strapi-utils';
import { MAX_PAGE_BYTES, omitUndefined, rowsThatFit } from '../paging/page';
import { changeRecord, type StoredChange } from '../records/change';
import { decisionRecord } from '../records/decision';
import { populateRecord } from '../records/populate';
import type { Project } from '../records/project';
import { ticketRecord } from '../records/ticket';
import { AUDIT_ENTRY, DECISION, TICKET } from '../uids';
import { route } from './endpoint';
import { ListAnswer } from './list-answer';
import { changeListQuery } from './schemas/requests';
import { storableId } from './scoped';

/** The caller's selection of changes. */
interface ChangesQuery {
  after: number;
  limit: number;
  target_type?: string | undefined;
  target_id?: string | undefined;
  action?: string | undefined;
}

/** specification 4.10 */
export const changeRoutes = [
  route({
    method: 'GET',
    path: '/changes',
    action: 'change.find',
    summary: "List the project's changes in the order of their commits, or wait for the next",
    status: 200,
    answer: ({ change }) => ({
      changes: z.array(change),
      next_after: z.int().min(0).meta({ description: 'Give it back as `after`.' }),
      has_more: z.boolean().meta({ description: 'Whether there is more now.' }),
    }),
    query: changeListQuery,
    async handle({ strapi, project, query: { wait, ...query }, closed, assertStillAllowed }) {
      let page = await readChanges(strapi, project, query);
      if (wait === 0 || page.isAny) return new ListAnswer('changes', page);
      const isGone = closed();
      // Not `AbortSignal.any` and `timeout`: in Node 20 a garbage collection ends the timer of a signal made by both.
      const over = new AbortController();
      const end = () => over.abort();
      const timeUp = setTimeout(end, wait * 1000);
      isGone.addEventListener('abort', end, { once: true });
      const listener = changeFeed(strapi).listen(project.id, over.signal);
      try {
        // Read now the changes from before it listened; once the time is up, those that nobody has told of.
        for (let goesOn = true; !isGone.aborted; goesOn = await listener.news()) {
          page = await readTogether(strapi, project, { ...query, after: page.next.next_after });
          if (page.isAny || !goesOn) break;
        }
      } finally {
        clearTimeout(timeUp);
        listener.close();
      }
      await assertStillAllowed();
      return new ListAnswer('changes', page);
    },
  }),
];

type ChangesPage = Awaited<ReturnType<typeof readChanges>>;

/** Reads that have not begun yet, by what they ask for. */
const readsToBegin = memoizePerInstance((_strapi: Core.Strapi) => new Map<string, Promise<ChangesPage>>());

/**
 * Reads a page for all who ask for the same in this turn of the event loop: a change wakes all that wait, and most of
 * them wait for the same. The read begins after the last of them has asked, so it sees what each was woken for.
 */
function readTogether(strapi: Core.Strapi, project: Project, query: ChangesQuery): Promise<ChangesPage> {
  const reads = readsToBegin(strapi);
  const key = JSON.stringify([project.id, query]);
  const known = reads.get(key);
  if (known) return known;
  const read = setImmediate().then(() => {
    reads.delete(key);
    return readChanges(strapi, project, query);
  });
  reads.set(key, read);
  return read;
}

/** Larger numbers than a column holds are beyond the end. */
const MAX_SEQ = 2_147_483_647;

/** The index of all changes of a project. */
const SEQ_INDEX = 'wt_audit_project_id_seq_unique';

async function readChanges(strapi: Core.Strapi, project: Project, { after, limit, ...given }: ChangesQuery) {
  const { target_id: targetId, target_type: targetType, action } = given;
  const filters = omitUndefined({
    targetId: targetId === undefined ? undefined : storableId(targetId),
    targetType,
    action,
  });
  // Read first: whatever is not newer has been passed over when the page has ended.
  const isFiltered = Object.keys(filters).length > 0;
  const end = isFiltered ? await newestSeq(strapi, project) : 0;
  const { rows, isLast } = await rowsThatFit<StoredChange>(strapi, AUDIT_ENTRY, {
    where: { project_id: project.id, seq: { $gt: Math.min(after, MAX_SEQ) }, ...filters },
    orderBy: [{ seq: 'asc' }],
    offset: 0,
    limit,
    populate: undefined,
    index: isFiltered ? undefined : SEQ_INDEX,
  });
  const texts = await withRecords(strapi, project, rows);
  const hasMore = !isLast || texts.length < rows.length;
  const lastSeq = rows[texts.length - 1]?.seq ?? after;
  return {
    isAny: texts.length > 0,
    json: `[${texts.join()}]`,
    next: { next_after: hasMore ? lastSeq : Math.max(lastSeq, end, after), has_more: hasMore },
  };
}

async function newestSeq(strapi: Core.Strapi, project: Project): Promise<number> {
  const newest = (await tableOf(strapi, AUDIT_ENTRY)
    .max({ seq: 'seq' })
    .where({ project_id: project.id })
    .first()) as { seq: number | null };
  return newest.seq ?? 0;
}

/** The JSON of the first changes with their records, as many as a page has room for and at least one. */
async function withRecords(
  strapi: Core.Strapi,
  project: Project,
  changes: readonly StoredChange[],
): Promise<string[]> {
  const recordOf = await currentRecords(strapi, project, changes);
  const texts: string[] = [];
  let bytes = 0;
  for (const change of changes) {
    const text = JSON.stringify({ ...changeRecord(change), record: await recordOf(change) });
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > MAX_PAGE_BYTES && texts.length > 0) break;
    texts.push(text);
  }
  return texts;
}

type FollowedType = Extract<TargetType, 'ticket' | 'decision'>;

const FOLLOWED_UIDS: Readonly<Record<FollowedType, string>> = { ticket: TICKET, decision: DECISION };

const isFollowed = (type: TargetType): type is FollowedType => type in FOLLOWED_UIDS;

type RecordOf = (change: StoredChange) => Promise<object | null>;

/** @returns the record that a change was made to, as it is now; null when it is deleted, or no ticket or decision */
async function currentRecords(
  strapi: Core.Strapi,
  project: Project,
  changes: readonly StoredChange[],
): Promise<RecordOf> {
  const [tickets, decisions] = await Promise.all([
    targetsOf(strapi, project, 'ticket', changes),
    targetsOf(strapi, project, 'decision', changes),
  ]);
  const byType = { ticket: tickets, decision: decisions };
  return ({ targetType, targetId }) =>
    isFollowed(targetType) ? byType[targetType](targetId) : Promise.resolve(null);
}

/** The records of one type by id. Those that a page has no room for together are read one by one, when they are asked for. */
async function targetsOf(
  strapi: Core.Strapi,
  project: Project,
  type: FollowedType,
  changes: readonly StoredChange[],
): Promise<(id: string) => Promise<object | null>> {
  const uid = FOLLOWED_UIDS[type];
  const populate = populateRecord(strapi, uid);
  const recordOf = (row: never): object =>
    type === 'ticket' ? ticketRecord(strapi, row, project) : decisionRecord(strapi, row, project);
  // A record stays in the project of its changes, so the ids alone are enough, and there is an index for them.
  const ids = new Set(
    changes.filter(({ targetType }) => targetType === type).map(({ targetId }) => targetId),
  );
  if (ids.size === 0) return () => Promise.resolve(null);
  const { rows, isLast } = await rowsThatFit<{ documentId: string }>(strapi, uid, {
    where: { documentId: { $in: [...ids] } },
    orderBy: [{ id: 'asc' }],
    offset: 0,
    limit: ids.size,
    populate,
  });
  const known = new Map(rows.map((row) => [row.documentId, recordOf(row as never)]));
  return async (id) => {
    const read = known.get(id);
    if (read || isLast) return read ?? null;
    const row = await strapi.db
      .query(uid)
      .findOne({ where: { documentId: id }, ...(populate ? { populate } : {}) });
    return row ? recordOf(row as never) : null;
  };
}
