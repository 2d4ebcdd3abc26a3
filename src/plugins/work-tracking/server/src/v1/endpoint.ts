import type { Core } from '@strapi/types';
import type { z } from '@strapi/utils';
import type { Context } from 'koa';
import once from 'lodash/once';
import { WorkTrackingError, type ApiErrorCode } from '../../../domain/errors';
import { projectAccess, type Caller } from '../access/project-access';
import type { RateLimiter } from '../access/rate-limit';
import { withKnownRow } from '../database/kept-rows';
import { memoizePerInstance } from '../database/memoize-per-instance';
import type { Project } from '../records/project';
import { PROJECT } from '../uids';
import { answerError, asApiError } from './errors';
import { readJson } from './json-body';
import { ListAnswer } from './list-answer';
import { parseBody, parseQuery, type RequestBody } from './request';
import { noQuery } from './schemas/requests';
import type { ResponseSchemas } from './schemas/responses';
import { unreadAnswers } from './unread-answers';

/** An authenticated request. */
export interface ApiRequest<Query, Body> {
  strapi: Core.Strapi;
  project: Project;
  caller: Caller;
  /** The id in the path; empty on routes without one. */
  id: string;
  query: Query;
  /** Sets another status than the route's usual one. */
  answerWith: (status: Route['status']) => void;
  /** Parses the body. @throws WorkTrackingError `validation_failed` and the like */
  body: () => Body;
}

/** What an answer carries beside `version`, as schemas. */
type AnswerSchema = (schemas: ResponseSchemas) => Record<string, z.ZodType>;

/** One route of v1. Its OpenAPI description is made from this as well. */
export interface Route<Query = unknown, Body = unknown> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the prefix of v1. */
  path: string;
  /** The action that a token needs. Strapi knows it by the name that `strapiAction` gives it. */
  action: string;
  /** One sentence for the OpenAPI document. */
  summary: string;
  /** Any token of a project may call it, even one that was issued before the route existed. */
  isForAnyToken?: boolean;
  status: 200 | 201 | 202;
  answer: AnswerSchema;
  /** A second status and answer, for routes whose requests can ask for it. */
  otherAnswer?: { status: Route['status']; answer: AnswerSchema };
  /**
   * The error codes of its own rules. Those that all routes have, and those of ids, bodies and cursors, are added.
   */
  errors?: readonly ApiErrorCode[];
  query?: (strapi: Core.Strapi) => z.ZodType<Query> & { shape: Record<string, unknown> };
  body?: (strapi: Core.Strapi) => RequestBody<Body>;
  /** @returns what the answer carries beside `version` */
  handle(request: ApiRequest<Query, Body>): Promise<object>;
}

/** Infers the types of query and body from the schemas. */
export const route = <Query, Body>(definition: Route<Query, Body>): Route => definition;

/** specification 10: every success body carries it. */
export const VERSION = 'v1';

/** Of all routes together. */
const unreadAnswersOf = memoizePerInstance<Core.Strapi, ReturnType<typeof unreadAnswers>>(unreadAnswers);

/** The controller action of a route: authenticate, limit, parse, call, wrap. */
export function endpoint(strapi: Core.Strapi, definition: Route) {
  // Making a schema takes a hundred times as long as using it, and content types do not change while the application
  // runs.
  const querySchema = once(() => (definition.query ?? (() => noQuery))(strapi));
  const expectedBody = once(() => definition.body?.(strapi));
  return async (ctx: Context): Promise<void> => {
    try {
      const { project, storedProject, caller, callerKey } = await projectAccess(strapi, ctx);
      const rateLimiter: RateLimiter = strapi.plugin('work-tracking').service('rateLimiter');
      const isRead = definition.method === 'GET';
      await rateLimiter.count(callerKey, isRead);
      const unread = unreadAnswersOf(strapi);
      unread.assertRoom(callerKey);
      unread.add(callerKey, ctx.res);
      let { status } = definition;
      const sent = definition.body && (await readJson(ctx));
      const request = {
        strapi,
        project,
        caller,
        id: (ctx.params as { id?: string }).id ?? '',
        query: parseQuery(querySchema(), ctx.querystring),
        answerWith: (other: Route['status']) => {
          status = other;
        },
        body: () => {
          const expected = expectedBody();
          if (!expected || !sent) throw new Error(`${definition.action} takes no body.`);
          return parseBody(expected, sent);
        },
      };
      const handle = () => definition.handle(request);
      const result = await (storedProject ? withKnownRow(PROJECT, storedProject, handle) : handle());
      // Many may have begun while there was room. What was written is answered all the same.
      if (isRead) unread.assertRoom(callerKey);
      ctx.status = status;
      if (result instanceof ListAnswer) {
        ctx.type = 'json';
        ctx.body = result.toText(VERSION);
      } else ctx.body = { version: VERSION, ...result };
    } catch (thrown) {
      const error = asApiError(thrown);
      if (!error) strapi.log.error(thrown);
      answerError(ctx, error ?? new WorkTrackingError('internal_error'));
    }
  };
}
