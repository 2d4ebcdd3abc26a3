import { contentOf, isAccepted } from './content';
import {
  add,
  isObject,
  isToken,
  record,
  refused,
  same,
  shown,
  type Caller,
  type Outcome,
  type ProjectName,
  type Stored,
  type Values,
  type World,
} from './world';

/** The moves of a ticket (specification 3.1). */
const MOVES: Record<string, string> = {
  open: 'in_progress blocked cancelled',
  in_progress: 'open blocked in_review done cancelled',
  blocked: 'open in_progress cancelled',
  in_review: 'in_progress done cancelled',
  done: 'open',
  cancelled: 'open',
};
const PRIORITIES = ['P0', 'P1', 'P2', 'P3'];
const NULLABLE = ['body', 'type', 'effort', 'assignee', 'due_at'];
const UNSET = { body: null, type: null, effort: null, assignee: null, due_at: null, labels: [], content: [] };

/** Labels and content are sets, in the order in which they were given. */
const setOf = ({ labels, content }: Values): Values => ({
  ...(labels ? { labels: [...new Set(labels as string[])] } : {}),
  ...contentOf({ content }),
});

/** RFC 7396. */
export function merged(target: unknown, patch: Values): Values {
  const entries = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) entries.delete(key);
    else entries.set(key, isObject(value) ? merged(entries.get(key), value) : value);
  }
  return Object.fromEntries(entries);
}

/** The problems with the values themselves, whatever the ticket. */
function problemsOf(by: Caller, given: Values): string[] {
  const problems: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const isWrong =
      (value === null && !NULLABLE.includes(name)) ||
      (value === '' && name !== 'body') ||
      (name === 'priority' && !PRIORITIES.includes(value as string)) ||
      (name === 'labels' && (value as string[]).includes('')) ||
      (name === 'content' && !isAccepted(value)) ||
      (name === 'frontmatter' && !isObject(value));
    if (isWrong) problems.push('validation_failed');
  }
  const { status } = given as { status?: string };
  if (status !== undefined && !Object.hasOwn(MOVES, status)) {
    // For code that writes to the database layer, a status without moves is one that can't be entered.
    problems.push(isToken(by) ? 'unknown_status' : 'validation_failed', 'invalid_transition');
  }
  return problems;
}

export function createTicket(
  world: World,
  by: Caller,
  project: ProjectName,
  handle: string,
  given: Values,
): Outcome {
  const { status, ...fields } = given;
  const problems = problemsOf(by, fields);
  // In the API it can't be given at all.
  if (status !== undefined && (isToken(by) || status !== 'open')) problems.push('validation_failed');
  if (fields.title === undefined) problems.push('validation_failed');
  if (problems.length > 0) return refused(...problems);
  const stored: Stored = {
    type: 'ticket',
    handle,
    project,
    version: 1,
    fields: { ...UNSET, priority: 'P2', frontmatter: {}, ...fields, ...setOf(fields), status: 'open' },
  };
  return add(world, by, stored, 'ticket.created');
}

/** PATCH merges frontmatter; the panel and code give the whole of it. */
export function changeTicket(world: World, by: Caller, ticket: Stored, given: Values): Outcome {
  const problems = problemsOf(by, given);
  const { status, frontmatter } = given;
  const from = ticket.fields.status as string;
  if (status !== undefined && status !== from && !MOVES[from]!.split(' ').includes(status as string)) {
    problems.push('invalid_transition');
  }
  if (problems.length > 0) return refused(...problems);
  const before = shown(ticket);
  const merge = isToken(by) && isObject(frontmatter);
  const fields = {
    ...ticket.fields,
    ...given,
    ...setOf(given),
    ...(merge ? { frontmatter: merged(ticket.fields.frontmatter, frontmatter) } : {}),
  };
  if (same(fields, ticket.fields)) return { record: ticket };
  Object.assign(ticket, { fields, version: ticket.version + 1 });
  const after = shown(ticket);
  const changes = Object.fromEntries(
    Object.keys(after)
      .filter((name) => !same(before[name], after[name]))
      .map((name) => [name, { from: before[name], to: after[name] }]),
  );
  record(world, {
    action: 'ticket.updated',
    by,
    target: ticket,
    event: { type: 'ticket.updated', data: { id: ticket.handle, ...after, changes } },
  });
  return { record: ticket };
}

/** A duplicate begins as a new ticket does, with what the original says and what is given for it. */
export const cloneTicket = (
  world: World,
  by: Caller,
  original: Stored,
  handle: string,
  given: Values,
): Outcome =>
  createTicket(world, by, original.project, handle, { ...original.fields, status: 'open', ...given });
