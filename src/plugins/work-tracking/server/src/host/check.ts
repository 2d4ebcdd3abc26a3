import type { Core } from '@strapi/types';
import { API_TOKEN_PERMISSION, TICKET } from '../uids';
import { checkAdminServices } from './admin-services';
import { checkApiTokens } from './api-tokens';
import { checkBeginAndCommit } from './begin-and-commit';
import { checkContentApiRoutes } from './content-api-routes';
import { checkContentManagerServices } from './content-manager-services';
import { checkDriverTimes } from './driver-times';
import { checkRelationWrites } from './entity-writes';
import { checkLocales } from './locales';
import { checkQueries } from './queries';
import { checkRawConnections } from './raw-connections';
import { checkRelationLookUps } from './relation-look-ups';
import { checkRelationTables } from './relation-tables';
import { checkRequests } from './requests';
import { checkSocketReads } from './socket-reads';
import { checkSchemaValidation } from './strapi-utils';
import { checkTransactions } from './transactions';

/**
 * Tries what is used and changed of Strapi, knex and undici, once the database is open and has its types; what can be
 * seen before was checked where it is changed.
 * @throws Error that names the part that is not as it was known, so that the application does not start
 */
export async function checkHost(strapi: Core.Strapi): Promise<void> {
  checkSchemaValidation(strapi);
  checkApiTokens(strapi);
  checkAdminServices(strapi);
  checkContentManagerServices(strapi, TICKET);
  checkLocales(strapi);
  checkRequests(strapi);
  checkContentApiRoutes(strapi);
  await checkRelationLookUps(strapi);
  checkRelationTables(strapi, [API_TOKEN_PERMISSION, 'token'], [TICKET, 'project']);
  await checkRawConnections(strapi);
  await checkDriverTimes(strapi, TICKET);
  await checkBeginAndCommit(strapi);
  await checkTransactions(strapi);
  await checkQueries(strapi, TICKET);
  checkRelationWrites(strapi, TICKET);
  await checkSocketReads();
}
