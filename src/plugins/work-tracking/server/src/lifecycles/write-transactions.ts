import type { Core } from '@strapi/types';
import { lockRow } from '../database/locks';
import { API_TOKEN, OWN_TYPES } from '../uids';
import { asRefusal } from './broken-constraints';
import type { DocumentWrite } from './document-write';
import { wrapEntityWrites, type EntityWrite } from './entity-writes';
import { lockBeforeUpdate } from './nested-changes';
import { asStrapiError } from './strapi-errors';

const isTransactional = (uid: string): boolean => uid.startsWith(OWN_TYPES) || uid === API_TOKEN;

const WRITES: readonly EntityWrite[] = [
  'create',
  'update',
  'delete',
  'createMany',
  'updateMany',
  'deleteMany',
];

/**
 * Runs a write of one of our types in a transaction of its own, or in the one that is running, once its row is locked.
 */
export async function inTransaction(
  strapi: Core.Strapi,
  { uid, action, params: { documentId = '' } }: DocumentWrite,
  next: () => Promise<unknown>,
): Promise<unknown> {
  if (!isTransactional(uid)) return next();
  return strapi.db.transaction(async () => {
    if (action === 'update') {
      const isThere = await lockBeforeUpdate(strapi, uid, documentId);
      // Strapi's own look-up may still see what is deleted by now: MariaDB shows a transaction what it began with.
      if (!isThere) return null;
    }
    // By the document id, as every other change does first. Deleting locks the row before its entry in that index,
    // and of two changes at once that lock in two orders MariaDB ends one.
    if (action === 'delete') await lockRow(strapi, uid, { documentId });
    return next();
  });
}

/**
 * The same for writes by `strapi.db.query()`, of Strapi's API tokens too, so that a lifecycle can refuse them and their
 * events commit with them. Errors of ours leave as Strapi's.
 */
export function runWritesInTransactions(strapi: Core.Strapi): void {
  wrapEntityWrites(strapi, WRITES, async ({ uid }, next) => {
    if (!isTransactional(uid)) return next();
    try {
      return await strapi.db.transaction(next);
    } catch (error) {
      throw asStrapiError(asRefusal(uid, error));
    }
  });
}
