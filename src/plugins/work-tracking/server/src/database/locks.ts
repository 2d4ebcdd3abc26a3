import type { Core } from '@strapi/types';

/**
 * The first row that `where` finds, locked until the transaction ends: of two changes at once the second sees what the
 * first has written. SQLite has one writer at a time and needs no lock.
 * @returns null when there is no such row
 */
export const lockRow = <Row>(
  strapi: Core.Strapi,
  uid: string,
  where: Record<string, unknown>,
  populate: Record<string, unknown> = {},
): Promise<Row | null> =>
  strapi.db
    .queryBuilder(uid)
    .select('*')
    .where(where)
    .populate(populate)
    .forUpdate()
    .first()
    .execute<Row | null>();
