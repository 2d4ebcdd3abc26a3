import type { Core } from '@strapi/types';
import once from 'lodash/once';
import { invalidField } from '../../../domain/errors';
import { assertRecordSize, MAX_RECORD_BYTES, recordBytes } from '../../../domain/record-size';
import { recordChange } from '../events/outbox';
import { wrapEntityWrites, wrapRelationWrites } from '../host/entity-writes';
import { API_TOKEN, isOwnType } from '../uids';
import { spareAcceptedValues } from './accepted-values';
import { namingAllMistakes } from './all-mistakes';
import { changedAttributes, dropPlainAttributes, recordChanges } from './changes';
import { readCopy } from './clones';
import { givenProjectId, readColumnRelations } from './column-relations';
import {
  changesBeside,
  comparingRows,
  lockBeforeChange,
  rowAfterChange,
  rowBeforeUpdate,
} from './compared-rows';
import {
  giveIdAndTimes,
  keepIdAndTimes,
  leaveIdsToService,
  prepareColumns,
  prepareGivenParts,
} from './given-values';
import { keepLinkedRecords, keepWithLinkedRecords, watchedTypes } from './linked-records';
import { assertCurrentVersion } from './optimistic-lock';
import { asRefusal, asStrapiError, noBulkWrites, readOnlyLifecycles, withFinalRefusals } from './refusals';
import {
  lockRecord,
  ownProject,
  readRecord,
  type InProject,
  type LifecycleEvent,
  type StoredRow,
} from './rows';
import { storeFields, type RecordRules, type TypeRules } from './rules';
import { DOCUMENT_WRITES, type DocumentWrite } from './strapi-writes';

/** The types of the service, by their uid, with what guards them. */
export interface GuardedTypes {
  /** Records of a project: their rules are asked by `recordLifecycles`. */
  records: Readonly<Record<string, RecordRules>>;
  /** Other types that people and code write, with lifecycles of their own. */
  others: Readonly<Record<string, TypeRules & { lifecycles: (strapi: Core.Strapi) => object }>>;
  /** Types that the service alone writes, by their plural in sentences. */
  readOnly: Readonly<Record<string, string>>;
}

/**
 * What happens to a write, in its order, from the door to the outbox. v1, the panel, GraphQL and most code write through
 * the document service (1), which writes rows through the database layer (2); so does `strapi.db.query()`, for which
 * nobody else would begin a transaction. The rules are asked in the lifecycles of the row (3), below every door.
 */
export function guardWrites(strapi: Core.Strapi, { records, others, readOnly }: GuardedTypes): void {
  const rules: Readonly<Record<string, TypeRules>> = { ...records, ...others };
  const recorded = Object.keys(records).filter((uid) => records[uid]?.times !== undefined);
  const watched = once(() => watchedTypes(strapi, recorded));
  const comparing = <Result>(work: () => Promise<Result>) =>
    comparingRows(strapi, (uid, before) => countChange(strapi, uid, records[uid], before as never), work);

  // 1. A write of a document.
  strapi.documents.use((context, next) => {
    if (!DOCUMENT_WRITES.includes(context.action)) return next();
    const write = context as unknown as DocumentWrite;
    return namingAllMistakes(strapi, rules[write.uid], write, async () => {
      await readColumnRelations(strapi, write);
      const isCompared = watched().has(write.uid) || changesBeside(strapi, write);
      return inTransaction(strapi, write.uid, () =>
        isCompared ? comparing(() => writeDocument(write, next)) : writeDocument(write, next),
      );
    }) as never;
  });

  async function writeDocument(write: DocumentWrite, next: () => Promise<unknown>): Promise<unknown> {
    const { uid, action } = write;
    if (!isOwnType(uid)) return next();
    const isChange = action === 'update' || action === 'delete';
    if (isChange && !(await lockBeforeChange(strapi, write))) return null;
    if (action === 'clone') await readCopy(strapi, write, records[uid]);
    if (uid in rules) prepareGivenParts(strapi, write);
    if (uid in rules && action === 'create') leaveIdsToService(write);
    return next();
  }

  // 2. A write of a row, and one of its relations alone.
  wrapEntityWrites(strapi, (write, next) => {
    const writeRow = () => rowInTransaction(strapi, write.uid, next);
    if (write.write === 'createMany' || !watched().has(write.uid)) return writeRow();
    return comparing(async () => {
      await keepLinkedRecords(strapi, recorded, write);
      return writeRow();
    });
  });
  wrapRelationWrites(strapi, (write, next) => {
    if (!watched().has(write.uid)) return next();
    return comparing(async () => {
      await keepWithLinkedRecords(strapi, recorded, write);
      return next();
    });
  });

  // 3. The rules, before the row is written, and what follows from it.
  const subscribe = (uid: string, lifecycles: object) =>
    strapi.db.lifecycles.subscribe({ models: [uid], ...withFinalRefusals(strapi, lifecycles) });
  for (const [uid, own] of Object.entries(records)) {
    subscribe(uid, { ...noBulkWrites(own.plural), ...recordLifecycles(strapi, uid, own) });
  }
  for (const [uid, own] of Object.entries(others)) {
    subscribe(uid, { ...noBulkWrites(own.plural), ...own.lifecycles(strapi) });
  }
  for (const [uid, plural] of Object.entries(readOnly)) subscribe(uid, readOnlyLifecycles(plural));

  // What the rules accept Strapi need not judge again.
  spareAcceptedValues(strapi, Object.keys(records));
}

