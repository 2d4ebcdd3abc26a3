import type { Core } from '@strapi/types';
import { actionId } from '../../../domain/panel-actions';
import { boardRoutes } from './board/routes';
import { deliveryRoutes } from './deliveries/routes';
import { editViewRoutes } from './edit-view/routes';
import { panelEndpoint } from './endpoint';
import { inboxRoutes } from './inbox/routes';
import { projectRoutes } from './projects/routes';
import type { PanelRoute } from './route';
import { tokenRoutes } from './tokens/routes';
import { widgetRoutes } from './widgets/routes';

/** Every route that only the panel needs. Strapi's routes are made from this table. */
export const PANEL_ROUTES: readonly PanelRoute[] = [
  ...boardRoutes,
  ...deliveryRoutes,
  ...inboxRoutes,
  ...projectRoutes,
  ...tokenRoutes,
  ...widgetRoutes,
  ...editViewRoutes,
];

/** The routes as Strapi takes them, below `/work-tracking`. */
export const panelRouter = ({ strapi }: { strapi: Core.Strapi }) => ({
  type: 'admin',
  routes: PANEL_ROUTES.map((definition) => ({
    method: definition.method,
    path: definition.path,
    handler: panelEndpoint(strapi, definition),
    config: {
      policies: [
        'admin::isAuthenticatedAdmin',
        { name: 'admin::hasPermissions', config: { actions: [actionId(definition.action)] } },
      ],
    },
  })),
});
