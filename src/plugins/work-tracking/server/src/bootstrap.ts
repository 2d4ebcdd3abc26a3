import type { Core } from '@strapi/types';
import { checkMoves } from './content-types/ticket/moves';
import { syncDatabaseClock } from './database/clock';
import { warnOfUnsyncedCommits } from './database/durability';
import { arrangeContentManager } from './panel/content-views/arrange';
import { makeReadOnlyInPanel } from './panel/permissions';
import { startDelivering } from './webhooks/delivering';

/** Runs once the tables exist. */
export async function bootstrap({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  checkMoves(strapi);
  await warnOfUnsyncedCommits(strapi);
  makeReadOnlyInPanel(strapi);
  await arrangeContentManager(strapi);
  await syncDatabaseClock(strapi);
  startDelivering(strapi);
}
