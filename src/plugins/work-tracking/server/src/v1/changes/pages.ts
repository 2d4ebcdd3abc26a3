import type { Core } from '@strapi/types';
import type { TargetType } from '../../../../domain/events';
import { tableOf } from '../../database/tables';
import { MAX_PAGE_BYTES, omitUndefined, rowsThatFit } from '../../paging/page';
import type { StoredChange } from '../../records/change';
import type { Project } from '../../records/project';
import { AUDIT_ENTRY } from '../../uids';
import { storableId } from '../scoped';
import { changeTexts, type ChangeTexts } from './records';

/** The caller's selection of changes. */
export interface ChangesQuery {
  after: number;
  limit: number;
  target_type?: string | undefined;
  target_id?: string | undefined;
  action?: string | undefined;
}

/** The first changes that match a query. */
export interface FoundChanges {
  changes: readonly StoredChange[];
  textOf: ChangeTexts;
  /** Whether more that match are there. */
  hasMore: boolean;
  /** The last number that was looked at, where there are no more. */
  passed: number;
}

/** Larger numbers than a column holds are beyond the end. */
const MAX_SEQ = 2_147_483_647;

/** The index of all changes of a project. */
const SEQ_INDEX = 'wt_audit_project_id_seq_unique';

/** Finds the changes that match, by the database. */
export async function findChanges(
  strapi: Core.Strapi,
  project: Project,
  { after, limit, ...given }: ChangesQuery,
): Promise<FoundChanges> {
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
  return {
    changes: rows,
    textOf: changeTexts(strapi, project, rows),
    hasMore: !isLast,
    passed: Math.max(rows.at(-1)?.seq ?? after, end, after),
  };
}

/** Whether a change matches a query, as `findChanges` has the database decide it. */
export const matches = (
  change: StoredChange,
  { after, target_id: targetId, target_type: targetType, action }: ChangesQuery,
): boolean =>
  change.seq > after &&
  (targetId === undefined || targetId === change.targetId) &&
  (targetType === undefined || targetType === change.targetType) &&
  (action === undefined || action === change.action);

async function newestSeq(strapi: Core.Strapi, project: Project): Promise<number> {
  const newest = (await tableOf(strapi, AUDIT_ENTRY)
    .max({ seq: 'seq' })
    .where({ project_id: project.id })
    .first()) as { seq: number | null };
  return newest.seq ?? 0;
}

/** The answer's part for these changes: as many as a page has room for and at least one. */
export async function pageOfFound(
  { changes, textOf, hasMore, passed }: FoundChanges,
  readable: ReadonlySet<TargetType>,
) {
  const texts: string[] = [];
  let bytes = 0;
  for (const change of changes) {
    const text = await textOf(change, readable.has(change.targetType));
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > MAX_PAGE_BYTES && texts.length > 0) break;
    texts.push(text);
  }
  const goesOn = hasMore || texts.length < changes.length;
  const last = changes[texts.length - 1]?.seq ?? passed;
  return { json: `[${texts.join()}]`, next: { next_after: goesOn ? last : passed, has_more: goesOn } };
}
