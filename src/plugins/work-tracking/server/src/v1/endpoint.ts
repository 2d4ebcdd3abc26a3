import type { ServerResponse } from 'node:http';
import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import once from 'lodash/once';
import { WorkTrackingError, type ApiErrorCode } from '../../../domain/errors';
import { assertStillAllowed, projectAccess, type Caller } from '../access/project-access';
import { apiPath, configOf } from '../config';
import { memoizePerInstance } from '../database/memoize-per-instance';
import { transact } from '../database/transact';
import type { ZodType } from '../host/strapi-utils';
import type { Project } from '../records/project';
import {
  assertMatch,
  NotModified,
  readTags,
  RecordAnswer,
  type ConditionHeader,
  type EntityTags,
} from './conditions';
import { answerError, asApiError } from './errors';
import { oncePerKey, readKey, type Keep, type KeptAnswer, type KeyedRequest } from './idempotency';
import { readJson, type JsonBody } from './json-body';
import { limitCaller } from './rate-limits';
import { parseBody, parseQuery, type RequestBody } from './request';
import { noQuery } from './schemas/requests';
import type { ResponseSchemas } from './schemas/responses';
import { storedId } from './scoped';
import { unreadAnswers } from './unread-answers';
import { RETRY_AFTER_S, waitingRequests } from './waiting-requests';

/** The answer to a list, beside `version`. Its records are JSON already; `next` says where it goes on. */
export class ListAnswer {
  constructor(
    private readonly name: string,
    private readonly page: { json: string; next: object },
  ) {}

  /** The whole answer as JSON. */
  toText(version: string): string {
    const { json, next } = this.page;
    const start = JSON.stringify({ version }).slice(0, -1);
    return `${start},${JSON.stringify(this.name)}:${json},${JSON.stringify(next).slice(1)}`;
  }
}

/** An authenticated request. */
interface ApiRequest<Query, Body> {
  strapi: Core.Strapi;
  project: Project;
  caller: Caller;
  /** The id in the path; empty on routes without one. */
  id: string;
  query: Query;
  /**
   * Waits, and asks afterwards what was asked when the request came. Where too many wait already it doesn't, and the
   * answer says when to come again.
   * @param waiting is given a signal that is aborted when the client has gone
   * @returns undefined when it has not waited
   * @throws the error that a new request would get
   */
  wait: <Result>(waiting: (isGone: AbortSignal) => Promise<Result>) => Promise<Result | undefined>;
  /** Sets another status than the route's usual one. */
  answerWith: (status: Route['status']) => void;
  /** The tags of `If-None-Match`; undefined without it, and on routes that have no such condition. */
  ifNoneMatch: EntityTags | undefined;
  /**
   * Judges `If-Match`, under the lock of the write.
   * @throws WorkTrackingError `precondition_failed`, `precondition_required`
   */
  assertMatch: (version: number) => void;
  /**
   * Runs the write of a POST, and keeps the answer for a repetition with the same `Idempotency-Key`, in one transaction.
   * @param work returns what the answer carries
   */
  write: <Answer extends object>(work: () => Promise<Answer>) => Promise<Answer>;
  /** Parses the body. @throws WorkTrackingError `validation_failed` and the like */
  body: () => Body;
}

/** The parts of an answer beside `version`, as schemas. */
type AnswerSchema = (schemas: ResponseSchemas) => Record<string, ZodType>;

/** One route of v1. Its OpenAPI description is made from this as well. */
export interface Route<Query = unknown, Body = unknown> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the prefix of v1. */
  path: string;
  /** The type of the record that the id in the path names; every POST with an id has one. */
  record?: string;
  /** The action that a token needs. Strapi knows it by the name that `strapiAction` gives it. */
  action: string;
  /** One sentence for the OpenAPI document. */
  summary: string;
  /** What a token opens that holds the action, in sentences, where that is more than the summary says. */
  opens?: string;
  /** Any token of a project may call it, even one that was issued before the route existed. */
  isForAnyToken?: boolean;
  status: 200 | 201 | 202;
  answer: AnswerSchema;
  /** A second status and answer, for routes whose requests can ask for it. */
  otherAnswer?: { status: Route['status']; answer: AnswerSchema };
  /** The field of the answer that holds the one record, which has an `ETag`. */
  tagged?: 'ticket' | 'decision';
  /** The header by which a request can depend on the record's version. */
  condition?: ConditionHeader;
  /**
   * The error codes of its own rules. Those that all routes have, and those of ids, bodies and cursors, are added.
   */
  errors?: readonly ApiErrorCode[];
  query?: (strapi: Core.Strapi) => ZodType<Query> & { shape: Record<string, unknown> };
  body?: (strapi: Core.Strapi) => RequestBody<Body>;
  /** @returns what the answer carries beside `version`, or that the caller has it */
  handle(request: ApiRequest<Query, Body>): Promise<object>;
}

/** Infers the types of query and body from the schemas. */
export const route = <Query, Body>(definition: Route<Query, Body>): Route => definition;

/** specification 10: every success body carries it. */
export const VERSION = 'v1';

/** One per application, for all routes together. */
const unreadAnswersOf = memoizePerInstance<Core.Strapi, ReturnType<typeof unreadAnswers>>(unreadAnswers);

