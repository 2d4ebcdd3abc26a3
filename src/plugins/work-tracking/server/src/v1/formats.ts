import type { Core } from '@strapi/types';
import { z } from '@strapi/utils';
import { SLUG_PATTERN, DECISION_STATUSES } from '../../../domain/decision';
import { EVENT_TYPES } from '../../../domain/events';
import { ticketPriorities, ticketStatuses } from '../content-types/ticket/moves';
import { DECISION, TICKET } from '../uids';
import { jsonObject } from './field-shapes';
import { oneOf } from './one-of';
import type { BodyFormat } from './request';
import { teamFilters, teamInputs, withTeamFields } from './team-formats';

const TITLE_LENGTH = 255;
const LABEL_LENGTH = 64;
const DEFAULT_LIMIT = 50;
/** Larger limits are clamped to it (gaps.md, Requests and answers). */
export const MAX_LIMIT = 100;

const title = z.string().min(1).max(TITLE_LENGTH);
const label = z.string().min(1).max(LABEL_LENGTH);

export const knownStatus = (statuses: readonly string[]) =>
  oneOf(
    statuses,
    { error: 'unknown_status', fields: { valid_statuses: statuses } },
    `There is no such status; the statuses are ${statuses.join(', ')}.`,
  );

const knownPriority = (priorities: readonly string[]) =>
  oneOf(
    priorities,
    { fields: { valid_priorities: priorities } },
    `There is no such priority; the priorities are ${priorities.join(', ')}.`,
  );

const wholeNumber = (min: number) =>
  z
    .string()
    .regex(/^-?\d+$/, 'must be a whole number')
    .transform((digits) => Math.min(Number(digits), Number.MAX_SAFE_INTEGER))
    .refine((value) => value >= min, `must be ${min} or more`)
    .register(z.globalRegistry, { type: 'integer', minimum: min });

export const limit = wholeNumber(1)
  .transform((value) => Math.min(value, MAX_LIMIT))
  .default(DEFAULT_LIMIT)
  .register(z.globalRegistry, {
    type: 'integer',
    minimum: 1,
    default: DEFAULT_LIMIT,
    description: `Rows on a page; more than ${MAX_LIMIT} counts as ${MAX_LIMIT}.`,
  });

export const noQuery = z.strictObject({});

export const noBody = () => ({ schema: z.strictObject({}) }) satisfies BodyFormat<unknown>;

export const ticketListQuery = (strapi: Core.Strapi) =>
  withTeamFields(teamFilters(strapi, TICKET), {
    status: knownStatus(ticketStatuses(strapi)).optional(),
    priority: knownPriority(ticketPriorities(strapi)).optional(),
    type: z.string().optional(),
    cursor: z.string().optional(),
    limit,
  });

export const decisionListQuery = () =>
  z.strictObject({
    status: knownStatus(DECISION_STATUSES).optional(),
    slug: z.string().optional(),
    limit,
    offset: wholeNumber(0).default(0).register(z.globalRegistry, { type: 'integer', minimum: 0, default: 0 }),
  });

const TICKET_ALIASES = { name: 'title', description: 'body' };
const TICKET_READ_ONLY = [
  'id',
  'project_key',
  'venture_key',
  'version',
  'synced_at',
  'created_at',
  'updated_at',
];

export const newTicket = (strapi: Core.Strapi) =>
  ({
    schema: withTeamFields(teamInputs(strapi, TICKET, 'create'), {
      title,
      body: z.string().nullable().optional(),
      priority: knownPriority(ticketPriorities(strapi)).optional(),
      effort: label.nullable().optional(),
      type: label.nullable().optional(),
      frontmatter: jsonObject.optional(),
    }),
    aliases: TICKET_ALIASES,
    readOnly: [...TICKET_READ_ONLY, 'status'],
  }) satisfies BodyFormat<unknown>;

export const ticketChange = (strapi: Core.Strapi) =>
  ({
    schema: withTeamFields(teamInputs(strapi, TICKET, 'change'), {
      title: title.optional(),
      status: knownStatus(ticketStatuses(strapi)).optional(),
      priority: knownPriority(ticketPriorities(strapi)).optional(),
      body: z.string().nullable().optional(),
      effort: label.nullable().optional(),
      type: label.nullable().optional(),
      frontmatter: jsonObject.optional(),
    }),
    aliases: TICKET_ALIASES,
    readOnly: TICKET_READ_ONLY,
  }) satisfies BodyFormat<unknown>;

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
    schema: withTeamFields(teamInputs(strapi, DECISION, 'create'), {
      slug: z
        .string()
        .regex(SLUG_PATTERN, 'must have 1 to 255 lowercase letters, digits, hyphens and underscores'),
      title,
      body_markdown: z.string().optional(),
      frontmatter: jsonObject.optional(),
    }),
    aliases: DECISION_ALIASES,
    readOnly: DECISION_READ_ONLY,
  }) satisfies BodyFormat<unknown>;

export const decisionChange = (strapi: Core.Strapi) =>
  ({
    schema: withTeamFields(teamInputs(strapi, DECISION, 'change'), {
      title: title.optional(),
      body_markdown: z.string().optional(),
      frontmatter: jsonObject.optional(),
    }),
    aliases: DECISION_ALIASES,
    readOnly: [...DECISION_READ_ONLY, 'slug'],
  }) satisfies BodyFormat<unknown>;

export const resolution = () =>
  ({
    schema: z.strictObject({
      status: z.string().min(1),
      option_id: z.string().min(1).optional(),
      note: z.string().optional(),
    }),
    aliases: { verdict: 'status' },
    readOnly: ['resolved_at'],
  }) satisfies BodyFormat<unknown>;

export const knownEventType = (types: readonly string[]) =>
  oneOf(
    types,
    { error: 'unknown_event_type', fields: { valid_event_types: types } },
    `There is no such event type; the event types are ${types.join(', ')}.`,
  );

export const newSubscription = () =>
  ({
    schema: z.strictObject({
      url: z.string().min(1),
      secret: z.string().min(1),
      event_types: z.array(knownEventType(EVENT_TYPES)).min(1),
    }),
    readOnly: ['id', 'tenant_id', 'active', 'created_at', 'updated_at'],
  }) satisfies BodyFormat<unknown>;
