import { invalidField, WorkTrackingError } from './errors';

/** specification 3.2 */
export const DECISION_STATUSES = ['open', 'resolved'] as const;
export type DecisionStatus = (typeof DECISION_STATUSES)[number];
export const INITIAL_DECISION_STATUS: DecisionStatus = 'open';

/** specification 2.2: lowercase letters, digits, hyphen and underscore. */
export const SLUG_PATTERN = /^[a-z0-9_-]{1,255}$/;

/** What asks for a sign-off sets of a decision. */
export const ASKED_FIELDS: readonly string[] = ['title', 'slug', 'frontmatter', 'content', 'project'];

export type Frontmatter = Record<string, unknown>;

/** The resolution of a decision. */
export interface Resolution {
  verdict: string;
  /** Empty when none was given. */
  note: string;
  resolvedAt: Date;
  /** The chosen option; null when none was chosen. */
  optionId: string | null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * The frontmatter that is stored of what a caller sends: all but `status` and `resolution`, which are attributes of
 * their own, so that a caller can neither forge nor lose them (specification 2).
 * @throws WorkTrackingError `validation_failed` when it is no object or its options are malformed
 */
export function storedFrontmatter(frontmatter: unknown): Frontmatter {
  if (!isObject(frontmatter)) throw invalidField('frontmatter', 'frontmatter must be an object.');
  const { status: _status, resolution: _resolution, ...rest } = frontmatter;
  assertOptions(rest.options);
  return rest;
}

/** The frontmatter of a resolved decision may still change, but not the options that it was resolved from. */
export function frontmatterOfResolved(current: Frontmatter, next: Frontmatter): Frontmatter {
  const { options: _options, ...rest } = next;
  return 'options' in current ? { ...rest, options: current.options } : rest;
}

function assertOptions(options: unknown): void {
  if (options === undefined) return;
  if (!Array.isArray(options)) {
    throw invalidField('frontmatter.options', 'options must be a list of {id, title}.');
  }
  const ids = new Set<string>();
  options.forEach((option: unknown, index) => {
    const path = `frontmatter.options.${index}`;
    if (!isObject(option)) throw invalidField(path, 'An option must be an object with id and title.');
    if (!isFilled(option.id)) throw invalidField(`${path}.id`, 'An option needs an id, a non-empty string.');
    if (!isFilled(option.title)) {
      throw invalidField(`${path}.title`, 'An option needs a title, a non-empty string.');
    }
    if (ids.has(option.id)) throw invalidField(`${path}.id`, `The option id "${option.id}" is there twice.`);
    ids.add(option.id);
  });
}

/** One of the choices that a decision offers. Further fields are kept as they are. */
export interface Option {
  id: string;
  title: string;
  description?: unknown;
}

/** The options that a decision offers, of its stored frontmatter. */
export const offeredOptions = ({ options = [] }: Frontmatter): readonly Option[] =>
  options as readonly Option[];

export const optionIds = (frontmatter: Frontmatter): string[] =>
  offeredOptions(frontmatter).map(({ id }) => id);

/** @throws WorkTrackingError `already_resolved` (specification 3.2: a decision is resolved once) */
export function assertOpen(status: string): void {
  if (status === 'resolved') {
    throw new WorkTrackingError('already_resolved');
  }
}

/**
 * @param offered ids of the options that the decision offers
 * @throws WorkTrackingError `validation_failed` without a verdict, `unknown_option` for an option that is not offered
 */
export function resolve(
  input: { verdict: unknown; note?: unknown; optionId?: unknown },
  offered: readonly string[],
  now: Date,
): Resolution {
  const { verdict, note, optionId } = input;
  if (!isFilled(verdict)) throw invalidField('verdict', 'To resolve a decision, give a verdict.');
  if (isFilled(optionId) && offered.length > 0 && !offered.includes(optionId)) {
    throw new WorkTrackingError('unknown_option', {
      message: `"${optionId}" is not among the options of this decision.`,
      valid_options: offered,
    });
  }
  return {
    verdict,
    note: isFilled(note) ? note : '',
    resolvedAt: now,
    optionId: isFilled(optionId) ? optionId : null,
  };
}

/** @throws WorkTrackingError `validation_failed` */
export function assertSlug(slug: unknown): void {
  if (typeof slug !== 'string' || !SLUG_PATTERN.test(slug)) {
    throw invalidField(
      'slug',
      'A slug has 1 to 255 characters: lowercase letters, digits, hyphen and underscore.',
    );
  }
}
