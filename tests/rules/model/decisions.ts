import { contentOf, isAccepted } from './content';
import {
  add,
  isFilledForm,
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

const RESOLVING = ['verdict', 'note', 'option_id'];

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The frontmatter that is stored: status and resolution can't be forged (specification 2.2). */
function storedFrontmatter(frontmatter: Values): Values {
  const { status: _status, resolution: _resolution, ...rest } = frontmatter;
  return rest;
}

function areOptions(options: unknown): boolean {
  if (options === undefined) return true;
  if (!Array.isArray(options)) return false;
  const ids = options.map((option: unknown) => (isObject(option) ? option.id : undefined));
  const isEach = options.every(
    (option: unknown) => isObject(option) && isFilled(option.id) && isFilled(option.title),
  );
  return isEach && new Set(ids).size === ids.length;
}

const idsOf = (frontmatter: unknown): unknown[] =>
  ((frontmatter as { options?: { id: unknown }[] }).options ?? []).map(({ id }) => id);

function problemsOf(given: Values): string[] {
  const problems: string[] = [];
  const { slug, title, content, frontmatter, body_markdown: body } = given;
  if (slug !== undefined && !(typeof slug === 'string' && /^[a-z0-9_-]{1,255}$/.test(slug))) {
    problems.push('validation_failed');
  }
  if (title !== undefined && !isFilled(title)) problems.push('validation_failed');
  if (content !== undefined && !isAccepted(content)) problems.push('validation_failed');
  if (body === null) problems.push('validation_failed');
  if (frontmatter !== undefined && !(isObject(frontmatter) && areOptions(frontmatter.options))) {
    problems.push('validation_failed');
  }
  return problems;
}

const isTaken = (world: World, project: ProjectName, slug: unknown, but?: Stored): boolean =>
  Object.values(world.records).some(
    (other) =>
      other !== but && other.type === 'decision' && other.project === project && other.fields.slug === slug,
  );

export function createDecision(
  world: World,
  by: Caller,
  project: ProjectName,
  handle: string,
  given: Values,
): Outcome {
  const problems = problemsOf(given);
  if (given.slug === undefined || given.title === undefined) problems.push('validation_failed');
  if (given.status !== undefined && (isToken(by) || given.status !== 'open'))
    problems.push('validation_failed');
  if (RESOLVING.some((name) => !isEmpty(given[name]))) problems.push('validation_failed');
  if (isTaken(world, project, given.slug)) problems.push('slug_taken');
  if (problems.length > 0) return refused(...problems);
  const { slug, title, body_markdown = '', frontmatter = {} } = given;
  return add(world, by, {
    type: 'decision',
    handle,
    project,
    version: 1,
    fields: {
      slug,
      title,
      body_markdown,
      frontmatter: storedFrontmatter(frontmatter as Values),
      status: 'open',
      content: [],
      ...contentOf(given),
    },
  });
}

/** The resolution that a decision gets from these values, and the problems with them. */
function resolutionOf(given: Values, frontmatter: unknown): { problems: string[]; made: Values } {
  const { verdict, note, option_id: option } = given;
  const offered = idsOf(frontmatter);
  const problems = [
    ...(isFilled(verdict) ? [] : ['validation_failed']),
    ...(isFilled(option) && offered.length > 0 && !offered.includes(option) ? ['unknown_option'] : []),
  ];
  const made = { verdict, note: note ?? '', ...(isFilled(option) ? { option_id: option } : {}) };
  return { problems, made };
}

/**
 * A change through any door; only the panel and code can resolve with it. PATCH replaces the frontmatter, of a resolved
 * decision all but its options.
 */
export function changeDecision(world: World, by: Caller, decision: Stored, given: Values): Outcome {
  const { status, verdict, note, option_id, frontmatter, ...others } = given;
  const resolving: Values = { status, verdict, note, option_id };
  const problems = problemsOf(given);
  const { fields, resolution } = decision;
  const isResolved = fields.status === 'resolved';
  const next: Values = { ...fields, ...others, ...contentOf(others) };
  let resolved = resolution;

  if (frontmatter !== undefined && problems.length === 0) {
    const { options, ...rest } = storedFrontmatter(frontmatter as Values);
    const kept = isResolved ? (fields.frontmatter as Values).options : options;
    next.frontmatter = { ...rest, ...(kept === undefined ? {} : { options: kept }) };
  }
  if (isResolved) {
    const now: Values = { status: 'resolved', ...resolution };
    const isKept = Object.entries(resolving).every(
      ([name, value]) =>
        value === undefined || same(value, now[name]) || (isEmpty(value) && isEmpty(now[name])),
    );
    if (!isKept) problems.push('already_resolved');
  } else if (status === 'resolved') {
    const { problems: found, made } = resolutionOf(given, next.frontmatter);
    problems.push(...found);
    next.status = 'resolved';
    resolved = made as never;
  } else if (
    (status !== undefined && status !== 'open') ||
    RESOLVING.some((name) => !isEmpty(resolving[name]))
  ) {
    problems.push('validation_failed');
  }
  if (others.slug !== undefined && isTaken(world, decision.project, others.slug, decision)) {
    problems.push('slug_taken');
  }
  if (problems.length > 0) return refused(...problems);
  if (same([next, resolved], [fields, resolution])) return { record: decision };
  Object.assign(decision, { fields: next, version: decision.version + 1 });
  if (resolved) decision.resolution = resolved;
  const isNewlyResolved = fields.status !== next.status;
  record(world, {
    action: isNewlyResolved ? 'decision.resolved' : 'decision.updated',
    by,
    target: decision,
    ...(isNewlyResolved
      ? { event: { type: 'decision.resolved', data: { id: decision.handle, ...shown(decision) } } }
      : {}),
  });
  return { record: decision };
}

/** By v1 and the inbox: a resolved decision is told as such whatever the request holds. */
export function resolveDecision(world: World, by: Caller, decision: Stored, given: Values): Outcome {
  if (decision.fields.status === 'resolved') return refused('already_resolved');
  return changeDecision(world, by, decision, { ...given, status: 'resolved' });
}

/** The slug that a duplicate gets by itself: the original's with the first number that is free. */
function freeSlug(world: World, { project, fields }: Stored): string {
  let number = 2;
  while (isTaken(world, project, `${fields.slug as string}-${number}`)) number += 1;
  return `${fields.slug as string}-${number}`;
}

/** A duplicate of a decision, resolved or not, is a new open one. The form of the panel gives the slug that it shows. */
export function cloneDecision(
  world: World,
  by: Caller,
  original: Stored,
  handle: string,
  given: Values,
): Outcome {
  const slug = isFilledForm(by, given) ? original.fields.slug : freeSlug(world, original);
  return createDecision(world, by, original.project, handle, {
    ...original.fields,
    slug,
    status: 'open',
    ...given,
  });
}
