import type { Core } from '@strapi/types';
import type { z } from '@strapi/utils';
import type { Context } from 'koa';
import once from 'lodash/once';
import { projectAccess, type Caller } from '../access/project-access';
import { rateLimiterOf } from '../access/rate-limit';
import { ApiError, type ApiErrorCode } from '../errors';
import type { Project } from '../records/project';
import { answerError, asApiError } from './errors-to-answers';
import { noQuery } from './formats';
import { readJson } from './read-json';
import { parseBody, parseQuery, type BodyFormat } from './request';
import type { Shapes } from './shapes';

/** A request whose caller is known. */
export interface ApiRequest<Query, Body> {
  strapi: Core.Strapi;
  project: Project;
  caller: Caller;
  /** The id in the path; empty on routes without one. */
  id: string;
  query: Query;
  /** Answers with another status than the route's usual one. */
  answerWith: (status: Route['status']) => void;
  /** @throws ApiError `validation_failed` and the like; called when it is time to judge the body */
  body: () => Body;
}

/** What an answer carries beside `version`, as schemas. */
type AnswerShape = (shapes: Shapes) => Record<string, z.ZodType>;

/** One route of v1: what it is called, what it takes, what it does. Its description is made from this. */
export interface Route<Query = unknown, Body = unknown> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the prefix of v1. */
  path: string;
  /** `controller.action` as Strapi names it: the scope that a token needs. */
  action: string;
  /** One sentence for the description. */
  summary: string;
  /** Any token of a project may call it, also one that was issued before there was this route. */
  isForAnyToken?: boolean;
  status: 200 | 201 | 202;
  answer: AnswerShape;
  /** What it answers with another status, where a request can ask for that. */
  otherAnswer?: { status: Route['status']; answer: AnswerShape };
  /** The codes that only its own rules raise; those of every route, of ids, bodies and cursors go without saying. */
  errors?: readonly ApiErrorCode[];
  query?: (strapi: Core.Strapi) => z.ZodType<Query> & { shape: Record<string, unknown> };
  body?: (strapi: Core.Strapi) => BodyFormat<Body>;
  /** @returns what the answer carries beside `version` */
  handle(request: ApiRequest<Query, Body>): Promise<object>;
}

/** Lets the types of query and body follow from the formats; the table itself need not know them. */
export const route = <Query, Body>(definition: Route<Query, Body>): Route => definition;

/** v1.md 9: every success body carries it. */
export const VERSION = 'v1';

/** The controller action of a route: identify, limit, parse, call, wrap. */
export function endpoint(strapi: Core.Strapi, definition: Route) {
  // To make a schema takes a hundred times as long as to use it; the content types that it follows stay as they are.
  const queryFormat = once(() => (definition.query ?? (() => noQuery))(strapi));
  const bodyFormat = once(() => definition.body?.(strapi));
  return async (ctx: Context): Promise<void> => {
    try {
      const { project, caller, callerKey } = await projectAccess(strapi, ctx);
      await rateLimiterOf(strapi).count(callerKey, definition.method === 'GET');
      let { status } = definition;
      const body = definition.body && (await readJson(ctx));
      const result = await definition.handle({
        strapi,
        project,
        caller,
        id: (ctx.params as { id?: string }).id ?? '',
        query: parseQuery(queryFormat(), ctx.querystring),
        answerWith: (other) => {
          status = other;
        },
        body: () => {
          const format = bodyFormat();
          if (!format) throw new Error(`${definition.action} takes no body.`);
          return parseBody(format, body);
        },
      });
      ctx.status = status;
      ctx.body = { version: VERSION, ...result };
    } catch (thrown) {
      const error = asApiError(thrown);
      if (!error) strapi.log.error(thrown);
      answerError(ctx, error ?? new ApiError('internal_error'));
    }
  };
}
