import { STATUS_CODES } from 'node:http';
import type { Core } from '@strapi/types';
import camelCase from 'lodash/camelCase';
import groupBy from 'lodash/groupBy';
import upperFirst from 'lodash/upperFirst';
import { API_ERRORS, type ApiErrorCode } from '../../../../domain/errors';
import { z, type ZodObject, type ZodType } from '../../host/strapi-utils';
import type { ConditionHeader } from '../conditions';
import { VERSION, type Route } from '../endpoint';
import { POLICY_HEADER, QUOTA_HEADER } from '../rate-limits';
import type { RequestBody } from '../request';
import { ROUTES } from '../routes';
import { errorBody } from '../schemas/errors';
import { responseSchemas, type ResponseSchemas } from '../schemas/responses';
import type { OperationSource, PathsSource, ResponseSource } from './conversion';

/** The name of the security scheme. */
export const TOKEN = 'token';

/** The paths of all routes in the table. */
export function pathsOf(strapi: Core.Strapi): PathsSource {
  const schemas = responseSchemas(strapi);
  const paths: Record<string, Record<string, OperationSource>> = {};
  for (const route of ROUTES) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(strapi, schemas, route) };
  }
  return paths;
}

function operation(strapi: Core.Strapi, schemas: ResponseSchemas, route: Route): OperationSource {
  const query = route.query?.(strapi) as ZodObject | undefined;
  const body = route.body?.(strapi);
  const waits = query !== undefined && 'wait' in query.shape;
  return {
    operationId: camelCase(route.action),
    summary: route.summary,
    tags: [tagOf(route)],
    security: [{ [TOKEN]: route.isForAnyToken ? [] : [route.action] }],
    requestParams: {
      ...(hasId(route) ? { path: z.object({ id: z.string().meta({ description: 'Public id.' }) }) } : {}),
      ...(query ? { query } : {}),
      ...sentHeaders(route),
    },
    ...(body ? { requestBody: requestBody(route, body) } : {}),
    responses: {
      ...success(schemas, route, { ...route, waits }),
      ...(route.otherAnswer ? success(schemas, route, { ...route.otherAnswer, waits }) : {}),
      ...(route.condition === 'If-None-Match'
        ? { 304: { description: NOT_MODIFIED, headers: together(TAGGED, LIMITED) } }
        : {}),
      ...errorResponses(codesOf(route, { takesCursor: query !== undefined && 'cursor' in query.shape })),
    },
  };
}

const hasId = ({ path }: Route) => path.includes(':id');

const TAGS: Record<string, string> = { tickets: 'Tickets', decisions: 'Decisions', webhooks: 'Webhooks' };

/** The tag of a route, by the first segment of its path; `Service` for everything that is not about records. */
const tagOf = ({ path }: Route): string => TAGS[path.split('/')[1] ?? ''] ?? 'Service';

const STATUS_TEXTS: Record<Route['status'], string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted; it is carried out in the background.',
};

const TAGGED = z.object({
  ETag: z
    .string()
    .regex(/^"\d+(-\d+)?"$/)
    .meta({
      description:
        "The record's `version` between double quotes; with a further number once its project's key or its assignee's name was changed since.",
    }),
});

const NOT_MODIFIED = 'The record has a tag that `If-None-Match` names. There is no body.';

const CONDITIONS: Record<ConditionHeader, ZodObject> = {
  'If-Match': z.object({
    'If-Match': z
      .string()
      .optional()
      .meta({ description: 'ETags, separated by commas: the record must have one of them. `*` is any.' }),
  }),
  'If-None-Match': z.object({
    'If-None-Match': z
      .string()
      .optional()
      .meta({ description: 'ETags, separated by commas: a record that has one of them is not sent again.' }),
  }),
};

const IDEMPOTENT = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .meta({
      description:
        'Sent again with the same key and body, the request gets its first answer and does nothing.',
    }),
});

/** The headers of several objects in one; undefined when there are none. */
function together(...headers: (ZodObject | false | undefined)[]): ZodObject | undefined {
  const given = headers.filter((some) => some instanceof z.ZodObject);
  return given.length === 0 ? undefined : z.object(Object.assign({}, ...given.map(({ shape }) => shape)));
}

function sentHeaders({ method, condition }: Route): { header?: ZodObject } {
  const header = together(condition && CONDITIONS[condition], method === 'POST' && IDEMPOTENT);
  return header ? { header } : {};
}

const answeredHeaders = ({ method, tagged }: Route, waits: boolean) =>
  together(tagged && TAGGED, method === 'POST' && REPLAYED, waits && BUSY, LIMITED);

/** draft-ietf-httpapi-ratelimit-headers-10; a limit that is off has none. */
const LIMITED = z.object({
  [POLICY_HEADER]: z
    .string()
    .regex(/^"[a-z-]+";q=\d+;w=\d+(, "[a-z-]+";q=\d+;w=\d+)*$/)
    .optional()
    .meta({
      description:
        'The limits that requests like this count towards: `q` of them in a window of `w` seconds.',
    }),
  [QUOTA_HEADER]: z
    .string()
    .regex(/^"[a-z-]+";r=\d+;t=\d+$/)
    .optional()
    .meta({ description: 'What is left of the limit: `r` requests in the next `t` seconds.' }),
});

