import type { Core } from '@strapi/types';
import { WorkTrackingError } from '../../../../domain/errors';
import { assertKey } from '../../../../domain/project';
import { lockRow } from '../../database/locks';
import { noBulkWrites } from '../../lifecycles/refused-writes';
import type { LifecycleEvent } from '../../lifecycles/rows';
import type { Project } from '../../records/project';
import { DECISION, PROJECT, SUBSCRIPTION, TICKET } from '../../uids';

type ProjectEvent = LifecycleEvent<Project>;

/** The records that prevent a project from being deleted, by the names in the error. */
const RECORDS = { tickets: TICKET, decisions: DECISION, 'webhook subscriptions': SUBSCRIPTION };

/** The rules of projects, for every write through Strapi (specification 5). */
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
    const project = await lockRow<Project>(strapi, PROJECT, where);
    if (project === null) return;
    const inTheWay: string[] = [];
    for (const [name, uid] of Object.entries(RECORDS)) {
      const count = await strapi.db.query(uid).count({ where: { project_id: project.id } });
      if (count > 0) inTheWay.push(`${count} ${name}`);
    }
    if (inTheWay.length > 0) {
      throw new WorkTrackingError('project_not_empty', {
        message: `Project ${project.key} can't be deleted: it still has ${inTheWay.join(', ')}.`,
      });
    }
  },
});

/**
 * Strapi's own sentence for a taken value does not name it. Of two writers at once, the unique index refuses the
 * second.
 * @throws WorkTrackingError `key_taken`
 */
export async function assertKeyIsFree(strapi: Core.Strapi, key: string): Promise<void> {
  const taken = await strapi.db.query(PROJECT).count({ where: { key } });
  if (taken > 0) throw new WorkTrackingError('key_taken');
}
