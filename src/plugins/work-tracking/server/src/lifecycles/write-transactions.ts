import type { Core } from '@strapi/types';
import { lockRow } from '../database/locks';
import { API_TOKEN, OWN_TYPES } from '../uids';
import { asRefusal } from './broken-constraints';
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

const DOCUMENT_WRITES: readonly string[] = ['create', 'update', 'delete', 'clone'];

/**
 * Runs every write of our types and of Strapi's API tokens in a transaction, so that a lifecycle can refuse it and its
 * events commit with it. The document service opens one itself; `strapi.db.query()`, which Strapi uses for API tokens,
 * does not. Errors of ours leave as Strapi's.
 */
export function runWritesInTransactions(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    if (!isTransactional(context.uid) || !DOCUMENT_WRITES.includes(context.action)) return next();
    return await strapi.db.transaction(async () => {
      if (context.action === 'update') {
        const isThere = await lockBeforeUpdate(strapi, context.uid, context.params.documentId);
        // Strapi's own look-up may still see what is deleted by now: MariaDB shows a transaction what it began with.
        if (!isThere) return null;
      }
      // By the document id, as every other change does first. Deleting locks the row before its entry in that index,
      // and of two changes at once that lock in two orders MariaDB ends one.
      if (context.action === 'delete') {
        await lockRow(strapi, context.uid, { documentId: context.params.documentId });
      }
      return next();
    });
  });
  wrapEntityWrites(strapi, WRITES, async ({ uid }, next) => {
    if (!isTransactional(uid)) return next();
    try {
      return await strapi.db.transaction(next);
    } catch (error) {
      throw asStrapiError(asRefusal(uid, error));
    }
  });
}
