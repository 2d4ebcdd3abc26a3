import type { Core } from '@strapi/types';
import { configOf } from './config';
import { checkMoves } from './content-types/ticket/moves';
import { syncDatabaseClock } from './database-clock';
import { surviveDatabaseOutages } from './database-outage';
import { OUTBOX_FILLED, RESEND_ORDERED } from './events/wake-ups';
import { arrangeContentManager } from './panel/content-views/arrange';
import { makeReadOnlyInPanel } from './panel/read-only-types';
import type { Dispatcher } from './webhooks/dispatcher';
import type { ResendWorker } from './webhooks/resend-jobs';
import { pruneDeliveries } from './webhooks/retention';
import { lookForWork } from './webhooks/tick';

/** Once the tables are there. */
export async function bootstrap({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  checkMoves(strapi);
  makeReadOnlyInPanel(strapi);
  await arrangeContentManager(strapi);
  await syncDatabaseClock(strapi);
  startDelivering(strapi);
}

/** A process that serves also delivers; one that only loads Strapi, as the command line does, leaves it to the others. */
function startDelivering(strapi: Core.Strapi): void {
  const dispatcher: Dispatcher = strapi.plugin('work-tracking').service('dispatcher');
  const resends: ResendWorker = strapi.plugin('work-tracking').service('resends');
  strapi.server.httpServer.once('listening', () => {
    strapi.server.httpServer.once('close', surviveDatabaseOutages(strapi));
    dispatcher.start();
    resends.start();
  });
  const waking = (sleeper: { wake(): void }) => (): Promise<void> => {
    sleeper.wake();
    return Promise.resolve();
  };
  strapi.eventHub.on(OUTBOX_FILLED, waking(dispatcher));
  strapi.eventHub.on(RESEND_ORDERED, waking(resends));
  strapi.cron.add({
    'work-tracking-deliver': {
      task: async () => {
        const work = await lookForWork(strapi);
        if (work.deliveries) dispatcher.wake();
        if (work.resends) resends.wake();
      },
      options: { rule: `*/${configOf(strapi).delivery.tickSeconds} * * * * *` },
    },
    'work-tracking-prune': {
      task: () => pruneDeliveries(strapi),
      options: { rule: '0 17 * * * *' },
    },
  });
}
