import type { Core } from '@strapi/types';
import difference from 'lodash/difference';
import { bindTokensAndUsersToProjects } from './access/bindings';
import { keepBoundTokensToV1, keepOutOfGraphql } from './access/other-doors';
import { subscribeTokenLifecycles } from './access/token-lifecycles';
import { refuseUploadsToRecords } from './access/upload-refs';
import { refuseProjectsInUserBodies } from './access/user-bodies';
import { apiPath, decidePrivateNetworks } from './config';
import { isOfRecord, SCHEMAS, SERVICE_TYPES, subscribeLifecycles, TYPES } from './content-types';
import { forgetEditedTexts } from './content-types/comment/comments';
import { restoreOwnAttributes } from './content-types/extensions';
import { guardWrites } from './content-types/guarded-writes';
import { disableUnreadableOfRole } from './content-types/webhook-subscription/answering';
import { leaveOutIndexes } from './database/strapi-indexes';
import { keepTimesInUtc } from './database/times';
import { afterRoleChanges, withholdFromFirstRoles } from './host/admin-services';
import { changeBeginAndCommit } from './host/begin-and-commit';
import { readCommittedOnPostgres } from './host/isolation';
import { watchTransactions } from './host/transactions';
import { spareAcceptedValues } from './lifecycles/accepted-values';
import { searchReadableFields } from './panel/content-search';
import { nameFieldsOfRefusedCopies } from './panel/edit-view/duplicate';
import { passFormVersions } from './panel/edit-view/form-version';
import { registerInputFields } from './panel/input-fields';
import { registerPanelActions } from './panel/permissions';
import { showReadableRelatedRecords } from './panel/related-records';
import { refuseUnstorableRequests } from './panel/storable-requests';
import { namePublishedAtOnce } from './sign-off/at-once';
import { nameAllRefusedInBulk } from './sign-off/bulk-publish';
import { nameAuthorsFromOtherSides } from './sign-off/other-sides';
import { keepSignOffProject } from './sign-off/project';
import { requireSignOff } from './sign-off/publishing';
import { guardUploads } from './sign-off/uploads';
import { DECISION, SUBSCRIPTION, TICKET } from './uids';
import { v1Boundary } from './v1/boundary';
import { keyStoredHashes } from './v1/idempotency-hashes';
import { assertEncryptionKey } from './webhooks/secrets';

/**
 * Runs before the database is opened: extends other plugins' types and installs what must be there before the first
 * write.
 */
export async function register({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  assertEncryptionKey(strapi);
  decidePrivateNetworks(strapi);
  readCommittedOnPostgres(strapi);
  changeBeginAndCommit(strapi);
  watchTransactions(strapi);
  restoreOwnAttributes(strapi, SCHEMAS);
  leaveOutIndexes(strapi, TYPES, SERVICE_TYPES);
  bindTokensAndUsersToProjects(strapi);
  guardWrites(strapi);
  subscribeLifecycles(strapi);
  nameAllRefusedInBulk(strapi);
  namePublishedAtOnce(strapi);
  requireSignOff(strapi);
  keepSignOffProject(strapi);
  nameAuthorsFromOtherSides(strapi);
  spareAcceptedValues(strapi, [TICKET, DECISION, SUBSCRIPTION]);
  subscribeTokenLifecycles(strapi);
  await keyStoredHashes(strapi);
  await forgetEditedTexts(strapi);
  await keepTimesInUtc(strapi, TYPES);
  keepOutOfGraphql(strapi, TYPES);
  keepBoundTokensToV1(strapi, TYPES);
  refuseProjectsInUserBodies(strapi);
  refuseUploadsToRecords(strapi, (uid, id) => isOfRecord(strapi, uid, id));
  guardUploads(strapi);
  registerInputFields(strapi);
  passFormVersions(strapi);
  nameFieldsOfRefusedCopies(strapi);
  refuseUnstorableRequests(strapi);
  searchReadableFields(strapi);
  showReadableRelatedRecords(strapi);
  await registerPanelActions(strapi);
  withholdFromFirstRoles(strapi, difference(TYPES, [TICKET, DECISION]));
  afterRoleChanges(strapi, (roleId) => disableUnreadableOfRole(strapi, roleId));
  strapi.server.use(v1Boundary(strapi, apiPath(strapi)));
}