const REPLAYED = z.object({
  'Idempotent-Replayed': z
    .literal('true')
    .optional()
    .meta({ description: 'The answer was given before, to the first request with this `Idempotency-Key`.' }),
});

const success = (
  schemas: ResponseSchemas,
  route: Route,
  { status, answer, waits }: Pick<Route, 'status' | 'answer'> & { waits: boolean },
): OperationSource['responses'] => ({
  [`${status}`]: {
    description: STATUS_TEXTS[status],
    headers: answeredHeaders(route, waits),
    content: {
      'application/json': { schema: z.object({ version: z.literal(VERSION), ...answer(schemas) }) },
    },
  },
});

const EVERY_ROUTES: readonly ApiErrorCode[] = [
  'validation_failed',
  'refused',
  'unauthorized',
  'insufficient_scope',
  'project_not_assigned',
  'method_not_allowed',
  'rate_limited',
  'internal_error',
];
const BODIES: readonly ApiErrorCode[] = ['invalid_json', 'payload_too_large', 'unsupported_media_type'];

const CONDITIONAL: readonly ApiErrorCode[] = ['precondition_failed', 'precondition_required'];

const KEYED: readonly ApiErrorCode[] = ['request_in_progress', 'idempotency_key_reused'];

const CODES = Object.keys(API_ERRORS) as ApiErrorCode[];

/** All error codes of a route, in the order of the table. */
function codesOf(route: Route, { takesCursor }: { takesCursor: boolean }): ApiErrorCode[] {
  const raised = new Set<ApiErrorCode>([
    ...EVERY_ROUTES,
    ...(hasId(route) ? (['not_found'] as const) : []),
    ...(route.body ? BODIES : []),
    ...(takesCursor ? (['invalid_cursor'] as const) : []),
    ...(route.condition === 'If-Match' ? CONDITIONAL : []),
    ...(route.method === 'POST' ? KEYED : []),
    ...(route.errors ?? []),
  ]);
  return CODES.filter((code) => raised.has(code));
}

const retryAfter = z.string().regex(/^\d+$/).meta({ description: 'Seconds until the next request.' });

const BUSY = z.object({
  'Retry-After': retryAfter
    .optional()
    .meta({ description: 'Too many requests wait already: seconds until this one may.' }),
});

const HEADERS: Partial<Record<ApiErrorCode, ZodObject>> = {
  unauthorized: z.object({ 'WWW-Authenticate': z.literal('Bearer') }),
  method_not_allowed: z.object({
    Allow: z.string().meta({ description: 'The methods that the address takes.' }),
  }),
  rate_limited: z.object({ 'Retry-After': retryAfter }),
  // Its status has other codes, without this header.
  request_in_progress: z.object({ 'Retry-After': retryAfter.optional() }),
};

const statusOf = (code: ApiErrorCode) => API_ERRORS[code].status;

/** One response for each status, with the bodies of its codes. */
export function errorResponses(codes: readonly ApiErrorCode[]): OperationSource['responses'] {
  const byStatus = Object.values(groupBy(codes, statusOf)) as [ApiErrorCode, ...ApiErrorCode[]][];
  return Object.fromEntries(byStatus.map((own) => [statusOf(own[0]), errorResponse(own)]));
}

const sharedResponses = new Map<number, ResponseSource>();

/** A response with all codes of its status is the same everywhere, so the document defines it once. */
function errorResponse(codes: readonly [ApiErrorCode, ...ApiErrorCode[]]): ResponseSource {
  const status = statusOf(codes[0]);
  if (CODES.some((code) => statusOf(code) === status && !codes.includes(code))) return responseWith(codes);
  const shared = sharedResponses.get(status) ?? {
    ...responseWith(codes),
    id: upperFirst(camelCase(STATUS_CODES[status])),
  };
  sharedResponses.set(status, shared);
  return shared;
}

function responseWith(codes: readonly ApiErrorCode[]): ResponseSource {
  return {
    description: codes.map((code) => `\`${code}\`: ${API_ERRORS[code].message}`).join('\n\n'),
    headers: together(...codes.map((code) => HEADERS[code]), LIMITED),
    content: { 'application/json': { schema: errorBody(codes) } },
  };
}

/** The body with its aliases: either name is accepted, and of a required field one is asked for. */
function requestBody(route: Route, { schema, aliases = {} }: RequestBody<unknown>) {
  const { shape } = schema as unknown as ZodObject;
  const field = (name: string) => shape[name] as ZodType;
  const pairs = Object.entries(aliases);
  const optional = Object.fromEntries(
    pairs.map(([alias, name]) => [
      alias,
      field(name)
        .optional()
        .meta({ description: `Another name for \`${name}\`.` }),
    ]),
  );
  const own = z.strictObject({ ...shape, ...optional });
  const required = pairs.filter(([, name]) => !field(name).safeParse(undefined).success);
  const byAlias = required.map(([alias, name]) =>
    z.strictObject({ ...shape, ...optional, [name]: field(name).optional(), [alias]: field(name) }),
  );
  const body = (byAlias.length === 0 ? own : z.union([own, ...byAlias])).meta({
    id: `${upperFirst(camelCase(route.action))}Body`,
  });
  return {
    required: !schema.safeParse({}).success,
    content: { 'application/json': { schema: body } },
  };
}
