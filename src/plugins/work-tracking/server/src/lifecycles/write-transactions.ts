import type { Core } from '@strapi/types';
import type { WriteRequest } from '../host/entity-writes';
import { API_TOKEN, isOwnType } from '../uids';
import { asRefusal } from './broken-constraints';
import type { DocumentWrite } from './document-write';
import { lockBeforeChange } from './nested-changes';
import { asStrapiError } from './strapi-errors';

const isTransactional = (uid: string): boolean => isOwnType(uid) || uid === API_TOKEN;

/** Runs a write of one of our types in a transaction of its own, or in the one that is running. */
export async function inTransaction(
  strapi: Core.Strapi,
  write: DocumentWrite,
  next: () => Promise<unknown>,
): Promise<unknown> {
  if (!isTransactional(write.uid)) return next();
  const isChange = write.action === 'update' || write.action === 'delete';
  return strapi.db.transaction(async () => {
    if (!isChange) return next();
    const forgetKept = await lockBeforeChange(strapi, write);
    if (forgetKept === null) return null;
    try {
      return await next();
    } finally {
      // A write that was refused before its lifecycle has left it there.
      forgetKept();
    }
  });
}

/**
 * The same for a write by `strapi.db.query()`, of Strapi's API tokens too, so that a lifecycle can refuse it and its
 * events commit with it. Errors of ours leave as Strapi's.
 */
export async function entityInTransaction<Result>(
  strapi: Core.Strapi,
  { uid }: WriteRequest,
  next: () => Promise<Result>,
): Promise<Result> {
  if (!isTransactional(uid)) return next();
  try {
    return await strapi.db.transaction(next);
  } catch (error) {
    throw asStrapiError(asRefusal(uid, error));
  }
}
