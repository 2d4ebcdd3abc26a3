import type { Core } from '@strapi/types';
import { NOTICE_REPEAT_MS, type NoticeKind } from '../../../../domain/notice';
import { configOf } from '../../config';
import { databaseNow } from '../../database/clock';
import { tableOf } from '../../database/tables';
import { DELIVERY, NOTICE, PROJECT } from '../../uids';
import { addNoticeOnce } from './store';

const DEAD_LETTERS: NoticeKind = 'dead_letters';

/** A project whose dead deliveries have reached the threshold, or about which there is a notice. */
interface Found {
  project_id: string;
  /** Row id of the dead delivery that reaches the threshold; null while there are fewer. */
  reached: number | null;
  notice_id: number | null;
  sent_at: Date | number | string | null;
  /** Row id of a dead delivery that was created after the last e-mail; null for none. */
  newer: number | null;
}

/**
 * Finds the projects whose dead deliveries have reached the threshold, and those that have fallen below it again. It
 * reads without locks, in one statement for all projects, an index entry for each delivery up to the threshold. Several
 * instances may run it at once.
 */
export async function findDeadLetters(strapi: Core.Strapi): Promise<void> {
  const repeatBefore = databaseNow().getTime() - NOTICE_REPEAT_MS;
  for (const { project_id: project, notice_id: id, reached, newer, sent_at: sentAt } of await found(strapi)) {
    if (id === null) await addNoticeOnce(strapi, DEAD_LETTERS, project);
    else if (reached === null) await tableOf(strapi, NOTICE).where({ id }).delete();
    else if (sentAt !== null && newer !== null && new Date(sentAt).getTime() <= repeatBefore)
      await tableOf(strapi, NOTICE)
        .where({ id, sent_at: sentAt, due_at: null })
        .update({ due_at: databaseNow() });
  }
}

async function found(strapi: Core.Strapi): Promise<Found[]> {
  const knex = strapi.db.connection;
  const from = (uid: string, alias: string) =>
    strapi.db.getConnection().from(`${strapi.db.metadata.get(uid).tableName} as ${alias}`);
  const dead = () =>
    from(DELIVERY, 'dead')
      .select('dead.id')
      .where({ 'dead.project_id': knex.ref('project.id'), 'dead.state': 'dead' })
      .whereNull('dead.resent_at')
      .orderBy(['dead.created_at', 'dead.id'])
      .limit(1);
  const projects = from(PROJECT, 'project')
    .leftJoin(`${strapi.db.metadata.get(NOTICE).tableName} as notice`, (on) =>
      on.on('notice.target_id', 'project.document_id').andOnVal('notice.kind', DEAD_LETTERS),
    )
    .select({
      project_id: 'project.document_id',
      notice_id: 'notice.id',
      sent_at: 'notice.sent_at',
      reached: dead().offset(configOf(strapi).notify.deadLetters - 1),
      newer: dead().where('dead.created_at', '>', knex.ref('notice.sent_at')),
    } as never);
  return (await knex
    .from(projects.as('projects'))
    .whereNotNull('reached')
    .orWhereNotNull('notice_id')) as Found[];
}
