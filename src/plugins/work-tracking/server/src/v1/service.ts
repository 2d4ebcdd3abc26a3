import { MAX_COMMENT_LENGTH } from '../../../domain/comment';
import { MAX_REFERENCES } from '../../../domain/content';
import { SENT_EVENT_TYPES, EVENT_TYPES } from '../../../domain/events';
import { MAX_LABELS } from '../../../domain/labels';
import { MAX_RECORD_BYTES } from '../../../domain/record-size';
import {
  allowedMoves,
  categoryOf,
  INITIAL_TICKET_STATUS,
  isOutOfUse,
  TICKET_STATUS_CATEGORIES,
} from '../../../domain/ticket';
import { v1Action } from '../access/actions';
import { configOf } from '../config';
import { leftStatuses, storedStatuses, ticketMoves } from '../content-types/ticket/moves';
import { z } from '../host/strapi-utils';
import { MAX_PAGE_BYTES } from '../paging/page';
import { projectFields } from '../records/project';
import { timestamp } from '../records/times';
import { route } from './endpoint';
import { MAX_KEY_LENGTH } from './idempotency';
import { MAX_BODY_BYTES } from './json-body';
import { EVENT_DESCRIPTIONS } from './schemas/events';
import { jsonSchemaOf } from './schemas/json-schema';
import { MAX_LIMIT, MAX_WAIT_SECONDS } from './schemas/requests';
import { responseSchemas } from './schemas/responses';
import { MAX_WAITING_OF_CALLER } from './waiting-requests';

/** Each event type has a complete JSON Schema. */
const eventType = z.object({
  type: z.enum(SENT_EVENT_TYPES),
  description: z.string(),
  is_subscribable: z.boolean(),
  schema: z.looseObject({}).meta({ description: "JSON Schema (2020-12) of the delivery's body." }),
});

const orNull = (limit: number) => (limit === 0 ? null : limit);

/** Routes about the service itself and about the caller's token (specification 4.6). */
export const serviceRoutes = [
  route({
    method: 'GET',
    path: '/me',
    action: 'me.find',
    isForAnyToken: true,
    summary: 'Tell whose token this is, and what it may do',
    status: 200,
    answer: ({ project, caller, limits }) => ({ project, token: caller, limits }),
    async handle({ strapi, project, caller }) {
      const tokens: { actions: readonly string[] } = strapi.plugin('work-tracking').service('tokens');
      const allowed = await caller.allowed(tokens.actions);
      const { rateLimit, subscriptions, idempotency, waiting } = configOf(strapi);
      const { readsPerMinute, writesPerMinute } = rateLimit;
      return {
        project: { tenant_id: project.documentId, ...projectFields(project), name: project.name },
        token: {
          type: caller.type,
          name: caller.name,
          scopes: allowed.map(v1Action),
          expires_at: caller.expiresAt && timestamp(caller.expiresAt),
        },
        limits: {
          reads_per_minute: orNull(readsPerMinute),
          writes_per_minute: orNull(writesPerMinute),
          page_size: MAX_LIMIT,
          page_bytes: MAX_PAGE_BYTES,
          body_bytes: MAX_BODY_BYTES,
          record_bytes: MAX_RECORD_BYTES,
          subscriptions: subscriptions.maxPerProject,
          labels: MAX_LABELS,
          content: MAX_REFERENCES,
          comment_length: MAX_COMMENT_LENGTH,
          wait_seconds: MAX_WAIT_SECONDS,
          waiting_requests: Math.min(MAX_WAITING_OF_CALLER, waiting.maxRequests),
          idempotency_key_length: MAX_KEY_LENGTH,
          idempotency_retention_hours: idempotency.retentionHours,
        },
      };
    },
  }),

  route({
    method: 'GET',
    path: '/workflow',
    action: 'workflow.find',
    isForAnyToken: true,
    summary: 'Read the statuses of tickets, their categories, and the moves between them',
    status: 200,
    answer: ({ workflow }) => workflow,
    handle({ strapi, project }) {
      const statuses = storedStatuses(strapi);
      const moves = ticketMoves(strapi, project.key);
      const waysBack = leftStatuses(strapi)
        .filter((status) => isOutOfUse(moves, status))
        .map((status) => [status, allowedMoves(moves, status)]);
      return Promise.resolve({
        initial_status: INITIAL_TICKET_STATUS,
        statuses: statuses.map((name) => ({ name, category: categoryOf(name) })),
        categories: TICKET_STATUS_CATEGORIES,
        moves: { ...moves, ...Object.fromEntries(waysBack) },
      });
    },
  }),

  route({
    method: 'GET',
    path: '/webhooks/event-types',
    action: 'event-type.find',
    isForAnyToken: true,
    summary: 'List the event types, each with the JSON Schema of its body',
    status: 200,
    answer: () => ({ event_types: z.array(eventType) }),
    handle({ strapi }) {
      const { events } = responseSchemas(strapi);
      return Promise.resolve({
        event_types: SENT_EVENT_TYPES.map((type) => ({
          type,
          description: EVENT_DESCRIPTIONS[type],
          is_subscribable: (EVENT_TYPES as readonly string[]).includes(type),
          schema: jsonSchemaOf(events[type]),
        })),
      });
    },
  }),
];
