import type { Core } from '@strapi/types';
import difference from 'lodash/difference';
import { TYPES } from '../content-types';
import { withholdFromFirstRoles } from '../host/admin-services';
import { DECISION, TICKET } from '../uids';
import { searchReadableFields } from './content-search';
import { nameFieldsOfRefusedCopies } from './edit-view/duplicate';
import { passFormVersions } from './edit-view/form-version';
import { registerInputFields } from './input-fields';
import { registerPanelActions } from './permissions';
import { showReadableRelatedRecords } from './related-records';
import { refuseUnstorableRequests } from './storable-requests';

/** What the content manager and the roles of the panel have of ours. */
export async function preparePanel(strapi: Core.Strapi): Promise<void> {
  registerInputFields(strapi);
  passFormVersions(strapi);
  nameFieldsOfRefusedCopies(strapi);
  refuseUnstorableRequests(strapi);
  searchReadableFields(strapi);
  showReadableRelatedRecords(strapi);
  await registerPanelActions(strapi);
  withholdFromFirstRoles(strapi, difference(TYPES, [TICKET, DECISION]));
}
