import fc, { type Arbitrary } from 'fast-check';
import { isFilledForm, type Caller, type ProjectName, type Type, type Values } from './model/world';
import { CONTENT_TYPE, HAS_PAIRS, LOCKS_ORIGINALS } from './settings';

export type Verb =
  | 'create'
  | 'change'
  | 'delete'
  | 'resolve'
  | 'clone'
  | 'read'
  | 'open form'
  | 'save form'
  | 'delete many'
  | 'write in bulk'
  /** Sends one of the requests again that had a key. */
  | 'repeat';

/** One thing that somebody does. */
export interface Step {
  by: Caller;
  verb: Verb;
  type: Type;
  /** Which of the records that were ever made, counted around. */
  target: number;
  /** Where the panel or code makes a record. */
  project: ProjectName;
  /** By the names of v1. */
  given: Values;
  /** The `Idempotency-Key` of a POST of v1. */
  key?: string | undefined;
  /** Which versions `If-Match` names, by how much they differ from the one that the caller knows; all of them is `*`. */
  tags?: readonly number[] | '*' | undefined;
}

/** Steps that are taken one after the other, or two at once. */
export type Turn = readonly [Step] | readonly [Step, Step];

/** Every caller with what it can do beside creating, changing and deleting. */
const CALLERS: readonly (readonly [number, Caller, readonly Verb[]])[] = [
  [5, 'A', ['resolve', 'read', 'repeat']],
  [2, 'A too', ['resolve', 'read', 'repeat']],
  [1, 'A, read-only', ['resolve', 'read']],
  [1, 'B', ['resolve', 'read']],
  [4, 'panel', ['resolve', 'clone', 'open form', 'save form', 'save form', 'delete many']],
  [2, 'documents', ['resolve', 'clone']],
  [2, 'query', ['resolve', 'write in bulk']],
];
const TOKENS: readonly Caller[] = ['A', 'A too', 'A, read-only', 'B'];

/** Most of the steps change something. */
const COMMON: readonly Verb[] = ['create', 'create', 'change', 'change', 'change', 'change', 'delete'];

const text = (...values: unknown[]): Arbitrary<unknown> => fc.constantFrom(...values);

/** Small, so that keys meet and merge. */
const json = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 2 }, text('x', 'y', 1, 0, true, null, '', 'ü 🙂'), tie('object'), tie('list')),
  list: fc.array(tie('value'), { maxLength: 2 }),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
}));
const { object } = json;

const STATUS = text('open', 'in_progress', 'blocked', 'in_review', 'done', 'cancelled');

/** Two entries of a type that the application refers to (CONTENT_TYPES). */
const entry = (id: string, locale: string | null = null) => ({ type: CONTENT_TYPE, id, locale });
const CONTENT = text([entry('a')], [entry('b', 'en'), entry('a'), entry('b', 'en')], []);

const TICKET = {
  title: text('One', 'Two', 'Drei 🙂'),
  priority: text('P0', 'P1', 'P2', 'P3'),
  body: text('Text', '', null),
  type: text('bug', null),
  effort: text('S', 'L', null),
  labels: text(['a'], ['b', 'a', 'b'], []),
  content: CONTENT,
  frontmatter: object,
};

const options = text(
  [{ id: 'a', title: 'A' }],
  [
    { id: 'a', title: 'A' },
    { id: 'b', title: 'B', note: [1] },
  ],
  [],
);
const forged = { status: text('resolved', 'x'), resolution: text({ verdict: 'forged' }) };
const DECISION = {
  slug: text('one', 'two', 'three', 'four'),
  title: text('One', 'Two'),
  body_markdown: text('# Text', ''),
  content: CONTENT,
  frontmatter: fc
    .tuple(object, fc.record({ options, ...forged }, { requiredKeys: [] }))
    .map(([own, more]) => ({ ...own, ...more })),
};

const VERDICT = {
  verdict: text('yes', 'no'),
  note: text('Signed.', ''),
  option_id: text('a', 'b', 'z'),
};

const SUBSCRIPTION = {
  url: text('http://127.0.0.1:9/a', 'http://127.0.0.1:9/b'),
  secret: text('a secret'),
  event_types: fc.subarray(['ticket.created', 'ticket.updated', 'decision.resolved', 'audit.event'], {
    minLength: 1,
  }),
};

/** Values that a rule refuses, to be put in the place of right ones. */
const WRONG: Record<Type, readonly Values[]> = {
  ticket: [
    { title: '' },
    { priority: 'P9' },
    { status: 'lost' },
    { frontmatter: [1] },
    { title: null },
    { labels: [''] },
    { content: [{ ...entry('a'), type: 'api::nothing.nothing' }] },
  ],
  decision: [
    { slug: 'Not A Slug' },
    { title: '' },
    { frontmatter: { options: [{ id: 'a' }] } },
    { frontmatter: { options: 'a' } },
    { content: [{ ...entry('a'), type: 'api::nothing.nothing' }] },
  ],
  subscription: [{ url: 'nowhere' }, { event_types: ['ticket.lost'] }, { event_types: [] }],
};

type Fields = Record<string, Arbitrary<unknown>>;

const some = (fields: Fields, requiredKeys: string[] = []): Arbitrary<Values> =>
  fc.record(fields, { requiredKeys });

