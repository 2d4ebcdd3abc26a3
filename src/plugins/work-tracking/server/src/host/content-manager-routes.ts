import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';
import { assertKnown } from './known';

/** A route as the content manager declares it, as far as it is used here. */
interface Route {
  handler: unknown;
  config?: { middlewares?: unknown[] };
}

type Middleware = (ctx: Context, next: Next) => Promise<unknown>;

/**
 * Puts a middleware around routes of the content manager. Must run before Strapi makes its routes.
 * @param handlers the controllers' actions, as `collection-types.update`; all of them unless given
 */
export function wrapContentManager(
  strapi: Core.Strapi,
  middleware: Middleware,
  handlers?: readonly string[],
): void {
  const contentManager = strapi.plugin('content-manager') as unknown as {
    routes: { admin: { routes: Route[] } };
  };
  const { admin, ...others } = contentManager.routes;
  const known = admin.routes.map(({ handler }) => String(handler));
  const missing = handlers?.find((handler) => !known.includes(handler));
  assertKnown(strapi, `the content manager's route ${missing}`, missing === undefined);
  const wrap = (route: Route): Route => ({
    ...route,
    config: { ...route.config, middlewares: [...(route.config?.middlewares ?? []), middleware] },
  });
  const isMeant = ({ handler }: Route) => handlers === undefined || handlers.includes(String(handler));
  contentManager.routes = {
    ...others,
    admin: { ...admin, routes: admin.routes.map((route) => (isMeant(route) ? wrap(route) : route)) },
  };
}
