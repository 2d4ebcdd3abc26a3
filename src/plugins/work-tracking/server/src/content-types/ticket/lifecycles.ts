import type { Core } from '@strapi/types';
import { invalidField } from '../../../../domain/errors';
import { assertRecordSize } from '../../../../domain/record-size';
import { assertMove, assertNewTicketStatus, INITIAL_TICKET_STATUS } from '../../../../domain/ticket';
import { databaseNow } from '../../database/clock';
import { nextNumber } from '../../database/counters';
import { recordChange } from '../../events/outbox';
import { changedAttributes, recordChanges, dropPlainAttributes } from '../../lifecycles/changes';
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
import type { Project } from '../../records/project';
import { recordBytes } from '../../records/size';
import { ticketRecord, type Ticket } from '../../records/ticket';
import { TICKET } from '../../uids';
import { deleteCommentsOn } from '../comment/comments';
import { deleteReferences, storeReferences } from '../content-reference/references';
import { assignTo } from './assignees';
import { ticketFieldRules } from './field-rules';
import { deleteLabels, storeLabels } from './labels';
import { ticketMoves } from './moves';

interface TicketState {
  /** Row id of the project whose counter gave a new ticket its number. */
  countedIn?: number;
  before?: InProject<Ticket>;
  isEffective?: boolean;
}

type TicketEvent = LifecycleEvent<Ticket, TicketState>;

/** The rules of tickets, for every write through Strapi (specification 3.1). */
export const ticketLifecycles = (strapi: Core.Strapi) => ({
  ...noBulkWrites('tickets'),
  ...deletionLifecycles(strapi, {
    uid: TICKET,
    action: 'ticket.deleted',
    target: 'ticket',
    async alongside({ id, documentId, project }) {
      await deleteLabels(strapi, id);
      await deleteReferences(strapi, 'ticket', id);
      await deleteCommentsOn(strapi, project?.id ?? 0, { type: 'ticket', id: documentId });
    },
  }),

  async beforeCreate(event: TicketEvent) {
    const { data } = event.params;
    giveIdAndTimes(data);
    assertNewTicketStatus(data.state);
    storeNewFields(ticketFieldRules(strapi, null), data);
    Object.assign(data, { state: INITIAL_TICKET_STATUS, version: 1, syncedAt: databaseNow() });
    // The database layer takes a relation by its column's name too.
    const countedIn = await relatedRowId(strapi, TICKET, 'project', data.project ?? data.project_id ?? null);
    await assignTo(strapi, data, null);
    // Last, since whoever files the project's next ticket waits from here on.
    if (countedIn) data.number = await nextNumber(strapi, countedIn, 'tickets');
    event.state = countedIn ? { countedIn } : {};
  },

  async afterCreate({ result, state: { countedIn } }: TicketEvent) {
    const ticket = await readRecord<Ticket>(strapi, TICKET, result.id);
    const project = ownProject(ticket);
    if (countedIn !== project.id) throw invalidField('project', 'Give one project, by the name project.');
    const record = ticketRecord(strapi, ticket, project);
    assertRecordSize(recordBytes(record), 0);
    await storeLabels(strapi, project.id, ticket);
    await storeReferences(strapi, project.id, { type: 'ticket', row: ticket });
    await recordChange(strapi, {
      project,
      action: 'ticket.created',
      target: { type: 'ticket', id: ticket.documentId },
      events: [{ type: 'ticket.created', data: record }],
    });
  },

  async beforeUpdate(event: TicketEvent) {
    const { where, data } = event.params;
    const before = await rowBeforeUpdate<Ticket>(strapi, TICKET, where);
    if (!before) return;
    keepIdAndTimes(before, data);
    const isReassigned = await assignTo(strapi, data, before.assignee?.id ?? null);
    const isChanged = () => isReassigned || changedAttributes(strapi, TICKET, before, data).length > 0;
    assertCurrentVersion(strapi, before, isChanged);
    if (data.state !== undefined) {
      assertMove(ticketMoves(strapi, before.project?.key), before.state, checkedStatus(data.state));
    }
    assertSameNumber(before, data);
    storeGivenFields(ticketFieldRules(strapi, before), data);

    const isEffective = isChanged();
    if (isEffective) Object.assign(data, { version: before.version + 1, syncedAt: databaseNow() });
    else dropPlainAttributes(strapi, TICKET, data);
    event.state = { before, isEffective };
  },

  async afterUpdate({ result, state: { before, isEffective } }: TicketEvent) {
    if (!before) return;
    const after = await rowAfterChange(strapi, TICKET, before, TIMES, { isEffective, result });
    if (!after) return;
    // Only its other relations, media and components have changed.
    if (!isEffective) assertCurrentVersion(strapi, before);
    const project = ownProject(after);
    await storeLabels(strapi, project.id, after, before.labels ?? []);
    await storeReferences(strapi, project.id, { type: 'ticket', row: after }, before.content ?? []);
    await recordUpdate(strapi, project, before, after);
  },
});

/** The columns that hold the time of the last change. */
const TIMES = ['synced_at', 'updated_at'];

/** @throws WorkTrackingError `record_too_large` */
async function recordUpdate(
  strapi: Core.Strapi,
  project: Project,
  before: Ticket,
  after: Ticket,
): Promise<void> {
  const oldRecord = ticketRecord(strapi, before, project);
  const record = ticketRecord(strapi, after, project);
  assertRecordSize(recordBytes(record), recordBytes(oldRecord));
  const changes = recordChanges(oldRecord, record);
  await recordChange(strapi, {
    project,
    action: 'ticket.updated',
    target: { type: 'ticket', id: after.documentId },
    changes,
    events: [{ type: 'ticket.updated', data: { ...record, changes } }],
  });
}

/** Counts what has changed in a ticket's relations, media and components by the write of another record. */
export async function countTicketChange(strapi: Core.Strapi, before: InProject<Ticket>): Promise<void> {
  // It may be deleted by now.
  if (!(await lockRecord(strapi, TICKET, { id: before.id }))) return;
  const after = await rowAfterChange(strapi, TICKET, before, TIMES);
  if (after) await recordUpdate(strapi, ownProject(after), before, after);
}

/** The form of the content manager sends it back as it is. */
function assertSameNumber(before: Ticket, data: Record<string, unknown>): void {
  if (data.number === undefined || data.number === before.number) return;
  throw invalidField('number', `This is number ${before.number} of its project and stays it.`, 'read_only');
}

function checkedStatus(status: unknown): string {
  if (typeof status !== 'string') throw invalidField('state', 'A ticket always has a status.');
  return status;
}