/** The values that a caller may try to set when it creates a record: those required, and some of the rest. */
function creating(type: Type, by: Caller): Arbitrary<Values> {
  const isToken = TOKENS.includes(by);
  if (type === 'ticket') return some({ ...TICKET, ...(isToken ? {} : { status: text('open') }) }, ['title']);
  if (type === 'decision') return some(DECISION, ['slug', 'title']);
  return some({ ...SUBSCRIPTION, ...(isToken ? {} : { active: fc.boolean() }) }, [
    'url',
    'secret',
    'event_types',
  ]);
}

function changing(type: Type, by: Caller): Arbitrary<Values> {
  const isToken = TOKENS.includes(by);
  if (type === 'ticket') return fc.oneof(some({ status: STATUS }), some({ ...TICKET, status: STATUS }));
  if (type === 'subscription') return some({ ...SUBSCRIPTION, active: fc.boolean() });
  const { slug, ...others } = DECISION;
  if (isToken) return some(others);
  const resolving = { status: text('open', 'resolved'), ...VERDICT };
  return fc.oneof(
    { weight: 3, arbitrary: some({ slug, ...others }) },
    { weight: 1, arbitrary: some({ ...others, ...resolving }) },
  );
}

function givenFor(verb: Verb, type: Type, by: Caller): Arbitrary<Values> {
  switch (verb) {
    case 'create':
      return sometimesWrong(type, by, creating(type, by));
    case 'change':
    case 'save form':
      return sometimesWrong(type, by, changing(type, by));
    case 'resolve':
      return some(VERDICT, ['verdict']);
    case 'clone':
      if (type === 'decision') return some({ slug: DECISION.slug, title: DECISION.title });
      return type === 'ticket' ? some({ title: TICKET.title }) : some({ secret: SUBSCRIPTION.secret });
    default:
      return fc.constant({});
  }
}

/** Strapi checks nothing but our rules below the document service, so nothing else is tried there. */
const isOurRule = (wrong: Values): boolean => !('priority' in wrong);

function sometimesWrong(type: Type, by: Caller, right: Arbitrary<Values>): Arbitrary<Values> {
  const wrong = WRONG[type].filter((values) => {
    if (by === 'query' && !isOurRule(values)) return false;
    // PATCH has no slug.
    return !('slug' in values && TOKENS.includes(by));
  });
  const mistaken = fc.tuple(right, fc.constantFrom(...wrong)).map(([given, more]) => ({ ...given, ...more }));
  return fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: mistaken });
}

/** Whether this caller has a route or a call for it. */
function exists(by: Caller, verb: Verb, type: Type): boolean {
  if (verb === 'resolve') return type === 'decision';
  if (type !== 'subscription') return true;
  return TOKENS.includes(by) ? ['create', 'delete'].includes(verb) : verb !== 'read';
}

const TYPES: readonly Type[] = ['ticket', 'ticket', 'ticket', 'decision', 'decision', 'subscription'];

const kinds = CALLERS.map(([weight, by, more]) => {
  const all = TYPES.flatMap((type) =>
    [...COMMON, ...more].filter((verb) => exists(by, verb, type)).map((verb) => ({ type, verb })),
  );
  return { weight, arbitrary: fc.constantFrom(...all).map((kind) => ({ ...kind, by })) };
});

const KEYS = [undefined, undefined, 'k1', 'k2'];
const TAGS = [undefined, undefined, [0], [0], [-1], [1, 0], '*'] as const;

/** The headers that a request of v1 may have. */
function headersFor({
  verb,
  type,
  by,
}: Pick<Step, 'verb' | 'type' | 'by'>): Arbitrary<Pick<Step, 'key' | 'tags'>> {
  const isPost = verb === 'create' || verb === 'resolve';
  const isConditional = ['change', 'delete', 'resolve'].includes(verb) && type !== 'subscription';
  return fc.record({
    key: fc.constantFrom(...(isPost && TOKENS.includes(by) ? KEYS : [undefined])),
    tags: fc.constantFrom(...(isConditional && TOKENS.includes(by) ? TAGS : [undefined])),
  });
}

/** Any step of anybody. */
export const step: Arbitrary<Step> = fc
  .tuple(fc.oneof(...kinds), fc.nat({ max: 5 }), fc.constantFrom<ProjectName>('A', 'A', 'A', 'B'))
  .chain(([kind, target, project]) =>
    fc
      .tuple(givenFor(kind.verb, kind.type, kind.by), headersFor(kind))
      .map(([given, headers]) => ({ ...kind, target, project, given, ...headers })),
  );

export const isFormOfDuplicate = ({ by, verb, given }: Step): boolean =>
  verb === 'clone' && isFilledForm(by, given);

/**
 * A form that is opened in the middle of something else would hold either of two states; so would a copy where its
 * original is not locked.
 */
const isAtOnce = (one: Step): boolean =>
  !['open form', 'save form', 'read'].includes(one.verb) &&
  !isFormOfDuplicate(one) &&
  (LOCKS_ORIGINALS || one.verb !== 'clone' || one.type !== 'decision');

const together: Arbitrary<Turn> = fc
  .tuple(step.filter(isAtOnce), step.filter(isAtOnce), fc.boolean())
  .map(([one, other, isSame]) => [one, isSame ? { ...other, target: one.target } : other] as const);

const alone: Arbitrary<Turn> = step.map((one) => [one] as const);

/** A series: each of its turns by somebody else; with pairs, one in six is two at once. */
export const series: Arbitrary<Turn[]> = fc.array(
  HAS_PAIRS ? fc.oneof({ weight: 5, arbitrary: alone }, { weight: 1, arbitrary: together }) : alone,
  { minLength: 1, maxLength: 16, size: 'max' },
);
