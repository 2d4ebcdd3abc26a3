import { COMMENTED_TYPES } from '../../../../domain/comment';
import { AUDIT_ACTIONS, TARGET_TYPES, type AuditAction, type TargetType } from '../../../../domain/events';
import { z, type ZodType } from '../../host/strapi-utils';
import { audit, changes, skippedSignOff } from './events';
import type { DecisionSchema, TicketSchema } from './records';

const FOLLOWED = ['ticket', 'decision', 'comment'] as const;

/** An action begins with what it is done to. */
const actionsOf = (what: (typeof FOLLOWED)[number]): AuditAction[] =>
  AUDIT_ACTIONS.filter((action) => action.startsWith(`${what}.`));

const OTHER_ACTIONS = AUDIT_ACTIONS.filter((action) => !FOLLOWED.flatMap(actionsOf).includes(action));
const OTHER_TARGETS = TARGET_TYPES.filter((type) => !['ticket', 'decision'].includes(type));

const RECORD = 'As it is now; null when it is deleted, or not for the caller to read.';

function changeOf<Record extends ZodType>(
  actions: readonly AuditAction[],
  targets: readonly TargetType[],
  record: Record,
) {
  const { id, at, actor } = audit.shape;
  return z.object({
    seq: z.int().min(1).meta({ description: 'Counts 1, 2, 3, … in the project, in the order of commits.' }),
    id,
    at,
    action: z.enum(actions),
    actor,
    target: z.object({ type: z.enum(targets), id: z.string() }),
    changes: changes
      .nullable()
      .meta({ description: 'Null for all that is not an update, and for what the caller may not read.' }),
    record,
  });
}

/** An effective change in the project (specification 4.10). Its action tells what `record` is. */
export const changeSchema = (ticket: TicketSchema, decision: DecisionSchema) =>
  z
    .discriminatedUnion('action', [
      changeOf(actionsOf('ticket'), ['ticket'], ticket.nullable().meta({ description: RECORD })).meta({
        id: 'TicketChange',
        description: 'A change of a ticket.',
      }),
      changeOf(actionsOf('decision'), ['decision'], decision.nullable().meta({ description: RECORD })).meta({
        id: 'DecisionChange',
        description: 'A change of a decision.',
      }),
      changeOf(
        actionsOf('comment'),
        COMMENTED_TYPES,
        z.union([ticket, decision]).nullable().meta({ description: RECORD }),
      ).meta({ id: 'CommentChange', description: 'A change of a comment on a ticket or a decision.' }),
      changeOf(OTHER_ACTIONS, OTHER_TARGETS, z.null())
        .extend(skippedSignOff)
        .meta({ id: 'OtherChange', description: 'A change of what is neither ticket nor decision.' }),
    ])
    .meta({ id: 'Change', description: 'An effective change in the project.' });
