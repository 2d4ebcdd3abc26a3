import { invalidField } from './errors';

/** How many labels a ticket may have. */
export const MAX_LABELS = 20;

/** The characters of the longest label. */
export const MAX_LABEL_LENGTH = 64;

/**
 * The labels of a ticket as they are stored: a set, in the order in which they were given.
 * @param labels null for none, as an emptied form sends it
 * @throws WorkTrackingError `validation_failed`
 */
export function storedLabels(labels: unknown): string[] {
  if (labels === null) return [];
  if (!Array.isArray(labels)) throw invalidField('labels', 'labels is a list of texts.');
  labels.forEach((label: unknown, index) => {
    if (typeof label === 'string' && label.length >= 1 && label.length <= MAX_LABEL_LENGTH) return;
    throw invalidField(`labels.${index}`, `A label has 1 to ${MAX_LABEL_LENGTH} characters.`);
  });
  const set = [...new Set(labels as string[])];
  if (set.length > MAX_LABELS) throw invalidField('labels', `A ticket has up to ${MAX_LABELS} labels.`);
  return set;
}

/** Labels to add to tickets, and to take from them. */
export interface LabelChange {
  add?: readonly string[] | undefined;
  remove?: readonly string[] | undefined;
}

/** A ticket's new labels: those that stay keep their order, and new ones follow. */
export const labelsAfter = (labels: readonly string[], { add = [], remove = [] }: LabelChange): string[] => [
  ...new Set([...labels.filter((label) => !remove.includes(label)), ...add]),
];
