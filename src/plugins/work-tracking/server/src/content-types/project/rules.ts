import type { Core } from '@strapi/types';
import isEmpty from 'lodash/isEmpty';
import { WorkTrackingError } from '../../../../domain/errors';
import { assertKey, assertProjectName } from '../../../../domain/project';
import { lockRow } from '../../database/locks';
import { tableOf } from '../../database/tables';
import { recordChange, storeRecordedChanges } from '../../events/outbox';
import { projectRecord, type Project } from '../../records/project';
import { COUNTER, DECISION, NOTICE, PROJECT, SUBSCRIPTION, TICKET } from '../../uids';
import { recordChanges } from '../../write/changes';
import { giveIdAndTimes, keepIdAndTimes, prepareColumns } from '../../write/given-values';
import type { LifecycleEvent } from '../../write/rows';
import { storeFields, type TypeRules, type FieldRules } from '../../write/rules';

/** The rules of a project's fields (specification 5). */
const projectFieldRules = (): FieldRules => ({
  key: (key) => assertKey('key', key),
  name: assertProjectName,
  ventureKey: (key) => assertKey('ventureKey', key),
});

interface UpdateState {
  before?: Project & { createdAt: string };
}

type ProjectEvent = LifecycleEvent<Project, UpdateState>;

/** The records that prevent a project from being deleted, by the names in the error. */
const RECORDS = { tickets: TICKET, decisions: DECISION, 'webhook subscriptions': SUBSCRIPTION };

/** The rules of projects, for every write through Strapi (specification 5). */
export const projectRules: TypeRules & { lifecycles: (strapi: Core.Strapi) => object } = {
  plural: 'projects',
  fields: projectFieldRules,
  lifecycles: (strapi) => projectLifecycles(strapi),
};

const projectLifecycles = (strapi: Core.Strapi) => ({
  beforeCreate({ params: { data } }: ProjectEvent) {
    prepareColumns(strapi, PROJECT, data);
    giveIdAndTimes(data);
    storeFields(projectFieldRules(), data, true);
  },

  async beforeUpdate(event: ProjectEvent) {
    const { where = {}, data } = event.params;
    prepareColumns(strapi, PROJECT, data);
    const before = await lockRow<NonNullable<UpdateState['before']>>(strapi, PROJECT, where);
    if (before === null) return;
    keepIdAndTimes(before, data);
    storeFields(projectFieldRules(), data, false);
    event.state = { before };
  },

  async afterUpdate({ state: { before } }: ProjectEvent) {
    if (before === undefined) return;
    const project: Project = await strapi.db.query(PROJECT).findOne({ where: { id: before.id } });
    const changes = recordChanges(projectRecord(before), projectRecord(project));
    if (isEmpty(changes)) return;
    const target = { type: 'project', id: project.documentId } as const;
    await recordChange(strapi, { project, action: 'project.updated', target, changes });
  },

  async beforeDelete({ params: { where = {} } }: ProjectEvent) {
    const project = await lockRow<Project>(strapi, PROJECT, where);
    if (project === null) return;
    const inTheWay: string[] = [];
    for (const [name, uid] of Object.entries(RECORDS)) {
      const count = await countForSure(strapi, uid, project.id);
      if (count > 0) inTheWay.push(`${count} ${name}`);
    }
    if (inTheWay.length > 0) {
      throw new WorkTrackingError('project_not_empty', {
        message: `Project ${project.key} can't be deleted: it still has ${inTheWay.join(', ')}.`,
      });
    }
    await storeRecordedChanges(strapi);
    await strapi.db.transaction(async ({ trx }) => {
      await tableOf(strapi, COUNTER).where({ project_id: project.id }).delete().transacting(trx);
      await tableOf(strapi, NOTICE).where({ target_id: project.documentId }).delete().transacting(trx);
    });
  },
});

/** MariaDB shows a transaction what was there when it began, unless it locks what it reads. */
async function countForSure(strapi: Core.Strapi, uid: string, projectId: number): Promise<number> {
  if (strapi.db.dialect.client !== 'mysql')
    return strapi.db.query(uid).count({ where: { project_id: projectId } });
  return strapi.db.transaction(async ({ trx }) => {
    const rows = tableOf(strapi, uid).select('id').where({ project_id: projectId });
    return ((await rows.forShare().transacting(trx)) as unknown[]).length;
  });
}

/**
 * Strapi's own sentence for a taken value does not name it. Of two writers at once, the unique index refuses the
 * second.
 * @throws WorkTrackingError `key_taken`
 */
export async function assertKeyIsFree(strapi: Core.Strapi, key: string): Promise<void> {
  const taken = await strapi.db.query(PROJECT).count({ where: { key } });
  if (taken > 0) throw new WorkTrackingError('key_taken');
}
