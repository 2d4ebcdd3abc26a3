import type { Core } from '@strapi/types';
import chunk from 'lodash/chunk';
import {
  newestAboutEach,
  type Entries,
  type WorkType,
} from '../../content-types/content-reference/references';
import { TARGET_UIDS } from '../../uids';
import { workAccess } from '../inbox/access';
import type { Administrator } from '../route';
import { isAccepted, statesOf } from './work';

/** How much work about an entry is open. */
interface OpenWork {
  id: string;
  count: number;
}

/** How many rows are looked at by one statement: some databases limit the values in it. */
const ROWS_AT_ONCE = 1000;

/** What is read of work that is counted, by the content manager's permissions: it shows the count. */
const COUNTED = ['state', 'content'];

const readableTypes = (strapi: Core.Strapi, admin: Administrator): WorkType[] =>
  (['ticket', 'decision'] as const).filter((type) => {
    const access = workAccess(strapi, admin, type, COUNTED);
    return COUNTED.every((field) => access.canRead(field));
  });

/** May the person read any work that is counted? */
export const mayCountWork = (strapi: Core.Strapi, admin: Administrator): boolean =>
  readableTypes(strapi, admin).length > 0;

/**
 * How many tickets and decisions about each of the entries are open, of those that the person may read and of the newest
 * 1,000 of each type about the entry.
 * @returns in the order of the ids; null for a type that no work can be about
 */
export async function openWork(
  strapi: Core.Strapi,
  admin: Administrator,
  entries: Entries,
): Promise<OpenWork[] | null> {
  if (!isAccepted(strapi, entries.type)) return null;
  if (entries.ids.length === 0) return [];
  const counts = new Map(entries.ids.map((id) => [id, 0]));
  for (const type of readableTypes(strapi, admin)) {
    const about = await newestAboutEach(strapi, type, entries);
    const ids = await openRows(strapi, admin, type, [...new Set(about.map(({ row }) => row))]);
    for (const { row, entry } of about) {
      if (ids.has(row)) counts.set(entry, (counts.get(entry) ?? 0) + 1);
    }
  }
  return [...counts].map(([id, count]) => ({ id, count }));
}

/** The rows, of these, that are open and that the person may read. */
async function openRows(
  strapi: Core.Strapi,
  admin: Administrator,
  type: WorkType,
  rows: readonly number[],
): Promise<Set<number>> {
  const uid = TARGET_UIDS[type];
  const { where } = await workAccess(strapi, admin, type, COUNTED).query();
  const state = statesOf(strapi, type).open;
  const found: { id: number }[] = [];
  for (const some of chunk(rows, ROWS_AT_ONCE)) {
    const meant = { $and: [where, { id: { $in: some } }, { state }] };
    found.push(...(await strapi.db.query(uid).findMany({ select: ['id'], where: meant })));
  }
  return new Set(found.map(({ id }) => id));
}
