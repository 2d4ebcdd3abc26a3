import { invalidField } from '../../../../domain/errors';
import { storedLabels } from '../../../../domain/labels';
import { assertPriority, storedShortText } from '../../../../domain/ticket';
import { assertTitle } from '../../../../domain/title';
import type { Ticket } from '../../records/ticket';
import { isStorableTime, TIME_RANGE } from '../../records/times';
import { optional, unlessKept, type FieldRulesOf } from '../../write/rules';
import { contentRule } from '../content-reference/rule';
import { ticketPriorities } from './moves';

/** The rules of a ticket's fields (specification 2.1). */
export const ticketFieldRules: FieldRulesOf<Ticket> = (strapi, before) => ({
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
