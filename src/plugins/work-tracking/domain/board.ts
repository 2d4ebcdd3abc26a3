import { invalidField } from './errors';

/** The board shows a ticket whose work has ended for this many days after its last change, unless more is asked for. */
export const RECENT_DAYS = 14;

/** The board's filter calls a ticket due soon when it is due within this many days. */
export const DUE_SOON_DAYS = 7;

/** The orders of a column: the latest change first, the most urgent first, what is due soonest first. */
export const BOARD_SORTS = ['changed', 'priority', 'due'] as const;
export type BoardSort = (typeof BOARD_SORTS)[number];

/** The choices of the board's filter by due date. */
export const DUE_FILTERS = ['overdue', 'soon', 'none'] as const;
export type DueFilter = (typeof DUE_FILTERS)[number];

/** The choices of the board's filter by person, beside an administrator's id: one's own tickets, and those of nobody. */
export const ME = 'me';
export const NOBODY = 'none';

/** The filters of the board and its order, as its address and its views name them. */
export const BOARD_FILTERS = [
  'project',
  'assignee',
  'label',
  'priority',
  'type',
  'due',
  'text',
  'sort',
] as const;
export type BoardFilterName = (typeof BOARD_FILTERS)[number];

/** The characters of the longest text in a filter. */
export const MAX_FILTER_LENGTH = 255;

/** How many views a person may have. */
export const MAX_VIEWS = 50;

/** The characters of the longest name of a view. */
export const MAX_VIEW_NAME_LENGTH = 64;

/**
 * The name of a view as it is stored.
 * @throws WorkTrackingError `validation_failed`
 */
export function storedViewName(name: string): string {
  const trimmed = name.trim();
  if (trimmed.length >= 1 && trimmed.length <= MAX_VIEW_NAME_LENGTH) return trimmed;
  throw invalidField('name', `A name has 1 to ${MAX_VIEW_NAME_LENGTH} characters.`);
}

/** A view's name as it is compared: the names of one person's views differ in more than the case of their letters. */
export const viewNameKey = (name: string): string => name.normalize('NFC').toLowerCase();
