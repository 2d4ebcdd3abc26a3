import type { Core } from '@strapi/types';
import type { TargetType } from '../../../../domain/events';
import { rowsThatFit } from '../../paging/page';
import { changeRecord, type StoredChange } from '../../records/change';
import { decisionRecord } from '../../records/decision';
import { populateRecord } from '../../records/populate';
import type { Project } from '../../records/project';
import { ticketRecord } from '../../records/ticket';
import { DECISION, TICKET } from '../../uids';

/**
 * The JSON of a change, with the record that it was made to as it is now: null when that is deleted, or no ticket or
 * decision.
 * @param isReadable whether the caller may read what was changed; otherwise neither the record nor what changed is told
 */
export type ChangeTexts = (change: StoredChange, isReadable: boolean) => Promise<string>;

type FollowedType = Extract<TargetType, 'ticket' | 'decision'>;

const FOLLOWED_UIDS: Readonly<Record<FollowedType, string>> = { ticket: TICKET, decision: DECISION };

const isFollowed = (type: TargetType): type is FollowedType => type in FOLLOWED_UIDS;

type RecordOf = (id: string) => Promise<object | null>;

/** The texts of these changes. Records are read together, once the first text is asked for; a text is made once. */
export function changeTexts(
  strapi: Core.Strapi,
  project: Project,
  changes: readonly StoredChange[],
): ChangeTexts {
  const records = new Map<FollowedType, Promise<RecordOf>>();
  const texts = new Map<string, Promise<string>>();

  async function recordOf({ targetType, targetId }: StoredChange): Promise<object | null> {
    if (!isFollowed(targetType)) return null;
    const known = records.get(targetType) ?? recordsOf(strapi, project, targetType, changes);
    records.set(targetType, known);
    return (await known)(targetId);
  }

  async function textOf(change: StoredChange, isReadable: boolean): Promise<string> {
    if (!isReadable) return JSON.stringify({ ...changeRecord(change), changes: null, record: null });
    return JSON.stringify({ ...changeRecord(change), record: await recordOf(change) });
  }

  return (change, isReadable) => {
    const key = `${change.seq} ${isReadable}`;
    const text = texts.get(key) ?? textOf(change, isReadable);
    texts.set(key, text);
    return text;
  };
}

/** The records of one type by id. Those that a page has no room for together are read one by one, when they are asked for. */
async function recordsOf(
  strapi: Core.Strapi,
  project: Project,
  type: FollowedType,
  changes: readonly StoredChange[],
): Promise<RecordOf> {
  const uid = FOLLOWED_UIDS[type];
  const populate = populateRecord(strapi, uid);
  const recordOf = (row: never): object =>
    type === 'ticket' ? ticketRecord(strapi, row, project) : decisionRecord(strapi, row, project);
  // A record stays in the project of its changes, so the ids alone are enough, and there is an index for them.
  const ids = new Set(
    changes.filter(({ targetType }) => targetType === type).map(({ targetId }) => targetId),
  );
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
