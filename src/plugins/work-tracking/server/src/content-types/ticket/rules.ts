import { invalidField } from '../../../../domain/errors';
import { storedLabels } from '../../../../domain/labels';
import {
  assertMove,
  assertNewTicketStatus,
  INITIAL_TICKET_STATUS,
  assertPriority,
  storedShortText,
} from '../../../../domain/ticket';
import { assertTitle } from '../../../../domain/title';
import { databaseNow } from '../../database/clock';
import { nextNumber } from '../../database/counters';
import { ticketRecord, type Ticket } from '../../records/ticket';
import { isStorableTime, TIME_RANGE } from '../../records/times';
import { type RecordRules, optional, unlessKept, type FieldRulesOf } from '../../write/rules';
import { deleteCommentsOn } from '../comment/comments';
import { contentRule } from '../content-reference/accepted-types';
import { deleteReferences, storeReferences } from '../content-reference/references';
import { assignTo } from './assignees';
import { deleteLabels, storeLabels } from './labels';
import { ticketMoves, ticketPriorities } from './moves';

/** The rules of a ticket's fields (specification 2.1). */
const ticketFieldRules: FieldRulesOf<Ticket> = (strapi, before) => ({
  title: assertTitle,
  // A new ticket without one gets the schema's default afterwards.
  priority: optional(
    unlessKept(before, 'priority', (priority) => assertPriority(ticketPriorities(strapi), priority)),
  ),
  type: optional((type) => storedShortText('type', type)),
  effort: optional((effort) => storedShortText('effort', effort)),
  labels: (labels) => storedLabels(labels ?? []),
  content: contentRule(strapi, before),
  dueAt: assertDueAt,
  frontmatter: storedFrontmatter,
});

function assertDueAt(dueAt: unknown): void {
  if (dueAt && !isStorableTime(new Date(dueAt as string)))
    throw invalidField('dueAt', `due_at ${TIME_RANGE}.`);
}

function storedFrontmatter(given: unknown): object {
  const frontmatter = given ?? {};
  if (typeof frontmatter !== 'object' || Array.isArray(frontmatter)) {
    throw invalidField('frontmatter', 'frontmatter must be an object.');
  }
  return frontmatter;
}

/** The rules of tickets, for every write through Strapi (specification 3.1). */
export const ticketRules: RecordRules<Ticket> = {
  plural: 'tickets',
  target: 'ticket',
  times: ['synced_at', 'updated_at'],
  fresh: { state: INITIAL_TICKET_STATUS },
  record: ticketRecord,
  fields: ticketFieldRules,

  readGiven: (strapi, data, before) => assignTo(strapi, data, before?.assignee?.id ?? null),

  judge(strapi, data, before) {
    if (!before) {
      assertNewTicketStatus(data.state);
      return;
    }
    if (data.state !== undefined)
      assertMove(ticketMoves(strapi, before.project?.key), before.state, checkedStatus(data.state));
    // The form of the content manager sends it back as it is.
    if (data.number !== undefined && data.number !== before.number)
      throw invalidField(
        'number',
        `This is number ${before.number} of its project and stays it.`,
        'read_only',
      );
  },

  async complete(strapi, data, before, projectId) {
    data.syncedAt = databaseNow();
    if (before) return;
    data.state = INITIAL_TICKET_STATUS;
    // Last, since whoever files the project's next ticket waits from here on.
    data.number = await nextNumber(strapi, projectId, 'tickets');
  },

  async follow(strapi, project, after, before) {
    await storeLabels(strapi, project.id, after, before?.labels ?? []);
    await storeReferences(strapi, project.id, { type: 'ticket', row: after }, before?.content ?? []);
  },

  change: ({ before, record, changes }) =>
    before
      ? {
          action: 'ticket.updated',
          changes,
          events: [{ type: 'ticket.updated', data: { ...record, changes } }],
        }
      : { action: 'ticket.created', events: [{ type: 'ticket.created', data: record }] },

  async remove(strapi, { id, documentId, project }) {
    await deleteLabels(strapi, id);
    await deleteReferences(strapi, 'ticket', id);
    await deleteCommentsOn(strapi, project?.id ?? 0, { type: 'ticket', id: documentId });
  },
};

function checkedStatus(status: unknown): string {
  if (typeof status !== 'string') throw invalidField('state', 'A ticket always has a status.');
  return status;
}
