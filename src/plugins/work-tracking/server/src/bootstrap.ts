import type { Core } from '@strapi/types';
import { startRateLimiter } from './access/rate-limit';
import { checkContentTypes } from './content-types/content-reference/accepted-types';
import { checkMoves, findLeftStatuses } from './content-types/ticket/moves';
import { warnOfUnreadable } from './content-types/webhook-subscription/answering';
import { syncDatabaseClock } from './database/clock';
import { warnOfUnsyncedCommits } from './database/durability';
import { warnOfLocalTimes } from './database/times';
import { checkHost } from './host/check';
import { warnOfSecondUtils } from './host/strapi-utils';
import { arrangeContentManager } from './panel/content-views/arrange';
import { tellOfRequiredFields } from './panel/required-fields';
import { hideServiceTypes, makeReadOnlyInPanel } from './panel/service-types';
import { findStoredValues } from './records/stored-values';
import { checkSignOff } from './sign-off/check';
import { checkDescription } from './v1/description/conversion';
import { forgetOldKeys } from './v1/idempotency';
import { startDelivering } from './webhooks/delivering';
import { warnOfUnsentNotices } from './webhooks/notices/mail';
import { checkAcceptedValues } from './write/accepted-values';

/** Runs once the tables exist. */
export async function bootstrap({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  await checkHost(strapi);
  warnOfSecondUtils(strapi);
  await checkAcceptedValues(strapi);
  checkMoves(strapi);
  await findLeftStatuses(strapi);
  await findStoredValues(strapi);
  checkContentTypes(strapi);
  checkDescription(strapi);
  await checkSignOff(strapi);
  await warnOfUnsyncedCommits(strapi);
  await warnOfLocalTimes(strapi);
  warnOfUnsentNotices(strapi);
  tellOfRequiredFields(strapi);
  makeReadOnlyInPanel(strapi);
  hideServiceTypes(strapi);
  await arrangeContentManager(strapi);
  await syncDatabaseClock(strapi);
  forgetOldKeys(strapi);
  startRateLimiter(strapi);
  startDelivering(strapi);
  // Only then does Strapi know all conditions of roles.
  strapi.server.httpServer.once('listening', () => {
    warnOfUnreadable(strapi).catch((error: unknown) => strapi.log.error(error));
  });
}
