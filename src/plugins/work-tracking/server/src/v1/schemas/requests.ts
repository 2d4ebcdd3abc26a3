import type { Core } from '@strapi/types';
import { MAX_COMMENT_LENGTH } from '../../../../domain/comment';
import { SLUG_PATTERN, DECISION_STATUSES } from '../../../../domain/decision';
import { DELIVERY_STATES, ENDED_DELIVERY_STATES, type EndedDeliveryState } from '../../../../domain/delivery';
import { WorkTrackingError } from '../../../../domain/errors';
import { AUDIT_ACTIONS, EVENT_TYPES, SENT_EVENT_TYPES, TARGET_TYPES } from '../../../../domain/events';
import { positiveInteger } from '../../../../domain/integers';
import { MAX_LABEL_LENGTH, MAX_LABELS } from '../../../../domain/labels';
import { MAX_SHORT_TEXT_LENGTH } from '../../../../domain/ticket';
import {
  storedPriorities,
  storedStatuses,
  ticketPriorities,
  ticketStatuses,
} from '../../content-types/ticket/moves';
import { z } from '../../host/strapi-utils';
import { oneOf } from '../../records/plain-inputs';
import { isoTime } from '../../records/times';
import { DECISION, TICKET } from '../../uids';
import { customFieldFilters } from '../custom-field-filters';
import { answerWithLists, type IssueParams, type RequestBody } from '../request';
import { content, contentFilter } from './content';
import { customFieldInputs, withCustomFields } from './custom-fields';
import { jsonObject, listOf } from './fields';

const TITLE_LENGTH = 255;
const DEFAULT_LIMIT = 50;
/** Larger limits are clamped to this (specification 4.7). */
export const MAX_LIMIT = 100;

/** Repetitions are removed, so no list needs more. */
const MAX_EVENT_TYPES = 100;

const title = z.string().min(1).max(TITLE_LENGTH);
const shortText = z.string().min(1).max(MAX_SHORT_TEXT_LENGTH);

const knownStatus = (statuses: readonly string[]) =>
  oneOf(
    statuses,
    {
      asError: (message) => new WorkTrackingError('unknown_status', { message, valid_statuses: statuses }),
      fields: { valid_statuses: statuses },
    } satisfies IssueParams,
    `There is no such status; the statuses are ${statuses.join(', ')}.`,
  );

const knownPriority = (priorities: readonly string[]) =>
  answerWithLists(
    oneOf(priorities, {}, `There is no such priority; the priorities are ${priorities.join(', ')}.`),
    { valid_priorities: priorities },
  );

const digits = z.string().regex(/^-?\d+$/, 'must be a whole number');

/** A larger one than JavaScript keeps counts as the largest that it does. */
const wholeNumber = (min: number) =>
  digits
    .transform((text) => Math.min(Number(text), Number.MAX_SAFE_INTEGER))
    .refine((value) => value >= min, `must be ${min} or more`)
    .register(z.globalRegistry, { type: 'integer', minimum: min });

const limit = wholeNumber(1)
  .transform((value) => Math.min(value, MAX_LIMIT))
  .default(DEFAULT_LIMIT)
  .register(z.globalRegistry, {
    type: 'integer',
    minimum: 1,
    default: DEFAULT_LIMIT,
    description: `Rows on a page; more than ${MAX_LIMIT} counts as ${MAX_LIMIT}.`,
  });

export const noQuery = z.strictObject({});

export const noBody = () => ({ schema: z.strictObject({}) }) satisfies RequestBody<unknown>;

export const ticketListQuery = (strapi: Core.Strapi) =>
  withCustomFields(customFieldFilters(strapi, TICKET), {
    status: knownStatus(storedStatuses(strapi)).optional(),
    priority: knownPriority(storedPriorities(strapi)).optional(),
    type: z.string().optional(),
    assignee: z.literal('none').or(personFilter).optional(),
    label: z.string().optional(),
    due_before: isoTime.optional(),
    content: contentFilter.optional(),
    cursor: z.string().optional(),
    limit,
  });

export const decisionListQuery = (strapi: Core.Strapi) =>
  withCustomFields(customFieldFilters(strapi, DECISION), {
    status: knownStatus(DECISION_STATUSES).optional(),
    slug: z.string().optional(),
    content: contentFilter.optional(),
    cursor: z.string().optional(),
    limit,
    offset: wholeNumber(0).default(0).register(z.globalRegistry, { type: 'integer', minimum: 0, default: 0 }),
  });

export const commentListQuery = () => z.strictObject({ cursor: z.string().optional(), limit });

export const commentBody = () =>
  ({
    schema: z.strictObject({ body: z.string().min(1).max(MAX_COMMENT_LENGTH) }),
    readOnly: ['id', 'target', 'author', 'created_at', 'updated_at'],
  }) satisfies RequestBody<unknown>;

export const subscriptionListQuery = () => z.strictObject({ cursor: z.string().optional() });

const PERSON = { type: 'string', description: 'The id of a person, as /people lists them.' } as const;

const personId = z.string().register(z.globalRegistry, PERSON);

/** A text that is no id names nobody, like an id that is not there. */
const personFilter = z
  .string()
  .transform((text) => positiveInteger(text) ?? 0)
  .register(z.globalRegistry, PERSON);

/** Repetitions are removed before they are counted. */
const labels = listOf(z.string().min(1).max(MAX_LABEL_LENGTH), { max: 5 * MAX_LABELS })
  .transform((given) => [...new Set(given)])
  .pipe(z.array(z.string()).max(MAX_LABELS));

const TICKET_ALIASES = { name: 'title', description: 'body' };
const TICKET_READ_ONLY = [
  'id',
  'number',
  'ref',
  'project_key',
  'venture_key',
  'version',
  'synced_at',
  'created_at',
  'updated_at',
];

