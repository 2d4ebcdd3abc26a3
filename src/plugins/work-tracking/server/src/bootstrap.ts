import type { Core } from '@strapi/types';
import { configOf } from './config';
import { checkMoves } from './content-types/ticket/moves';
import { syncDatabaseClock } from './database-clock';
import { OUTBOX_FILLED } from './events/wake-ups';
import { makeReadOnlyInPanel } from './panel/read-only-types';
import type { Dispatcher } from './webhooks/dispatcher';
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
  const wake = (): Promise<void> => {
    dispatcher.wake();
    return Promise.resolve();
  };
  strapi.server.httpServer.once('listening', () => dispatcher.start());
  strapi.eventHub.on(OUTBOX_FILLED, wake);
  strapi.cron.add({
    'work-tracking-deliver': {
      task: wake,
      options: { rule: `*/${configOf(strapi).delivery.tickSeconds} * * * * *` },
    },
    'work-tracking-prune': {
      task: () => pruneDeliveries(strapi),
      options: { rule: '0 17 * * * *' },
    },
  });
}
