import type { Core } from '@strapi/types';
import { teamPopulate } from '../records/team-fields';
import type { InProject } from './lifecycle-event';

/**
 * The first row that `where` names, with its project, locked until the transaction ends: of two changes at once
 * the second sees what the first has written. SQLite has one writer at a time and needs no lock.
 * @returns null when there is no such row
 */
export async function lockedRow<Row>(
  strapi: Core.Strapi,
  uid: string,
  where: Record<string, unknown> = {},
): Promise<InProject<Row> | null> {
  return strapi.db
    .queryBuilder(uid)
    .select('*')
    .where(where)
    .populate({ project: true })
    .forUpdate()
    .first()
    .execute<InProject<Row> | null>();
}

/** The row with its project and its team's fields as they are now, in the running transaction. */
export async function currentRow<Row>(strapi: Core.Strapi, uid: string, id: number): Promise<InProject<Row>> {
  return strapi.db
    .query(uid)
    .findOne({ where: { id }, populate: { project: true, ...teamPopulate(strapi, uid) } });
}