/** The fields that a new ticket and a change of one have in common. */
const ticketFields = () => ({
  effort: shortText.nullable().optional(),
  type: shortText.nullable().optional(),
  assignee: personId.nullable().optional(),
  labels: labels.optional(),
  due_at: isoTime.nullable().optional(),
  content: content.optional(),
  frontmatter: jsonObject.optional(),
});

export const newTicket = (strapi: Core.Strapi) =>
  ({
    schema: withCustomFields(customFieldInputs(strapi, TICKET, 'create'), {
      title,
      body: z.string().nullable().optional(),
      priority: knownPriority(ticketPriorities(strapi)).optional(),
      ...ticketFields(),
    }),
    aliases: TICKET_ALIASES,
    readOnly: [...TICKET_READ_ONLY, 'status'],
  }) satisfies RequestBody<unknown>;

export const ticketChange = (strapi: Core.Strapi) =>
  ({
    schema: withCustomFields(customFieldInputs(strapi, TICKET, 'change'), {
      title: title.optional(),
      status: knownStatus(ticketStatuses(strapi)).optional(),
      priority: knownPriority(ticketPriorities(strapi)).optional(),
      body: z.string().nullable().optional(),
      ...ticketFields(),
    }),
    aliases: TICKET_ALIASES,
    readOnly: TICKET_READ_ONLY,
  }) satisfies RequestBody<unknown>;

const DECISION_ALIASES = { bodyMarkdown: 'body_markdown' };
const DECISION_READ_ONLY = [
  'id',
  'project_key',
  'venture_key',
  'doc_type',
  'version',
  'status',
  'resolution',
  'created_at',
  'updated_at',
];

export const newDecision = (strapi: Core.Strapi) =>
  ({
    schema: withCustomFields(customFieldInputs(strapi, DECISION, 'create'), {
      slug: z
        .string()
        .regex(SLUG_PATTERN, 'must have 1 to 255 lowercase letters, digits, hyphens and underscores'),
      title,
      body_markdown: z.string().optional(),
      content: content.optional(),
      frontmatter: jsonObject.optional(),
    }),
    aliases: DECISION_ALIASES,
    readOnly: DECISION_READ_ONLY,
  }) satisfies RequestBody<unknown>;

export const decisionChange = (strapi: Core.Strapi) =>
  ({
    schema: withCustomFields(customFieldInputs(strapi, DECISION, 'change'), {
      title: title.optional(),
      body_markdown: z.string().optional(),
      content: content.optional(),
      frontmatter: jsonObject.optional(),
    }),
    aliases: DECISION_ALIASES,
    readOnly: [...DECISION_READ_ONLY, 'slug'],
  }) satisfies RequestBody<unknown>;

export const resolution = () =>
  ({
    schema: z.strictObject({
      status: z.string().min(1),
      option_id: z.string().min(1).optional(),
      note: z.string().optional(),
    }),
    aliases: { verdict: 'status' },
    readOnly: ['resolved_at'],
  }) satisfies RequestBody<unknown>;

const knownEventType = (types: readonly string[]) =>
  oneOf(
    types,
    {
      asError: (message) =>
        new WorkTrackingError('unknown_event_type', { message, valid_event_types: types }),
      fields: { valid_event_types: types },
    } satisfies IssueParams,
    `There is no such event type; the event types are ${types.join(', ')}.`,
  );

export const newSubscription = () =>
  ({
    schema: z.strictObject({
      url: z.string().min(1),
      secret: z.string().min(1),
      event_types: listOf(knownEventType(EVENT_TYPES), { min: 1, max: MAX_EVENT_TYPES }),
    }),
    readOnly: ['id', 'tenant_id', 'active', 'created_at', 'updated_at'],
  }) satisfies RequestBody<unknown>;

export const deliveryListQuery = () =>
  z.strictObject({
    state: knownStatus(DELIVERY_STATES).optional(),
    subscription_id: z.string().optional(),
    event_type: knownEventType(SENT_EVENT_TYPES).optional(),
    cursor: z.string().optional(),
    limit,
  });

/** The longest that an answer is waited for, in seconds. */
export const MAX_WAIT_SECONDS = 25;

export const changeListQuery = () =>
  z.strictObject({
    // The answer gives it back, so it is taken as it is or not at all.
    after: digits
      .transform(Number)
      .refine((seq) => seq >= 0 && Number.isSafeInteger(seq), `must be from 0 to ${Number.MAX_SAFE_INTEGER}`)
      .default(0)
      .register(z.globalRegistry, {
        type: 'integer',
        minimum: 0,
        default: 0,
        description: `The last \`seq\` that is known; \`next_after\` of the answer before. At most ${Number.MAX_SAFE_INTEGER}.`,
      }),
    limit,
    target_type: z.enum(TARGET_TYPES).optional(),
    target_id: z.string().optional(),
    action: z.enum(AUDIT_ACTIONS).optional(),
    wait: wholeNumber(0)
      .transform((seconds) => Math.min(seconds, MAX_WAIT_SECONDS))
      .default(0)
      .register(z.globalRegistry, {
        type: 'integer',
        minimum: 0,
        default: 0,
        description: `Seconds to wait for a change when there is none; more than ${MAX_WAIT_SECONDS} counts as ${MAX_WAIT_SECONDS}.`,
      }),
  });

export const bulkResendBody = () =>
  ({
    schema: z.strictObject({
      state: knownStatus(ENDED_DELIVERY_STATES)
        .transform((state) => state as EndedDeliveryState)
        .default('dead'),
      since: isoTime.optional(),
      until: isoTime.optional(),
      dry_run: z.boolean().default(false),
    }),
  }) satisfies RequestBody<unknown>;
