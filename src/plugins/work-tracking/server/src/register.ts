import type { Core } from '@strapi/types';
import { guardAccess } from './access/register';
import { apiPath, decidePrivateNetworks } from './config';
import { GUARDED_TYPES, isOfRecord, SCHEMAS, SERVICE_TYPES, TYPES } from './content-types';
import { followAdministrators } from './content-types/administrator/departures';
import { forgetEditedTexts } from './content-types/comment/comments';
import { prepareDatabase } from './database/register';
import { keepTimesInUtc } from './database/times';
import { preparePanel } from './panel/register';
import { restoreOwnAttributes } from './records/extensions';
import { guardPublishing } from './sign-off/register';
import { v1Boundary } from './v1/boundary';
import { keyStoredHashes } from './v1/idempotency-hashes';
import { assertEncryptionKey } from './webhooks/secrets';
import { guardWrites } from './write/write';

/**
 * Runs before the database is opened: extends other plugins' types and installs what must be there before the first
 * write.
 */
export async function register({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  assertEncryptionKey(strapi);
  decidePrivateNetworks(strapi);
  prepareDatabase(strapi, TYPES, SERVICE_TYPES);
  restoreOwnAttributes(strapi, SCHEMAS);
  guardWrites(strapi, GUARDED_TYPES);
  followAdministrators(strapi);
  guardAccess(strapi, TYPES, (uid, id) => isOfRecord(strapi, uid, id));
  guardPublishing(strapi);
  await changeStoredData(strapi);
  await preparePanel(strapi);
  strapi.server.use(v1Boundary(strapi, apiPath(strapi)));
}

/** The migrations, in the order of their numbers. */
async function changeStoredData(strapi: Core.Strapi): Promise<void> {
  await keyStoredHashes(strapi);
  await forgetEditedTexts(strapi);
  await keepTimesInUtc(strapi, TYPES);
}
