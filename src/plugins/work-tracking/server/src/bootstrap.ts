import type { Core } from '@strapi/types';
import { configOf } from './config';
import { checkMoves } from './content-types/ticket/moves';
import { syncDatabaseClock } from './database-clock';
import { OUTBOX_FILLED, RESEND_ORDERED } from './events/wake-ups';
import { makeReadOnlyInPanel } from './panel/read-only-types';
import type { Dispatcher } from './webhooks/dispatcher';
import type { ResendWorker } from './webhooks/resend-jobs';
import { pruneDeliveries } from './webhooks/retention';

/** Once the tables are there. */
export async function bootstrap({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  checkMoves(strapi);
  makeReadOnlyInPanel(strapi);
  await syncDatabaseClock(strapi);
  startDelivering(strapi);
}

/** A process that serves also delivers; one that only loads Strapi, as the command line does, leaves it to the others. */
function startDelivering(strapi: Core.Strapi): void {
  const dispatcher: Dispatcher = strapi.plugin('work-tracking').service('dispatcher');
  const resends: ResendWorker = strapi.plugin('work-tracking').service('resends');
  strapi.server.httpServer.once('listening', () => {
    dispatcher.start();
    resends.start();
  });
  const waking =
    (...sleepers: { wake(): void }[]) =>
    (): Promise<void> => {
      for (const sleeper of sleepers) sleeper.wake();
      return Promise.resolve();
    };
  strapi.eventHub.on(OUTBOX_FILLED, waking(dispatcher));
  strapi.eventHub.on(RESEND_ORDERED, waking(resends));
  strapi.cron.add({
    'work-tracking-deliver': {
      task: waking(dispatcher, resends),
      options: { rule: `*/${configOf(strapi).delivery.tickSeconds} * * * * *` },
    },
    'work-tracking-prune': {
      task: () => pruneDeliveries(strapi),
      options: { rule: '0 17 * * * *' },
    },
  });
}
