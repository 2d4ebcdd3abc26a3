import type { Core } from '@strapi/types';
import isEqual from 'lodash/isEqual';
import { v7 as uuidv7 } from 'uuid';
import type { ContentFilter, ContentReference } from '../../../../domain/content';
import { insertRows, tableOf } from '../../database/tables';
import type { PlaceInList } from '../../paging/page';
import { CONTENT_REFERENCE, TARGET_UIDS } from '../../uids';
import { recordsOfRows } from '../records-of-rows';

/** What is about entries. */
type TargetType = 'ticket' | 'decision';

/** A ticket or a decision, as far as it is used here. */
interface Target {
  type: TargetType;
  row: { id: number; createdAt: string; content: readonly ContentReference[] | null };
}

/**
 * Keeps the rows by which an entry's tickets and decisions are found, in the running transaction: those of a record that
 * is new or is about other entries than before.
 * @param before what it was about; nothing for a new one
 */
export async function storeReferences(
  strapi: Core.Strapi,
  projectId: number,
  { type, row }: Target,
  before: readonly ContentReference[] = [],
): Promise<void> {
  const content = row.content ?? [];
  if (isEqual(before, content)) return;
  if (before.length > 0) await deleteReferences(strapi, type, row.id);
  const rows = content.map((entry) => ({
    document_id: uuidv7(),
    project_id: projectId,
    target_type: type,
    target_row: row.id,
    entry_type: entry.type,
    entry_id: entry.id,
    entry_locale: entry.locale,
  }));
  await insertRows(strapi, CONTENT_REFERENCE, rows, new Date(row.createdAt));
}

/** @param targetRow row id of the ticket or the decision */
export const deleteReferences = (
  strapi: Core.Strapi,
  type: TargetType,
  targetRow: number,
): Promise<unknown> =>
  strapi.db.transaction(({ trx }) =>
    tableOf(strapi, CONTENT_REFERENCE)
      .where({ target_row: targetRow, target_type: type })
      .delete()
      .transacting(trx),
  );

/** How many tickets or decisions about one entry are looked at beside it. */
const NEWEST = 1000;

/**
 * The row ids of the newest tickets or decisions of all projects that are about an entry.
 * @param entry with a locale, they are about that locale of it or about every one
 */
export async function newestAbout(
  strapi: Core.Strapi,
  type: TargetType,
  { type: entryType, id, locale }: ContentFilter,
): Promise<number[]> {
  const rows = tableOf(strapi, CONTENT_REFERENCE)
    .select('target_row')
    .where({ entry_id: id, target_type: type, entry_type: entryType });
  // MySQL and MariaDB compare texts without regard to case.
  if (strapi.db.dialect.client === 'mysql') void rows.whereRaw('binary entry_id = ?', [id]);
  if (locale !== undefined) {
    void rows.where((either) => void either.whereNull('entry_locale').orWhere('entry_locale', locale));
  }
  const found = (await rows.orderBy('target_row', 'desc').limit(NEWEST)) as { target_row: number }[];
  return found.map(({ target_row: row }) => row);
}

/**
 * The row ids of the tickets or decisions about an entry in a page of their list, newest first.
 * @param entry with a locale, they are about that locale of it or about every one
 * @param where the filters of the list
 */
export const recordsAbout = (
  strapi: Core.Strapi,
  type: TargetType,
  { projectId, entry, where }: { projectId: number; entry: ContentFilter; where: Record<string, unknown> },
  place: PlaceInList,
): Promise<number[]> =>
  recordsOfRows(
    strapi,
    {
      uid: CONTENT_REFERENCE,
      column: 'target_row',
      equal: { project_id: projectId, target_type: type, entry_id: entry.id, entry_type: entry.type },
      ...(entry.locale === undefined ? {} : { equalOrNone: { entry_locale: entry.locale } }),
      mayRepeat: true,
    },
    { uid: TARGET_UIDS[type], where },
    place,
  );
