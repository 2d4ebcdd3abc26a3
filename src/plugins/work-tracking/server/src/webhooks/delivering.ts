import type { Core } from '@strapi/types';
import { configOf } from '../config';
import { databaseNow, epochMsSql, observeDatabaseTime } from '../database/clock';
import { logLostConnections } from '../database/outage';
import { tableOf } from '../database/tables';
import { wakeFor, type Work } from '../events/wake-ups';
import { RESEND } from '../uids';
import type { Dispatcher } from './dispatcher';
import { dueAt } from './due-deliveries';
import type { ResendWorker } from './resend-worker';
import { resumingSubscriptions, type ResumeWorker } from './resume-worker';
import { pruneDeliveries } from './retention';

function workersOf(strapi: Core.Strapi) {
  const dispatcher: Dispatcher = strapi.plugin('work-tracking').service('dispatcher');
  const resends: ResendWorker = strapi.plugin('work-tracking').service('resends');
  const resumes: ResumeWorker = strapi.plugin('work-tracking').service('resumes');
  return { dispatcher, resends, resumes };
}

/**
 * Starts to deliver once the process serves requests: after each commit, and at each tick of the cron. A process that
 * only loads Strapi, as the command line does, delivers nothing.
 */
export function startDelivering(strapi: Core.Strapi): void {
  const { dispatcher, resends, resumes } = workersOf(strapi);
  strapi.server.httpServer.once('listening', () => {
    strapi.server.httpServer.once('close', logLostConnections(strapi));
    dispatcher.start();
    resends.start();
    resumes.start();
  });
  wakeFor(strapi, 'deliveries', () => dispatcher.wake());
  wakeFor(strapi, 'resends', () => resends.wake());
  wakeFor(strapi, 'resumes', () => resumes.wake());
  strapi.cron.add({
    'work-tracking-deliver': {
      task: async () => {
        const work = await lookForWork(strapi);
        if (work.deliveries) dispatcher.wake();
        if (work.resends) resends.wake();
        if (work.resumes) resumes.wake();
      },
      options: { rule: `*/${configOf(strapi).delivery.tickSeconds} * * * * *` },
    },
    'work-tracking-prune': {
      task: () => pruneDeliveries(strapi),
      options: { rule: '0 17 * * * *' },
    },
  });
}

/** Waits for the attempts in flight and releases the other deliveries. */
export async function stopDelivering(strapi: Core.Strapi): Promise<void> {
  const { dispatcher, resends, resumes } = workersOf(strapi);
  await Promise.all([resends.stop(), resumes.stop()]);
  await dispatcher.stop();
}

/**
 * Looks for work that a missed wake-up left behind, and reads the database's clock, in one query. An idle service
 * makes no other.
 * @returns which kinds of work are waiting
 */
async function lookForWork(strapi: Core.Strapi): Promise<Record<Work, boolean>> {
  const knex = strapi.db.connection;
  const askedAtMs = Date.now();
  // The first in the order of the index, since `exists` has no order: without statistics a planner expects so many that
  // it would look at one row after the other.
  const due = dueAt(strapi, databaseNow()).select('due_at').orderBy('due_at').limit(1);
  const running = tableOf(strapi, RESEND).select(knex.raw('1')).where({ state: 'running' });
  const resuming = resumingSubscriptions(strapi).select(knex.raw('1'));
  // These are true, 1 or '1', depending on the database.
  const row = (await knex
    .select(
      knex.raw(`${epochMsSql(strapi)} as epoch_ms`),
      knex.raw('? is not null as deliveries', [due]),
      knex.raw('exists ? as resends', [running]),
      knex.raw('exists ? as resumes', [resuming]),
    )
    .first()) as { epoch_ms: number | string } & Record<Work, unknown>;
  observeDatabaseTime(row.epoch_ms, askedAtMs);
  return {
    deliveries: Number(row.deliveries) === 1,
    resends: Number(row.resends) === 1,
    resumes: Number(row.resumes) === 1,
  };
}
