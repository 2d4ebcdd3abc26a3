import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';
import once from 'lodash/once';
import { invalidField, WorkTrackingError } from '../../../domain/errors';
import { configOf } from '../config';
import { contentApiRoutes, type ContentApiRoute } from '../host/content-api-routes';
import { ignoreBrokenConnection, leaveBodyUnread, takeUnknownExpectations } from '../host/requests';
import { takeTurn } from './connection-turns';
import { DOCUMENT_PATH, PAGE_PATH } from './description/description-paths';
import { answerError, asApiError, fromForeignAnswer } from './errors';
import { limitRefused } from './rate-limits';
import { ROUTES } from './routes';

/**
 * The outermost middleware around v1: whichever layer refuses a request, the answer has v1's form. It wraps Strapi's
 * own middlewares and rewrites their answers, so that errors have security and CORS headers too. It leaves the
 * application's own routes below the same prefix alone.
 * @param prefix the path of v1; compared without regard to case, as Strapi's router does
 */
export function v1Boundary(strapi: Core.Strapi, prefix: string) {
  const layers = once(() => contentApiRoutes(strapi));
  const ownLayers = once(() => layers().filter((layer) => isOwn(layer, prefix)));
  const root = prefix.toLowerCase();
  takeUnknownExpectations(strapi, (url) => url.toLowerCase().startsWith(root));
  const refuse = async (ctx: Context, error: WorkTrackingError): Promise<void> => {
    answerError(ctx, error);
    await limitRefused(strapi, ctx);
  };
  return async (ctx: Context, next: Next): Promise<void> => {
    const asked = pathOf(ctx);
    const path = asked?.toLowerCase();
    if (asked === undefined && ctx.url.toLowerCase().includes(root)) {
      return refuse(ctx, new WorkTrackingError('not_found'));
    }
    if (!asked || !path || (path !== root && !path.startsWith(`${root}/`))) return next();
    // Ours first: an application may have a hundred others.
    const { method } = ctx;
    const served = ownLayers().find((layer) => layer.methods.includes(method) && layer.match(asked));
    const matching = served ? [served] : layers().filter((layer) => layer.match(asked));
    if (matching.length > 0 && !matching.some((layer) => ownLayers().includes(layer))) return next();
    if (served && !isExpectationKnown(ctx.get('Expect'))) {
      return refuse(ctx, invalidField('Expect', 'Expect: 100-continue, or nothing.'));
    }
    if (!(await takeTurn(ctx))) return;
    ignoreBrokenConnection(ctx);
    // v1 reads bodies itself, once the caller is known.
    leaveBodyUnread(ctx);
    try {
      await next();
    } catch (thrown) {
      // A middleware of the application that stands outside of Strapi's own error handling.
      const error = asApiError(thrown);
      if (!error) strapi.log.error(thrown);
      answerError(ctx, error ?? new WorkTrackingError('internal_error'));
    }
    const isPreflight = isPreflightAnswered(ctx);
    const unrouted = served || isPreflight ? undefined : noRoute(ctx, matching);
    if (unrouted) answerError(ctx, unrouted);
    else if (method === 'OPTIONS' && !isPreflight) answerOptions(ctx, matching);
    else if (ctx.status >= 400 && !isV1Error(ctx.body)) answerError(ctx, fromForeignAnswer(ctx));
    const limited = ctx.status >= 400 ? await limitRefused(strapi, ctx) : undefined;
    if (limited) answerError(ctx, limited);
    cutOffWhenUnread(ctx, configOf(strapi).answer.unreadTimeoutMs);
  };
}

/** @returns undefined for a target that is no URL, such as `http://[/`; Koa throws */
function pathOf(ctx: Context): string | undefined {
  try {
    return ctx.path;
  } catch {
    return undefined;
  }
}

/**
 * Closes the connection when the client takes no byte of the answer for `timeoutMs`: what it does not read stays in
 * memory. Node sets its own time-outs again for the next request of the connection.
 */
function cutOffWhenUnread({ req, res }: Context, timeoutMs: number): void {
  res.setTimeout(timeoutMs, () => req.socket.destroy());
}

const OWN_PATHS = new Set([...ROUTES.map(({ path }) => path), DOCUMENT_PATH]);

function isOwn({ path }: ContentApiRoute, prefix: string): boolean {
  const below = path.slice(prefix.length);
  return path.startsWith(prefix) && (OWN_PATHS.has(below) || below.startsWith(PAGE_PATH));
}

function noRoute(ctx: Context, matching: ContentApiRoute[]): WorkTrackingError | undefined {
  const methods = methodsOf(matching);
  if (methods.length === 0) return new WorkTrackingError('not_found');
  if (ctx.method === 'OPTIONS' || methods.includes(ctx.method)) return undefined;
  return new WorkTrackingError('method_not_allowed', { allow: methods });
}

const methodsOf = (matching: ContentApiRoute[]): string[] => [
  ...new Set(matching.flatMap((layer) => layer.methods)),
];

/** A browser asks so before a request of another origin; the application's CORS answers for every address. */
const isPreflightAnswered = ({ method, response }: Context): boolean =>
  method === 'OPTIONS' && response.get('Access-Control-Allow-Methods') !== '';

/** Strapi's router would name the methods of routes that only look like this one. */
function answerOptions(ctx: Context, matching: ContentApiRoute[]): void {
  ctx.status = 204;
  ctx.set('Allow', [...methodsOf(matching), 'OPTIONS'].join(', '));
}

const isExpectationKnown = (expectation: string): boolean =>
  ['', '100-continue'].includes(expectation.toLowerCase());

const isV1Error = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';
