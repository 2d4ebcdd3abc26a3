import type { Core } from '@strapi/types';
import { invalidField } from '../../../../domain/errors';
import { assertRecordSize } from '../../../../domain/record-size';
import {
  assertMove,
  assertNewTicketStatus,
  assertPriority,
  INITIAL_TICKET_STATUS,
  storedLabel,
} from '../../../../domain/ticket';
import { assertTitle } from '../../../../domain/title';
import { databaseNow } from '../../database/clock';
import { recordChange } from '../../events/outbox';
import { changedAttributes, recordChanges, dropPlainAttributes } from '../../lifecycles/changes';
import { deletionLifecycles } from '../../lifecycles/deletion';
import { rowBeforeUpdate, stepVersionIfNestedChanged } from '../../lifecycles/nested-changes';
import { assertCurrentVersion } from '../../lifecycles/optimistic-lock';
import { noBulkWrites } from '../../lifecycles/refused-writes';
import {
  type InProject,
  type LifecycleEvent,
  lockRecord,
  readRecord,
  assertSameProject,
  ownProject,
} from '../../lifecycles/rows';
import type { Project } from '../../records/project';
import { recordBytes } from '../../records/size';
import { ticketRecord, type Ticket } from '../../records/ticket';
import { TICKET } from '../../uids';
import { ticketMoves, ticketPriorities } from './moves';

interface UpdateState {
  before?: InProject<Ticket>;
  isEffective?: boolean;
}

type TicketEvent = LifecycleEvent<Ticket, UpdateState>;

/** The rules of tickets, for every write through Strapi (specification 3.1). */
export const ticketLifecycles = (strapi: Core.Strapi) => ({
  ...noBulkWrites('tickets'),
  ...deletionLifecycles(strapi, {
    uid: TICKET,
    action: 'ticket.deleted',
    target: 'ticket',
  }),

  beforeCreate({ params: { data } }: TicketEvent) {
    assertTitle(data.title);
    assertNewTicketStatus(data.state);
    // One that is not given gets the schema's default afterwards.
    if (data.priority !== undefined) assertPriority(ticketPriorities(strapi), data.priority);
    storeFields(data);
    Object.assign(data, {
      state: INITIAL_TICKET_STATUS,
      frontmatter: data.frontmatter ?? {},
      version: 1,
      syncedAt: databaseNow(),
    });
  },

  async afterCreate({ result }: TicketEvent) {
    const ticket = await readRecord<Ticket>(strapi, TICKET, result.id);
    const project = ownProject(ticket);
    const record = ticketRecord(strapi, ticket, project);
    assertRecordSize(recordBytes(record), 0);
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
    assertCurrentVersion(strapi, TICKET, before, data);
    if (data.title !== undefined) assertTitle(data.title);
    if (data.state !== undefined) {
      assertMove(ticketMoves(strapi, before.project?.key), before.state, checkedStatus(data.state));
    }
    if (data.priority !== undefined && data.priority !== before.priority) {
      assertPriority(ticketPriorities(strapi), data.priority);
    }
    storeFields(data);

    const isEffective = changedAttributes(strapi, TICKET, before, data).length > 0;
    if (isEffective) Object.assign(data, { version: before.version + 1, syncedAt: databaseNow() });
    else dropPlainAttributes(strapi, TICKET, data);
    event.state = { before, isEffective };
  },

  async afterUpdate({ state: { before, isEffective } }: TicketEvent) {
    if (!before) return;
    const written = await readRecord<Ticket>(strapi, TICKET, before.id);
    const project = assertSameProject(before, written);
    const after = isEffective
      ? written
      : await stepVersionIfNestedChanged(strapi, TICKET, before, written, TIMES);
    if (after) await recordUpdate(strapi, project, before, after);
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
  await recordChange(strapi, {
    project,
    action: 'ticket.updated',
    target: { type: 'ticket', id: after.documentId },
    events: [{ type: 'ticket.updated', data: { ...record, changes: recordChanges(oldRecord, record) } }],
  });
}

/** Counts what has changed in a ticket's relations, media and components by the write of another record. */
export async function countTicketChange(strapi: Core.Strapi, before: InProject<Ticket>): Promise<void> {
  // It may be deleted by now.
  if (!(await lockRecord(strapi, TICKET, { id: before.id }))) return;
  const now = await readRecord<Ticket>(strapi, TICKET, before.id);
  const after = await stepVersionIfNestedChanged(strapi, TICKET, before, now, TIMES);
  if (after) await recordUpdate(strapi, ownProject(after), before, after);
}

function checkedStatus(status: unknown): string {
  if (typeof status !== 'string') throw invalidField('state', 'A ticket always has a status.');
  return status;
}

/** Puts the fields that are given into the form in which they are stored. */
function storeFields(data: Record<string, unknown>): void {
  for (const name of ['type', 'effort'] as const) {
    if (data[name] !== undefined) data[name] = storedLabel(name, data[name]);
  }
  if (data.frontmatter === undefined) return;
  const frontmatter = data.frontmatter ?? {};
  if (typeof frontmatter !== 'object' || Array.isArray(frontmatter)) {
    throw invalidField('frontmatter', 'frontmatter must be an object.');
  }
  data.frontmatter = frontmatter;
}