/** The controller action of a route: authenticate, limit, parse, call, wrap. */
export function endpoint(strapi: Core.Strapi, definition: Route) {
  // Making a schema takes a hundred times as long as using it, and content types do not change while the application
  // runs.
  const querySchema = once(() => (definition.query ?? (() => noQuery))(strapi));
  const expectedBody = once(() => definition.body?.(strapi));
  return async (ctx: Context): Promise<void> => {
    try {
      const { project, caller, callerKey } = await projectAccess(strapi, ctx);
      await limitCaller(strapi, ctx, callerKey);
      const isRead = definition.method === 'GET';
      const unread = unreadAnswersOf(strapi);
      unread.assertRoom(callerKey);
      unread.add(callerKey, ctx.res);
      const { condition, method } = definition;
      const tags = condition && readTags(ctx, condition);
      const key = method === 'POST' ? readKey(ctx) : undefined;
      const sent = definition.body && (await readJson(ctx));
      const keyed =
        key === undefined
          ? undefined
          : await keyedRequest(strapi, ctx, definition, { key, callerKey, project, sent });
      let { status } = definition;

      const carryOut = async (keep: Keep): Promise<void> => {
        const request: ApiRequest<unknown, unknown> = {
          strapi,
          project,
          caller,
          id: idIn(ctx),
          query: parseQuery(querySchema(), ctx.querystring),
          wait: async (waiting) => {
            const leave = waitingRequests(strapi).enter(callerKey);
            if (!leave) {
              ctx.set('Retry-After', String(RETRY_AFTER_S));
              return undefined;
            }
            const result = await waiting(closingOf(ctx.res)).finally(leave);
            request.caller = await assertStillAllowed(strapi, ctx, project);
            return result;
          },
          answerWith: (other: Route['status']) => {
            status = other;
          },
          ifNoneMatch: condition === 'If-None-Match' ? tags : undefined,
          assertMatch: (version: number) =>
            assertMatch(tags, version, { isRequired: configOf(strapi).requireIfMatch }),
          write: (work) =>
            transact(strapi, async () => {
              const result = await work();
              await keep(() => ({
                status,
                etag: tagOf(result),
                answer: JSON.stringify(wrapped(result)),
              }));
              return result;
            }),
          body: () => {
            const expected = expectedBody();
            if (!expected || !sent) throw new Error(`${definition.action} takes no body.`);
            return parseBody(expected, sent);
          },
        };
        const result = await definition.handle(request);
        // Many may have begun while there was room. What was written is answered all the same.
        if (isRead) unread.assertRoom(callerKey);
        answer(ctx, { status, result, etag: tagOf(result) });
      };
      if (!keyed) await carryOut(keepNothing);
      else {
        const repeated = await oncePerKey(strapi, keyed, carryOut);
        if (repeated) answerAgain(ctx, repeated);
      }
    } catch (thrown) {
      const error = asApiError(thrown);
      if (!error) strapi.log.error(thrown);
      answerError(ctx, error ?? new WorkTrackingError('internal_error'));
    }
  };
}

const keepNothing: Keep = () => Promise.resolve();

function closingOf(res: ServerResponse): AbortSignal {
  const closing = new AbortController();
  if (res.closed) closing.abort();
  else res.once('close', () => closing.abort());
  return closing.signal;
}

const idIn = (ctx: Context): string => (ctx.params as { id?: string }).id ?? '';

/**
 * A POST with a key, of a caller at a route, about a record; it is the same again when its query and the bytes of its
 * body are. The address can be written in many ways: in another case, with a slash at its end, with a ref.
 */
async function keyedRequest(
  strapi: Core.Strapi,
  ctx: Context,
  { method, path, record }: Route,
  {
    key,
    callerKey,
    project,
    sent,
  }: { key: string; callerKey: string; project: Project; sent: JsonBody | undefined },
): Promise<KeyedRequest> {
  const id = record === undefined ? '' : await storedId(strapi, record, project, idIn(ctx));
  const address = apiPath(strapi) + path.replace(':id', () => id);
  return {
    key,
    scope: [callerKey, project.documentId, method, address],
    content: `${ctx.querystring}\n${sent?.text ?? ''}`,
  };
}

const wrapped = (result: object) => ({
  version: VERSION,
  ...(result instanceof RecordAnswer ? { [result.name]: result.record } : result),
});

/** The entity tag of the record that an answer holds; null for an answer that holds none. */
const tagOf = (result: object): string | null =>
  result instanceof RecordAnswer || result instanceof NotModified ? result.tag : null;

function answer(
  ctx: Context,
  { status, result, etag }: { status: number; result: object; etag: string | null },
): void {
  ctx.status = result instanceof NotModified ? 304 : status;
  if (etag !== null) ctx.set('ETag', etag);
  if (result instanceof NotModified) return;
  if (result instanceof ListAnswer) {
    ctx.type = 'json';
    ctx.body = result.toText(VERSION);
  } else ctx.body = wrapped(result);
}

/** Gives the answer that the first request with the same key was given. */
function answerAgain(ctx: Context, { status, etag, answer: text }: KeptAnswer): void {
  ctx.status = status;
  if (etag !== null) ctx.set('ETag', etag);
  ctx.set('Idempotent-Replayed', 'true');
  ctx.type = 'json';
  ctx.body = text;
}
