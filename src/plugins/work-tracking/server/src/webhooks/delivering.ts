import type { Core } from '@strapi/types';
import { configOf } from '../config';
import { databaseNow, epochMsSql, observeDatabaseTime } from '../database/clock';
import { logLostConnections } from '../database/outage';
import { tableOf } from '../database/tables';
import { wakeFor, type Work } from '../events/wake-ups';
import { checkJobs } from '../host/cron-jobs';
import { RESEND } from '../uids';
import { JOBS, restartJobsAfterClockSteps } from './clock-steps';
import type { Dispatcher } from './dispatcher';
import { dueAt } from './due-deliveries';
import { findDeadLetters } from './notices/dead-letters';
import { isNotifying } from './notices/mail';
import { dueNotices } from './notices/store';
import type { NoticeWorker } from './notices/worker';
import type { ResendWorker } from './resend-worker';
import { resumingSubscriptions, type ResumeWorker } from './resume-worker';
import { pruneDeliveries } from './retention';
import { deleteOldSecrets } from './secrets';

function workersOf(strapi: Core.Strapi) {
  const dispatcher: Dispatcher = strapi.plugin('work-tracking').service('dispatcher');
  const resends: ResendWorker = strapi.plugin('work-tracking').service('resends');
  const resumes: ResumeWorker = strapi.plugin('work-tracking').service('resumes');
  const notices: NoticeWorker = strapi.plugin('work-tracking').service('notices');
  return { dispatcher, resends, resumes, notices };
}

/**
 * Starts to deliver once the process serves requests: after each commit, and at each tick of the cron. A process that
 * only loads Strapi, as the command line does, delivers nothing.
 */
export function startDelivering(strapi: Core.Strapi): void {
  const { dispatcher, resends, resumes, notices } = workersOf(strapi);
  strapi.server.httpServer.once('listening', () => {
    strapi.server.httpServer.once('close', logLostConnections(strapi));
    strapi.server.httpServer.once('close', restartJobsAfterClockSteps(strapi));
    dispatcher.start();
    resends.start();
    resumes.start();
    notices.start();
  });
  wakeFor(strapi, 'deliveries', () => dispatcher.wake());
  wakeFor(strapi, 'resends', () => resends.wake());
  wakeFor(strapi, 'resumes', () => resumes.wake());
  wakeFor(strapi, 'notices', () => notices.wake());
  strapi.cron.add({
    'work-tracking-deliver': {
      task: async () => {
        const work = await lookForWork(strapi);
        if (work.deliveries) dispatcher.wake();
        if (work.resends) resends.wake();
        if (work.resumes) resumes.wake();
        if (work.notices) notices.wake();
      },
      options: { rule: `*/${configOf(strapi).delivery.tickSeconds} * * * * *` },
    },
    'work-tracking-notify': {
      task: async () => {
        if (!isNotifying(strapi)) return;
        await findDeadLetters(strapi);
        notices.wake();
      },
      options: { rule: '41 * * * * *' },
    },
    'work-tracking-prune': {
      task: async () => {
        await deleteOldSecrets(strapi);
        await pruneDeliveries(strapi);
      },
      options: { rule: '0 17 * * * *' },
    },
  });
  checkJobs(strapi, JOBS);
}

/** Waits for the attempts and the e-mails in flight, each for a bounded time, and releases the other deliveries. */
export async function stopDelivering(strapi: Core.Strapi): Promise<void> {
  const { dispatcher, resends, resumes, notices } = workersOf(strapi);
  const told = notices.stop();
  await Promise.all([resends.stop(), resumes.stop()]);
  await Promise.all([dispatcher.stop(), told]);
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
  const notices = dueNotices(strapi, databaseNow()).select(knex.raw('1'));
  // These are true, 1 or '1', depending on the database.
  const row = (await knex
    .select(
      knex.raw(`${epochMsSql(strapi)} as epoch_ms`),
      knex.raw('? is not null as deliveries', [due]),
      knex.raw('exists ? as resends', [running]),
      knex.raw('exists ? as resumes', [resuming]),
      knex.raw('exists ? as notices', [notices]),
    )
    .first()) as { epoch_ms: number | string } & Record<Work, unknown>;
  observeDatabaseTime(row.epoch_ms, askedAtMs);
  return {
    deliveries: Number(row.deliveries) === 1,
    resends: Number(row.resends) === 1,
    resumes: Number(row.resumes) === 1,
    notices: Number(row.notices) === 1,
  };
}
