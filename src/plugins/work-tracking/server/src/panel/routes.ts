import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { actionId } from '../../../domain/panel-actions';
import { type ApplicationError, errors, validateZodSchema, z } from '../host/strapi-utils';
import { asStrapiError } from '../write/refusals';
import { bulkRoutes } from './board/bulk-routes';
import { boardRoutes } from './board/routes';
import { commentRoutes } from './comments/routes';
import { deliveryRoutes } from './deliveries/routes';
import { editViewRoutes } from './edit-view/routes';
import { inboxRoutes } from './inbox/routes';
import { projectRoutes } from './projects/routes';
import { requiredFieldRoutes } from './required-fields';
import type { PanelRoute, Administrator } from './route';
import { signOffRoutes } from './sign-off/routes';
import { assertStorableRequest } from './storable-requests';
import { subscriptionRoutes } from './subscriptions/routes';
import { tokenRoutes } from './tokens/routes';
import { widgetRoutes } from './widgets';
import { workRoutes } from './work/routes';

/** Every route of the plugin's pages. Strapi's routes are made from this table. */
export const PANEL_ROUTES: readonly PanelRoute[] = [
  ...boardRoutes,
  ...bulkRoutes,
  ...commentRoutes,
  ...deliveryRoutes,
  ...inboxRoutes,
  ...projectRoutes,
  ...requiredFieldRoutes,
  ...subscriptionRoutes,
  ...tokenRoutes,
  ...widgetRoutes,
  ...editViewRoutes,
  ...workRoutes,
  ...signOffRoutes,
];

/** The routes as Strapi takes them, below `/work-tracking`. */
export const panelRouter = ({ strapi }: { strapi: Core.Strapi }) => ({
  type: 'admin',
  routes: PANEL_ROUTES.map((definition) => ({
    method: definition.method,
    path: definition.path,
    handler: panelEndpoint(strapi, definition),
    config: {
      policies: ['admin::isAuthenticatedAdmin', ...permissionPolicies(definition)],
    },
  })),
});

const permissionPolicies = ({ action }: PanelRoute) =>
  typeof action === 'string'
    ? [{ name: 'admin::hasPermissions', config: { actions: [actionId(action)] } }]
    : [];

const nothing = z.strictObject({});

/** The handler of a route: parse, call, wrap. Strapi answers what it throws, as for its own admin routes. */
function panelEndpoint(strapi: Core.Strapi, route: PanelRoute) {
  return async (ctx: Context): Promise<void> => {
    try {
      const admin = ctx.state as Administrator;
      if (typeof route.action === 'function' && !route.action(strapi, admin))
        throw new errors.ForbiddenError();
      assertStorableRequest(ctx);
      const request = {
        strapi,
        admin,
        id: (ctx.params as { id?: string }).id ?? '',
        query: validateZodSchema(route.query?.(strapi) ?? nothing)(ctx.query),
        body: validateZodSchema(route.body?.(strapi) ?? nothing)(bodyOf(ctx)),
      };
      const { data, meta = {} } = await route.handle(request);
      ctx.body = { data, meta };
    } catch (error) {
      const strapiError = asStrapiError(error);
      if (!isChangedMeanwhile(strapiError)) throw strapiError;
      const { name, message, details } = strapiError;
      ctx.status = 409;
      ctx.body = { data: null, error: { status: 409, name, message, details } };
    }
  };
}

/** Strapi has no error of its own for a change of what is not as it was seen any more. */
const isChangedMeanwhile = (error: unknown): error is ApplicationError =>
  error instanceof errors.ApplicationError &&
  (error.details as { code?: unknown } | undefined)?.code === 'changed_meanwhile';

/** The parsed body; `{}` when there is none. */
const bodyOf = (ctx: Context): unknown => (ctx.request as { body?: unknown }).body ?? {};
