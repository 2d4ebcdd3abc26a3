import { STATUS_CODES } from 'node:http';
import type { Core } from '@strapi/types';
import { z } from '@strapi/utils';
import camelCase from 'lodash/camelCase';
import groupBy from 'lodash/groupBy';
import upperFirst from 'lodash/upperFirst';
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { API_ERRORS, type ApiErrorCode } from '../../../../domain/errors';
import { VERSION, type Route } from '../endpoint';
import type { RequestBody } from '../request';
import { ROUTES } from '../routes';
import { errorBody } from '../schemas/errors';
import { responseSchemas, type ResponseSchemas } from '../schemas/responses';

/** The name of the security scheme. */
export const TOKEN = 'token';

/** The paths of all routes in the table. */
export function pathsOf(strapi: Core.Strapi): ZodOpenApiPathsObject {
  const schemas = responseSchemas(strapi);
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of ROUTES) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(strapi, schemas, route) };
  }
  return paths;
}

function operation(strapi: Core.Strapi, schemas: ResponseSchemas, route: Route): ZodOpenApiOperationObject {
  const query = route.query?.(strapi) as z.ZodObject | undefined;
  const body = route.body?.(strapi);
  return {
    operationId: camelCase(route.action),
    summary: route.summary,
    tags: [tagOf(route)],
    security: [{ [TOKEN]: route.isForAnyToken ? [] : [route.action] }],
    requestParams: {
      ...(hasId(route) ? { path: z.object({ id: z.string().meta({ description: 'Public id.' }) }) } : {}),
      ...(query ? { query } : {}),
    },
    ...(body ? { requestBody: requestBody(route, body) } : {}),
    responses: {
      ...success(schemas, route.status, route.answer),
      ...(route.otherAnswer ? success(schemas, route.otherAnswer.status, route.otherAnswer.answer) : {}),
      ...errorResponses(codesOf(route, { takesCursor: query !== undefined && 'cursor' in query.shape })),
    },
  };
}

const hasId = ({ path }: Route) => path.includes(':id');

const TAGS: Record<string, string> = { tickets: 'Tickets', decisions: 'Decisions', webhooks: 'Webhooks' };

/** By the first segment of the path; `Service` for everything that is not about records. */
const tagOf = ({ path }: Route): string => TAGS[path.split('/')[1] ?? ''] ?? 'Service';

const STATUS_TEXTS: Record<Route['status'], string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted; it is carried out in the background.',
};

const success = (
  schemas: ResponseSchemas,
  status: Route['status'],
  answer: Route['answer'],
): ZodOpenApiResponsesObject => ({
  [`${status}`]: {
    description: STATUS_TEXTS[status],
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

const CODES = Object.keys(API_ERRORS) as ApiErrorCode[];

/** All error codes of a route, in the order of the table. */
function codesOf(route: Route, { takesCursor }: { takesCursor: boolean }): ApiErrorCode[] {
  const raised = new Set<ApiErrorCode>([
    ...EVERY_ROUTES,
    ...(hasId(route) ? (['not_found'] as const) : []),
    ...(route.body ? BODIES : []),
    ...(takesCursor ? (['invalid_cursor'] as const) : []),
    ...(route.errors ?? []),
  ]);
  return CODES.filter((code) => raised.has(code));
}

const HEADERS: Partial<Record<ApiErrorCode, z.ZodObject>> = {
  unauthorized: z.object({ 'WWW-Authenticate': z.literal('Bearer') }),
  method_not_allowed: z.object({
    Allow: z.string().meta({ description: 'The methods that the address takes.' }),
  }),
  rate_limited: z.object({
    'Retry-After': z.string().regex(/^\d+$/).meta({ description: 'Seconds until the next request.' }),
  }),
};

const statusOf = (code: ApiErrorCode) => API_ERRORS[code].status;

/** One response for each status, with the bodies of its codes. */
export function errorResponses(codes: readonly ApiErrorCode[]): ZodOpenApiResponsesObject {
  const byStatus = Object.values(groupBy(codes, statusOf)) as [ApiErrorCode, ...ApiErrorCode[]][];
  return Object.fromEntries(byStatus.map((own) => [statusOf(own[0]), errorResponse(own)]));
}

const sharedResponses = new Map<number, ZodOpenApiResponseObject>();

/** A response with all codes of its status is the same everywhere, so the document defines it once. */
function errorResponse(codes: readonly [ApiErrorCode, ...ApiErrorCode[]]): ZodOpenApiResponseObject {
  const status = statusOf(codes[0]);
  if (CODES.some((code) => statusOf(code) === status && !codes.includes(code))) return responseWith(codes);
  const shared = sharedResponses.get(status) ?? {
    ...responseWith(codes),
    id: upperFirst(camelCase(STATUS_CODES[status])),
  };
  sharedResponses.set(status, shared);
  return shared;
}

function responseWith(codes: readonly ApiErrorCode[]): ZodOpenApiResponseObject {
  const headers = codes.map((code) => HEADERS[code]).find((found) => found !== undefined);
  return {
    description: codes.map((code) => `\`${code}\`: ${API_ERRORS[code].message}`).join('\n\n'),
    ...(headers ? { headers } : {}),
    content: { 'application/json': { schema: errorBody(codes) } },
  };
}

/** The body with its aliases: either name is accepted, and of a required field one is asked for. */
function requestBody(route: Route, { schema, aliases = {} }: RequestBody<unknown>) {
  const { shape } = schema as unknown as z.ZodObject;
  const field = (name: string) => shape[name] as z.ZodType;
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
