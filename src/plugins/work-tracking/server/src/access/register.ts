import type { Core } from '@strapi/types';
import { bindTokensAndUsersToProjects } from './bindings';
import { keepBoundTokensToV1, keepOutOfGraphql } from './other-doors';
import { subscribeTokenLifecycles } from './token-lifecycles';
import { refuseUploadsToRecords } from './upload-refs';
import { refuseProjectsInUserBodies } from './user-bodies';

/**
 * Gives tokens and users their project, and keeps the doors of others from what v1 alone shows.
 * @param types of the service
 * @param isOfRecord whether a row belongs to a record
 */
export function guardAccess(
  strapi: Core.Strapi,
  types: readonly string[],
  isOfRecord: (uid: string, id: unknown) => Promise<boolean>,
): void {
  bindTokensAndUsersToProjects(strapi);
  subscribeTokenLifecycles(strapi);
  keepOutOfGraphql(strapi, types);
  keepBoundTokensToV1(strapi, types);
  refuseProjectsInUserBodies(strapi);
  refuseUploadsToRecords(strapi, isOfRecord);
}