/** Every write of our types is in a transaction, that a rule may refuse it and that its events commit with it. */
const inTransaction = <Result>(strapi: Core.Strapi, uid: string, work: () => Promise<Result>) =>
  // Those of Strapi's API tokens too: a change of their project is a change that is recorded.
  isOwnType(uid) || uid === API_TOKEN ? strapi.db.transaction(work) : work();

/** The same for the database layer, from which errors of ours leave as Strapi's. */
async function rowInTransaction<Result>(
  strapi: Core.Strapi,
  uid: string,
  next: () => Promise<Result>,
): Promise<Result> {
  if (!isOwnType(uid) && uid !== API_TOKEN) return next();
  try {
    return await inTransaction(strapi, uid, next);
  } catch (error) {
    throw asStrapiError(asRefusal(uid, error));
  }
}

/** What the lifecycles before a write leave for those after it. */
interface State {
  /** Row id of the project that a new record was given. */
  projectId?: number;
  before?: InProject<StoredRow>;
  isEffective?: boolean;
}

type RecordEvent = LifecycleEvent<StoredRow, State>;

/** A record of a project: created, changed, deleted. */
function recordLifecycles(strapi: Core.Strapi, uid: string, rules: RecordRules) {
  const isVersioned = rules.times !== undefined;
  return {
    async beforeCreate(event: RecordEvent) {
      const { data } = event.params;
      prepareColumns(strapi, uid, data);
      giveIdAndTimes(data);
      await rules.readGiven?.(strapi, data, null);
      rules.judge?.(strapi, data, null);
      storeFields(rules.fields(strapi, null), data, true);
      const projectId = await givenProjectId(strapi, uid, data);
      if (isVersioned) data.version = 1;
      await rules.complete(strapi, data, null, projectId);
      event.state = { projectId };
    },

    async afterCreate({ result, state: { projectId } }: RecordEvent) {
      const after = await readRecord<StoredRow>(strapi, uid, result.id);
      if (ownProject(after).id !== projectId)
        throw invalidField('project', 'Give one project, by the name project.');
      await recordWritten(strapi, rules, null, after);
    },

    async beforeUpdate(event: RecordEvent) {
      const { where, data } = event.params;
      prepareColumns(strapi, uid, data);
      const before = await rowBeforeUpdate<StoredRow>(strapi, uid, where);
      if (!before) return;
      keepIdAndTimes(before, data);
      await rules.readGiven?.(strapi, data, before);
      const isChanged = () => changedAttributes(strapi, uid, before, data).length > 0;
      assertCurrentVersion(strapi, before, isChanged);
      rules.judge?.(strapi, data, before);
      storeFields(rules.fields(strapi, before), data, false);
      await rules.complete(strapi, data, before, ownProject(before).id);
      const isEffective = isChanged();
      if (!isEffective) dropPlainAttributes(strapi, uid, data);
      else if (isVersioned) data.version = (before.version ?? 0) + 1;
      event.state = { before, isEffective };
    },

    async afterUpdate({ result, state: { before, isEffective } }: RecordEvent) {
      if (!before) return;
      const after = await rowAfterChange(strapi, uid, before, rules.times, { isEffective, result });
      if (!after) return;
      // Only its relations, media and components have changed.
      if (!isEffective) assertCurrentVersion(strapi, before);
      await recordWritten(strapi, rules, before, after);
    },

    async beforeDelete(event: RecordEvent) {
      const before = await lockRecord<StoredRow>(strapi, uid, event.params.where);
      if (before) await rules.remove(strapi, before);
      event.state = before ? { before } : {};
    },

    async afterDelete({ state: { before } }: RecordEvent) {
      if (!before) return;
      // Its audit event is the only one (specification 6).
      await recordChange(strapi, {
        project: ownProject(before),
        action: `${rules.target}.deleted`,
        target: { type: rules.target, id: before.documentId },
        moveDeliveries: () => rules.deliveriesOfDeleted?.(strapi, before),
      });
    },
  };
}

/**
 * Stores what follows from a write of a record, and notes it for the outbox.
 * @throws WorkTrackingError `record_too_large`
 */
async function recordWritten(
  strapi: Core.Strapi,
  rules: RecordRules,
  before: InProject<StoredRow> | null,
  after: InProject<StoredRow>,
): Promise<void> {
  const project = ownProject(after);
  await rules.follow?.(strapi, project, after, before);
  const record = rules.record(strapi, after, project);
  const old = before && rules.record(strapi, before, project);
  const oldBytes = old ? recordBytes(old) : 0;
  const mayGrow = before !== null && oldBytes > MAX_RECORD_BYTES && rules.mayGrow?.(before, after);
  if (!mayGrow) assertRecordSize(recordBytes(record), oldBytes);
  const changes = old ? recordChanges(old, record) : {};
  await recordChange(strapi, {
    project,
    target: { type: rules.target, id: after.documentId },
    ...rules.change({ strapi, before, after, record, changes }),
  });
}

/** Counts what has changed beside a record's row by the write of another one. */
async function countChange(
  strapi: Core.Strapi,
  uid: string,
  rules: RecordRules | undefined,
  before: InProject<StoredRow>,
): Promise<void> {
  // It may be deleted by now.
  if (!rules || !(await lockRecord(strapi, uid, { id: before.id }))) return;
  const after = await rowAfterChange(strapi, uid, before, rules.times);
  if (after) await recordWritten(strapi, rules, before, after);
}
