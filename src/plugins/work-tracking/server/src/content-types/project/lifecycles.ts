import type { Core } from '@strapi/types';
import { assertKey } from '../../../../domain/project';
import { RuleViolation } from '../../../../domain/rule-violation';
import type { Project } from '../../records/project';
import { DECISION, PROJECT, SUBSCRIPTION, TICKET } from '../../uids';
import type { LifecycleEvent } from '../lifecycle-event';
import { noBulkWrites } from '../no-bulk-writes';

type ProjectEvent = LifecycleEvent<Project>;

/** What keeps a project from being deleted, in the words that the error uses. */
const RECORDS = { tickets: TICKET, decisions: DECISION, 'webhook subscriptions': SUBSCRIPTION };

/** The rules of projects, below every door (gaps.md, Tokens and projects). */
export const projectLifecycles = (strapi: Core.Strapi) => ({
  ...noBulkWrites('projects'),

  beforeCreate({ params: { data } }: ProjectEvent) {
    assertKey('key', data.key);
    assertKey('ventureKey', data.ventureKey);
  },

  beforeUpdate({ params: { data } }: ProjectEvent) {
    if (data.key !== undefined) assertKey('key', data.key);
    if (data.ventureKey !== undefined) assertKey('ventureKey', data.ventureKey);
  },

  async beforeDelete({ params: { where = {} } }: ProjectEvent) {
    const project: Project | null = await strapi.db
      .queryBuilder(PROJECT)
      .select('*')
      .where(where)
      .forUpdate()
      .first()
      .execute();
    if (project === null) return;
    const inTheWay: string[] = [];
    for (const [name, uid] of Object.entries(RECORDS)) {
      const count = await strapi.db.query(uid).count({ where: { project_id: project.id } });
      if (count > 0) inTheWay.push(`${count} ${name}`);
    }
    if (inTheWay.length > 0) {
      throw new RuleViolation(
        'project_not_empty',
        `Project ${project.key} can't be deleted: it still has ${inTheWay.join(', ')}.`,
      );
    }
  },
});
