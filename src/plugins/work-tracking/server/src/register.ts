import type { Core } from '@strapi/types';
import { renameStoredActions } from './access/actions';
import { bindTokensAndUsersToProjects, PROJECT_BINDING } from './access/bindings';
import { keepBoundTokensToV1, keepOutOfGraphql } from './access/other-doors';
import { subscribeTokenLifecycles } from './access/token-lifecycles';
import { refuseUploadsToRecords } from './access/upload-refs';
import { refuseProjectsInUserBodies } from './access/user-bodies';
import { apiPath, decidePrivateNetworks } from './config';
import {
  countLinkedChanges,
  isOfRecord,
  SCHEMAS,
  SERVICE_TYPES,
  subscribeLifecycles,
  TYPES,
} from './content-types';
import { nameAllMistakes } from './content-types/all-mistakes';
import { deleteViewsOfDeletedPeople } from './content-types/board-view/views';
import { giveClonesFreeSlugs } from './content-types/decision/slug';
import { keepBodiesOfDeliveries } from './content-types/event-bodies';
import { restoreOwnAttributes } from './content-types/extensions';
import { migrateStoredData } from './content-types/migrations';
import { givePublicIdsOnce } from './content-types/public-ids';
import { unassignDeletedPeople } from './content-types/ticket/assignees';
import { leaveOutIndexes } from './database/strapi-indexes';
import { changeBeginAndCommit, watchTransactions } from './database/transactions';
import { spareAcceptedValues } from './lifecycles/accepted-values';
import { resetClonedFields } from './lifecycles/clones';
import { refuseColumnNames } from './lifecycles/column-names';
import { translateColumnRelations } from './lifecycles/column-relations';
import { runWritesInTransactions } from './lifecycles/write-transactions';
import { searchReadableFields } from './panel/content-search';
import { nameFieldsOfRefusedCopies } from './panel/edit-view/duplicate';
import { passFormVersions } from './panel/edit-view/form-version';
import { registerInputFields } from './panel/input-fields';
import { registerPanelActions } from './panel/permissions';
import { showReadableRelatedRecords } from './panel/related-records';
import { refuseUnstorableRequests } from './panel/storable-requests';
import { DECISION, SUBSCRIPTION, TICKET, USER } from './uids';
import { v1Boundary } from './v1/boundary';
import { assertEncryptionKey } from './webhooks/secrets';

/**
 * Runs before the database is opened: extends other plugins' types and installs what must be there before the first
 * write.
 */
export async function register({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  assertEncryptionKey(strapi);
  decidePrivateNetworks(strapi);
  changeBeginAndCommit(strapi);
  watchTransactions(strapi);
  restoreOwnAttributes(strapi, SCHEMAS);
  leaveOutIndexes(strapi, TYPES, SERVICE_TYPES);
  migrateStoredData(strapi);
  bindTokensAndUsersToProjects(strapi);
  nameAllMistakes(strapi);
  refuseColumnNames(strapi);
  translateColumnRelations(strapi, {
    [TICKET]: ['project', 'assignee'],
    [DECISION]: ['project'],
    [SUBSCRIPTION]: ['project'],
    [USER]: [PROJECT_BINDING],
  });
  resetClonedFields(strapi);
  giveClonesFreeSlugs(strapi);
  runWritesInTransactions(strapi);
  unassignDeletedPeople(strapi);
  deleteViewsOfDeletedPeople(strapi);
  countLinkedChanges(strapi);
  subscribeLifecycles(strapi);
  spareAcceptedValues(strapi, [TICKET, DECISION, SUBSCRIPTION]);
  subscribeTokenLifecycles(strapi);
  await renameStoredActions(strapi);
  await keepBodiesOfDeliveries(strapi);
  await givePublicIdsOnce(strapi);
  keepOutOfGraphql(strapi, TYPES);
  keepBoundTokensToV1(strapi, TYPES);
  refuseProjectsInUserBodies(strapi);
  refuseUploadsToRecords(strapi, (uid, id) => isOfRecord(strapi, uid, id));
  registerInputFields(strapi);
  passFormVersions(strapi);
  nameFieldsOfRefusedCopies(strapi);
  refuseUnstorableRequests(strapi);
  searchReadableFields(strapi);
  showReadableRelatedRecords(strapi);
  await registerPanelActions(strapi);
  strapi.server.use(v1Boundary(strapi, apiPath(strapi)));
}
