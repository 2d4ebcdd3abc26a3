import type { Core } from '@strapi/types';
import isEqual from 'lodash/isEqual';
import { isSameReference, type ContentReference } from '../../../../domain/content';
import {
  assertOpen,
  assertSlug,
  INITIAL_DECISION_STATUS,
  optionIds,
  resolve,
} from '../../../../domain/decision';
import { invalidField } from '../../../../domain/errors';
import { assertRecordSize, MAX_RECORD_BYTES } from '../../../../domain/record-size';
import { slugOf } from '../../../../domain/slug';
import { databaseNow } from '../../database/clock';
import { recordChange } from '../../events/outbox';
import { changedAttributes, dropPlainAttributes, recordChanges } from '../../lifecycles/changes';
import { relatedRowId } from '../../lifecycles/column-relations';
import { deletionLifecycles } from '../../lifecycles/deletion';
import { storeGivenFields, storeNewFields } from '../../lifecycles/field-rules';
import { giveIdAndTimes, keepIdAndTimes } from '../../lifecycles/given-by-service';
import { rowAfterChange, rowBeforeUpdate } from '../../lifecycles/nested-changes';
import { assertCurrentVersion } from '../../lifecycles/optimistic-lock';
import { noBulkWrites } from '../../lifecycles/refused-writes';
import {
  type InProject,
  type LifecycleEvent,
  lockRecord,
  readRecord,
  ownProject,
} from '../../lifecycles/rows';
import { decisionRecord, type Decision } from '../../records/decision';
import { recordBytes } from '../../records/size';
import { DECISION } from '../../uids';
import { deleteCommentsOn } from '../comment/comments';
import { deleteReferences, storeReferences } from '../content-reference/references';
import { deleteSignatures } from '../signature/signatures';
import { withdrawSignatures } from '../signature/withdrawal';
import { decisionFieldRules } from './field-rules';
import { freeSlug, isEmpty } from './slug';

interface UpdateState {
  before?: InProject<Decision>;
  isEffective?: boolean;
}

type DecisionEvent = LifecycleEvent<Decision, UpdateState>;

/** The columns that hold the time of the last change. */
const TIMES = ['updated_at'];

/** The attributes that resolving sets, once. */
const RESOLUTION = ['state', 'verdict', 'optionId', 'note', 'resolvedAt'] as const;

/** The rules of decisions, for every write through Strapi (specification 3.2). */
export const decisionLifecycles = (strapi: Core.Strapi) => ({
  ...noBulkWrites('decisions'),
  ...deletionLifecycles(strapi, {
    uid: DECISION,
    action: 'decision.deleted',
    target: 'decision',
    async alongside(row) {
      const { id, documentId, project, content } = row as InProject<Decision>;
      await withdrawSignatures(strapi, row as InProject<Decision>, content ?? []);
      await deleteReferences(strapi, 'decision', id);
      await deleteSignatures(strapi, id);
      await deleteCommentsOn(strapi, project?.id ?? 0, { type: 'decision', id: documentId });
    },
  }),

  async beforeCreate({ params: { data } }: DecisionEvent) {
    giveIdAndTimes(data);
    storeNewFields(decisionFieldRules(strapi, null), data);
    if (isEmpty(data.slug)) data.slug = await derivedSlug(strapi, data);
    assertSlug(data.slug);
    assertUnresolved(data);
    Object.assign(data, {
      state: INITIAL_DECISION_STATUS,
      bodyMarkdown: data.bodyMarkdown ?? '',
      version: 1,
    });
  },

  async afterCreate({ result }: DecisionEvent) {
    const decision = await readRecord<Decision>(strapi, DECISION, result.id);
    const project = ownProject(decision);
    assertRecordSize(recordBytes(decisionRecord(strapi, decision, project)), 0);
    await storeReferences(strapi, project.id, { type: 'decision', row: decision });
    await recordChange(strapi, {
      project,
      action: 'decision.created',
      target: { type: 'decision', id: decision.documentId },
    });
  },

  async beforeUpdate(event: DecisionEvent) {
    const { where, data } = event.params;
    const before = await rowBeforeUpdate<Decision>(strapi, DECISION, where);
    if (!before) return;
    keepIdAndTimes(before, data);
    // null and '' look the same in a record.
    before.bodyMarkdown ??= '';
    if (data.bodyMarkdown === null) data.bodyMarkdown = '';
    const isChanged = () => changedAttributes(strapi, DECISION, before, data).length > 0;
    assertCurrentVersion(strapi, before, isChanged);
    storeGivenFields(decisionFieldRules(strapi, before), data);
    if (before.state === 'resolved') assertResolutionKept(before, data);
    else if (data.state === 'resolved') Object.assign(data, resolution(before, data));
    else assertUnresolved(data);

    const isEffective = isChanged();
    if (isEffective) data.version = before.version + 1;
    else dropPlainAttributes(strapi, DECISION, data);
    event.state = { before, isEffective };
  },

  async afterUpdate({ result, state: { before, isEffective } }: DecisionEvent) {
    if (!before) return;
    const after = await rowAfterChange(strapi, DECISION, before, TIMES, { isEffective, result });
    if (!after) return;
    // Only its relations, media and components have changed.
    if (!isEffective) assertCurrentVersion(strapi, before);
    const project = ownProject(after);
    const isLeft = (entry: ContentReference) =>
      !after.content?.some((other) => isSameReference(entry, other));
    await withdrawSignatures(strapi, before, before.content?.filter(isLeft) ?? []);
    await storeReferences(strapi, project.id, { type: 'decision', row: after }, before.content ?? []);
    const isResolved = before.state !== after.state;
    const record = decisionRecord(strapi, after, project);
    const oldRecord = decisionRecord(strapi, before, project);
    const oldBytes = recordBytes(oldRecord);
    // A decision that was too large before there was a limit can still be resolved.
    if (!isResolved || oldBytes <= MAX_RECORD_BYTES) assertRecordSize(recordBytes(record), oldBytes);
    await recordChange(strapi, {
      project,
      action: isResolved ? 'decision.resolved' : 'decision.updated',
      target: { type: 'decision', id: after.documentId },
      ...(isResolved ? {} : { changes: recordChanges(oldRecord, record) }),
      events: isResolved ? [{ type: 'decision.resolved', data: record }] : [],
    });
  },
});

