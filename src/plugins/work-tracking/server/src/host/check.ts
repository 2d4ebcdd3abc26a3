import type { Core } from '@strapi/types';
import { checkApiTokens } from './api-tokens';
import { checkBeginAndCommit } from './begin-and-commit';
import { checkRelationWrites } from './entity-writes';
import { checkQueries } from './queries';
import { checkTransactions } from './transactions';

/**
 * Tries what is used and changed of Strapi, once the database is open and has its types; what can be seen before was
 * checked where it is changed.
 * @param uid of any type
 * @throws Error that names the part that is not as it was known, so that the application does not start
 */
export async function checkHost(strapi: Core.Strapi, uid: string): Promise<void> {
  checkApiTokens(strapi);
  await checkBeginAndCommit(strapi);
  await checkTransactions(strapi);
  await checkQueries(strapi, uid);
  checkRelationWrites(strapi, uid);
}
