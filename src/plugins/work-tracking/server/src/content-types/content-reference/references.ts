import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import isEqual from 'lodash/isEqual';
import omit from 'lodash/omit';
import uniqBy from 'lodash/uniqBy';
import { v7 as uuidv7 } from 'uuid';
import type { ContentFilter, ContentReference } from '../../../../domain/content';
import { whereExactly } from '../../database/knex-query';
import { insertRows, tableName, tableOf } from '../../database/tables';
import type { PlaceInList } from '../../paging/page';
import { recordsOfRows } from '../../paging/records-of-rows';
import { CONTENT_REFERENCE, TARGET_UIDS } from '../../uids';

/** The types of what is about entries. */
export type WorkType = 'ticket' | 'decision';

/** The columns that hold their row ids: of a row, one of them. */
const COLUMNS = { ticket: 'ticket_id', decision: 'decision_id' } as const;

/** A ticket or a decision, as far as it is used here. */
interface Target {
  type: WorkType;
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
    [COLUMNS[type]]: row.id,
    entry_type: entry.type,
    entry_id: entry.id,
    entry_locale: entry.locale,
  }));
  await insertRows(strapi, CONTENT_REFERENCE, rows, new Date(row.createdAt));
}

/** @param row id of the ticket or the decision */
export const deleteReferences = (strapi: Core.Strapi, type: WorkType, row: number): Promise<unknown> =>
  strapi.db.transaction(({ trx }) =>
    tableOf(strapi, CONTENT_REFERENCE)
      .where({ [COLUMNS[type]]: row })
      .delete()
      .transacting(trx),
  );

const rowIds = (strapi: Core.Strapi, type: WorkType): Knex.QueryBuilder =>
  strapi.db
    .connection({ l: tableName(strapi, CONTENT_REFERENCE) })
    .select(`l.${COLUMNS[type]}`)
    .whereNotNull(`l.${COLUMNS[type]}`);

/** An entry; without an id, whichever its type has or had. */
export type AnyEntry = Omit<ContentFilter, 'id'> & Partial<Pick<ContentFilter, 'id'>>;

/** An entry by what stays of it: that of a single type is the same one when it is deleted and made anew. */
export const lastingEntry = (strapi: Core.Strapi, entry: ContentFilter): AnyEntry =>
  strapi.contentTypes[entry.type as never]?.kind === 'singleType' ? omit(entry, 'id') : entry;

/**
 * Leaves the rows about an entry, of the alias `l`.
 * @param entry with a locale, those about that locale of it or about every one
 */
function aboutEntry(
  strapi: Core.Strapi,
  rows: Knex.QueryBuilder,
  { type: entryType, id, locale }: AnyEntry,
): Knex.QueryBuilder {
  const about = whereExactly(strapi, rows, {
    ...(id === undefined ? {} : { 'l.entry_id': id }),
    'l.entry_type': entryType,
  });
  if (locale === undefined) return about;
  return about.where((either) => {
    void either.whereNull('l.entry_locale').orWhere((one) => {
      void whereExactly(strapi, one, { 'l.entry_locale': locale });
    });
  });
}

/** How many tickets or decisions about one entry are looked at beside it. */
const NEWEST = 1000;

/**
 * The row ids of the newest tickets or decisions of all projects that are about an entry.
 * @param entry with a locale, they are about that locale of it or about every one
 */
export async function newestAbout(
  strapi: Core.Strapi,
  type: WorkType,
  entry: ContentFilter,
): Promise<number[]> {
  const found = (await newest(strapi, type, entry)) as Record<string, number>[];
  return found.map((row) => Number(row[COLUMNS[type]]));
}

/** A ticket or a decision, by its row id, and the id of an entry that it is about. */
interface About {
  row: number;
  entry: string;
}

/** Entries of a type. */
export interface Entries {
  type: string;
  /** Document ids, each once. */
  ids: readonly string[];
  /** With a locale, only work about that locale of the entries, or about every locale, counts. */
  locale?: string | undefined;
}

/** The newest tickets or decisions of all projects about each of several entries. */
export async function newestAboutEach(
  strapi: Core.Strapi,
  type: WorkType,
  { type: entryType, ids, locale }: Entries,
): Promise<About[]> {
  const { connection } = strapi.db;
  // Each is a table of its own: SQLite takes no limit in a part of a union.
  const parts = ids.map((id, index) =>
    connection
      .select({ row: `newest.${COLUMNS[type]}` }, connection.raw('? as place', [index]))
      .from(newest(strapi, type, { type: entryType, id, locale }).as('newest')),
  );
  if (parts.length === 0) return [];
  const found = (await connection.queryBuilder().unionAll(parts)) as {
    row: number;
    place: number | string;
  }[];
  const about = found.map(({ row, place }) => ({ row, entry: ids[Number(place)] ?? '' }));
  // A record that is about one locale of an entry and about every locale is found twice.
  return uniqBy(about, ({ row, entry }) => `${row} ${entry}`);
}

const newest = (strapi: Core.Strapi, type: WorkType, entry: ContentFilter): Knex.QueryBuilder =>
  aboutEntry(strapi, rowIds(strapi, type), entry).orderBy(`l.${COLUMNS[type]}`, 'desc').limit(NEWEST);

/** A subquery for the row ids of the tickets or decisions of a project that are about an entry, for `$in`. */
export const idsAbout = (
  strapi: Core.Strapi,
  type: WorkType,
  { projectId, entry }: { projectId: number; entry: AnyEntry },
): Knex.QueryBuilder => aboutEntry(strapi, rowIds(strapi, type).where('l.project_id', projectId), entry);

/**
 * The row ids of the tickets or decisions about an entry in a page of their list, newest first.
 * @param entry with a locale, they are about that locale of it or about every one
 * @param where the filters of the list
 */
export const recordsAbout = (
  strapi: Core.Strapi,
  type: WorkType,
  { projectId, entry, where }: { projectId: number; entry: ContentFilter; where: Record<string, unknown> },
  place: PlaceInList,
): Promise<number[]> =>
  recordsOfRows(
    strapi,
    {
      uid: CONTENT_REFERENCE,
      column: COLUMNS[type],
      // Which records these are of, the record itself decides.
      narrow: (rows) => aboutEntry(strapi, rows.where('l.project_id', projectId), entry),
      mayRepeat: true,
    },
    { uid: TARGET_UIDS[type], where },
    place,
  );