/** Counts what has changed in a decision's relations, media and components by the write of another record. */
export async function countDecisionChange(strapi: Core.Strapi, before: InProject<Decision>): Promise<void> {
  // It may be deleted by now.
  if (!(await lockRecord(strapi, DECISION, { id: before.id }))) return;
  const after = await rowAfterChange(strapi, DECISION, before, TIMES);
  if (!after) return;
  const project = ownProject(after);
  await recordChange(strapi, {
    project,
    action: 'decision.updated',
    target: { type: 'decision', id: after.documentId },
    changes: recordChanges(decisionRecord(strapi, before, project), decisionRecord(strapi, after, project)),
  });
}

/** The slug for a form that leaves it empty; undefined when there is no project to look for a free one in. */
async function derivedSlug(strapi: Core.Strapi, { title, project }: Record<string, unknown>) {
  if (isEmpty(project)) return undefined;
  const id = await relatedRowId(strapi, DECISION, 'project', project);
  return typeof id === 'number' ? freeSlug(strapi, id, slugOf(title as string)) : undefined;
}

function resolution(before: Decision, data: Record<string, unknown>) {
  const frontmatter = (data.frontmatter ?? before.frontmatter ?? {}) as Record<string, unknown>;
  const { verdict, note, optionId } = data;
  return resolve({ verdict, note, optionId }, optionIds(frontmatter), databaseNow());
}

/** The resolution of an open decision can only be set by resolving it. */
function assertUnresolved(data: Record<string, unknown>): void {
  if (data.state !== undefined && data.state !== null && data.state !== INITIAL_DECISION_STATUS) {
    throw invalidField('state', 'A new decision is open; file it first, then resolve it.');
  }
  for (const name of RESOLUTION) {
    const isGiven = data[name] !== undefined && data[name] !== null && data[name] !== '';
    if (name !== 'state' && isGiven) {
      throw invalidField(
        name,
        `${name} is set by resolving the decision: set its state to resolved as well.`,
      );
    }
  }
}

/** @throws WorkTrackingError `already_resolved` when `data` would change the resolution */
function assertResolutionKept(before: Decision, data: Record<string, unknown>): void {
  const plain = (value: unknown) => (value === '' || value === undefined ? null : value);
  const time = (value: unknown) => (value ? new Date(value as string).getTime() : null);
  for (const name of RESOLUTION) {
    if (data[name] === undefined) continue;
    const isKept =
      name === 'resolvedAt'
        ? time(data[name]) === time(before[name])
        : isEqual(plain(data[name]), plain(before[name]));
    if (!isKept) assertOpen(before.state);
    delete data[name];
  }
}
