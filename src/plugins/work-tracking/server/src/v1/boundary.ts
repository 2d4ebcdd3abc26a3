import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';
import { ApiError } from '../errors';
import { answerError, fromForeignAnswer } from './errors-to-answers';

interface Layer {
  methods: string[];
  match(path: string): boolean;
}

/**
 * The outermost layer around v1: whatever layer refuses a request, the answer has v1's form. It stands around Strapi's
 * own middlewares, whose answers it rewrites, so that security and CORS headers are on errors too.
 */
export function v1Boundary(strapi: Core.Strapi, prefix: string) {
  let layers: Layer[] | undefined;
  return async (ctx: Context, next: Next): Promise<void> => {
    const path = ctx.path.toLowerCase();
    if (path !== prefix && !path.startsWith(`${prefix}/`)) return next();
    // Strapi's body parser asks this of every request; v1 reads its bodies itself, once the caller is known.
    ctx.is = () => false;
    await next();
    layers ??= (strapi.server.api('content-api').listRoutes() as unknown as Layer[]).filter(
      ({ methods }) => methods.length > 0,
    );
    const unrouted = noRoute(ctx, layers);
    if (unrouted) answerError(ctx, unrouted);
    else if (ctx.status >= 400 && !isV1Error(ctx.body)) answerError(ctx, fromForeignAnswer(ctx));
  };
}

function noRoute(ctx: Context, layers: Layer[]): ApiError | undefined {
  if (ctx.method === 'OPTIONS') return undefined;
  const methods = new Set(layers.filter((layer) => layer.match(ctx.path)).flatMap((layer) => layer.methods));
  if (methods.size === 0) return new ApiError('not_found');
  if (methods.has(ctx.method)) return undefined;
  return new ApiError('method_not_allowed', { headers: { Allow: [...methods].join(', ') } });
}

const isV1Error = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';
