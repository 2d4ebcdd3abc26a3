import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';
import { savingSeenRecord } from '../../lifecycles/optimistic-lock';

/** A route as the content manager declares it, as far as it is used here. */
interface ContentManagerRoute {
  handler: unknown;
  config?: { middlewares?: unknown[] };
}

const SAVE = 'collection-types.update';

/**
 * The content manager's form sends the version that it was loaded at among the attributes; this hands it to the
 * optimistic lock. Forms of a role that may not read the version send none. Must run before Strapi makes its routes.
 */
export function passFormVersions(strapi: Core.Strapi): void {
  const contentManager = strapi.plugin('content-manager') as unknown as {
    routes: { admin: { routes: ContentManagerRoute[] } };
  };
  const { admin, ...others } = contentManager.routes;
  contentManager.routes = {
    ...others,
    admin: {
      ...admin,
      routes: admin.routes.map((route) => (route.handler === SAVE ? withFormVersion(route) : route)),
    },
  };
}

const withFormVersion = (route: ContentManagerRoute): ContentManagerRoute => ({
  ...route,
  config: { ...route.config, middlewares: [...(route.config?.middlewares ?? []), passFormVersion] },
});

function passFormVersion(ctx: Context, next: Next): Promise<unknown> {
  const { id: documentId } = ctx.params as { id: string };
  const { version } = (ctx.request as { body?: { version?: unknown } }).body ?? {};
  return typeof version === 'number' ? savingSeenRecord({ documentId, version }, next) : next();
}
