import { invalidField, WorkTrackingError } from './errors';

/** The statuses that the service ships (specification 3.1). A content team may add more in the builder. */
export const TICKET_STATUSES = ['open', 'in_progress', 'blocked', 'in_review', 'done', 'cancelled'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** The status of a new ticket (specification 3.1). */
export const INITIAL_TICKET_STATUS: TicketStatus = 'open';

/** The meaning of a status for reports, whatever its name. */
export const TICKET_STATUS_CATEGORIES = ['todo', 'started', 'done', 'cancelled'] as const;
export type TicketStatusCategory = (typeof TICKET_STATUS_CATEGORIES)[number];

const CATEGORIES: Readonly<Record<TicketStatus, TicketStatusCategory>> = {
  open: 'todo',
  in_progress: 'started',
  blocked: 'started',
  in_review: 'started',
  done: 'done',
  cancelled: 'cancelled',
};

/** A status that a team added counts as started. */
export const categoryOf = (status: string): TicketStatusCategory =>
  Object.hasOwn(CATEGORIES, status) ? CATEGORIES[status as TicketStatus] : 'started';

/** The priorities that the service ships (specification 2). */
export const TICKET_PRIORITIES = ['P0', 'P1', 'P2', 'P3'] as const;

/** From each status, the statuses that a ticket may move to. */
export type TicketMoves = Readonly<Record<string, readonly string[]>>;

/** The moves unless the plugin is configured with others (specification 3.1). */
export const DEFAULT_TICKET_MOVES: TicketMoves = {
  open: ['in_progress', 'blocked', 'cancelled'],
  in_progress: ['open', 'blocked', 'in_review', 'done', 'cancelled'],
  blocked: ['open', 'in_progress', 'cancelled'],
  in_review: ['in_progress', 'done', 'cancelled'],
  done: ['open'],
  cancelled: ['open'],
};

/** Does a map know a status, as one that tickets come from or go to? */
const isNamed = (moves: TicketMoves, status: string): boolean =>
  Object.hasOwn(moves, status) || Object.values(moves).some((targets) => targets.includes(status));

/**
 * Is it a status that tickets can't come to in projects with this map? Some may have it all the same, since before it was
 * taken out of the map, or out of the content type.
 */
export const isOutOfUse = (moves: TicketMoves, status: string): boolean =>
  status !== INITIAL_TICKET_STATUS && !isNamed(moves, status);

/** The statuses that a ticket in `from` may move to. From one that is out of use it may start again. */
export function allowedMoves(moves: TicketMoves, from: string): readonly string[] {
  return isOutOfUse(moves, from) ? [INITIAL_TICKET_STATUS] : (moves[from] ?? []);
}

/**
 * Whether work ends in a status: it counts as done or cancelled, or tickets can move to it and nowhere from there.
 * @param maps every map of moves that is in use
 */
export function isFinalStatus(status: string, maps: readonly TicketMoves[]): boolean {
  if (['done', 'cancelled'].includes(categoryOf(status))) return true;
  const isEntered = maps.some((moves) => Object.values(moves).flat().includes(status));
  return isEntered && maps.every((moves) => (moves[status] ?? []).length === 0);
}

/**
 * Staying in the same status is always allowed.
 * @throws WorkTrackingError `invalid_transition` with `from` and `to` (specification 8)
 */
export function assertMove(moves: TicketMoves, from: string, to: string): void {
  if (from === to || allowedMoves(moves, from).includes(to)) return;
  const allowed = allowedMoves(moves, from).join(', ') || 'nowhere';
  const message = `A ticket can't move from ${from} to ${to}; from ${from} it can move to: ${allowed}.`;
  throw new WorkTrackingError('invalid_transition', { message, from, to });
}

/** @throws WorkTrackingError `validation_failed` when a new ticket is given another status than `open` */
export function assertNewTicketStatus(status: unknown): void {
  if (status === undefined || status === null || status === INITIAL_TICKET_STATUS) return;
  const message = `A new ticket starts as ${INITIAL_TICKET_STATUS}; file it first, then move it.`;
  throw invalidField('state', message, 'read_only');
}

/**
 * @param priorities every priority that the ticket's content type knows
 * @throws WorkTrackingError `validation_failed` with `valid_priorities`
 */
export function assertPriority(priorities: readonly string[], priority: unknown): void {
  if (priorities.some((known) => known === priority)) return;
  const message = `There is no such priority; the priorities are ${priorities.join(', ')}.`;
  throw new WorkTrackingError('validation_failed', {
    details: [{ path: 'priority', code: 'invalid_value', message }],
    valid_priorities: priorities,
    message,
  });
}

/** The characters of the longest type or effort. */
export const MAX_SHORT_TEXT_LENGTH = 64;

/**
 * A type or an effort as it is stored: a form that is emptied sends the empty string, which stands for none (specification 2.1).
 * @throws WorkTrackingError `validation_failed`
 */
export function storedShortText(attribute: 'type' | 'effort', text: unknown): string | null {
  if (text === null || text === '') return null;
  if (typeof text === 'string' && text.length <= MAX_SHORT_TEXT_LENGTH) return text;
  throw invalidField(attribute, `${attribute} has 1 to ${MAX_SHORT_TEXT_LENGTH} characters, or is empty.`);
}

/**
 * The mistakes in a configured map of moves, as sentences; empty when there is none.
 * @param moves the map
 * @param statuses every status that the ticket's content type knows
 */
export function problemsOfMoves(moves: TicketMoves, statuses: readonly string[]): string[] {
  const unknown = new Set(
    [...Object.keys(moves), ...Object.values(moves).flat()].filter((status) => !statuses.includes(status)),
  );
  const problems = [...unknown].map(
    (status) => `"${status}" is no ticket status; the statuses are ${statuses.join(', ')}.`,
  );

  const reached = new Set<string>([INITIAL_TICKET_STATUS]);
  for (const status of reached) {
    for (const next of allowedMoves(moves, status)) reached.add(next);
  }
  for (const status of Object.keys(moves)) {
    if (!reached.has(status) && !unknown.has(status)) {
      problems.push(`"${status}" can't be reached from "${INITIAL_TICKET_STATUS}" by any moves.`);
    }
  }
  return problems;
}
