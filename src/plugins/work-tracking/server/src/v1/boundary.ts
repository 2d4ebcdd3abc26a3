import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';
import { ApiError } from '../errors';
import { DOCUMENT_PATH, PAGE_PATH } from './description/own-paths';
import { answerError, fromForeignAnswer } from './errors-to-answers';
import { ROUTES } from './routes';

/** A route of Strapi's content API, whoever it belongs to. */
interface Layer {
  path: string;
  methods: string[];
  match(path: string): boolean;
}

/**
 * The outermost layer around v1: whatever layer refuses a request, the answer has v1's form. It stands around Strapi's
 * own middlewares, whose answers it rewrites, so that security and CORS headers are on errors too. A route that the
 * application has there itself stays as it is.
 * @param prefix where v1 is; like Strapi's router, it does not tell capital letters from small ones
 */
export function v1Boundary(strapi: Core.Strapi, prefix: string) {
  let layers: Layer[] | undefined;
  const root = prefix.toLowerCase();
  return async (ctx: Context, next: Next): Promise<void> => {
    const path = ctx.path.toLowerCase();
    if (path !== root && !path.startsWith(`${root}/`)) return next();
    layers ??= (strapi.server.api('content-api').listRoutes() as unknown as Layer[]).filter(
      ({ methods }) => methods.length > 0,
    );
    const matching = layers.filter((layer) => layer.match(ctx.path));
    if (matching.length > 0 && !matching.some((layer) => isOwn(layer, prefix))) return next();
    // Strapi's body parser asks this of every request; v1 reads its bodies itself, once the caller is known.
    ctx.is = () => false;
    await next();
    const unrouted = noRoute(ctx, matching);
    if (unrouted) answerError(ctx, unrouted);
    else if (ctx.status >= 400 && !isV1Error(ctx.body)) answerError(ctx, fromForeignAnswer(ctx));
  };
}

const OWN_PATHS = new Set([...ROUTES.map(({ path }) => path), DOCUMENT_PATH]);

function isOwn({ path }: Layer, prefix: string): boolean {
  const below = path.slice(prefix.length);
  return path.startsWith(prefix) && (OWN_PATHS.has(below) || below.startsWith(PAGE_PATH));
}

function noRoute(ctx: Context, matching: Layer[]): ApiError | undefined {
  if (ctx.method === 'OPTIONS') return undefined;
  const methods = new Set(matching.flatMap((layer) => layer.methods));
  if (methods.size === 0) return new ApiError('not_found');
  if (methods.has(ctx.method)) return undefined;
  return new ApiError('method_not_allowed', { headers: { Allow: [...methods].join(', ') } });
}

const isV1Error = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';
