import type { Core } from '@strapi/types';
import { strapiAction } from '../access/actions';
import { isRead, v1Strategies } from '../access/token-strategy';
import { configOf } from '../config';
import { changeRoutes } from './changes/routes';
import { commentRoutes } from './comments';
import { decisionRoutes } from './decisions';
import { deliveryRoutes } from './deliveries';
import { endpoint, type Route } from './endpoint';
import { peopleRoutes } from './people';
import { serviceRoutes } from './service';
import { subscriptionRoutes } from './subscriptions';
import { ticketRoutes } from './tickets';

/** Every route of v1 (specification 4). Strapi's routes and controllers are made from this table. */
export const ROUTES: readonly Route[] = [
  ...ticketRoutes,
  ...decisionRoutes,
  ...commentRoutes,
  ...changeRoutes,
  ...subscriptionRoutes,
  ...deliveryRoutes,
  ...peopleRoutes,
  ...serviceRoutes,
];

/** The actions that a token can hold, by Strapi's names. Routes that any token may call have none. */
export const V1_SCOPES: readonly string[] = ROUTES.filter(({ isForAnyToken }) => !isForAnyToken).map(
  ({ action }) => strapiAction(action),
);

/** An action of v1, as the panel shows it to whoever looks after tokens. */
export interface DescribedAction {
  /** By v1's name. */
  action: string;
  /** What a token opens that holds it, in a sentence or two. */
  opens: string;
  /** The least access that holds it; any token of a project opens what is for any. */
  heldFrom: 'any' | 'read-only' | 'full';
}

/** Every action of v1, in the order of the routes. */
export const DESCRIBED_ACTIONS: readonly DescribedAction[] = ROUTES.map(
  ({ action, summary, opens = `${summary}.`, isForAnyToken }) => ({
    action,
    opens,
    heldFrom: isForAnyToken ? 'any' : isRead(action) ? 'read-only' : 'full',
  }),
);

/** The routes as Strapi takes them. */
export const v1Router = ({ strapi }: { strapi: Core.Strapi }) => ({
  type: 'content-api',
  prefix: configOf(strapi).prefix,
  routes: ROUTES.map((definition) => ({
    method: definition.method,
    path: definition.path,
    handler: `v1-${definition.action}`,
    config: {
      auth: {
        strategies: v1Strategies(strapi),
        scope: [strapiAction(definition.action)],
        isForAnyToken: definition.isForAnyToken ?? false,
      },
    },
  })),
});

type Action = ReturnType<typeof endpoint>;

const controllerOf = (action: string) => action.slice(0, action.indexOf('.'));

/** The controllers behind the routes: `{'v1-ticket': {find, create, …}, …}`. */
export function v1Controllers(): Record<
  string,
  (context: { strapi: Core.Strapi }) => Record<string, Action>
> {
  const names = new Set(ROUTES.map(({ action }) => controllerOf(action)));
  return Object.fromEntries(
    [...names].map((name) => [`v1-${name}`, ({ strapi }) => actionsOf(strapi, name)] as const),
  );
}

function actionsOf(strapi: Core.Strapi, controller: string): Record<string, Action> {
  const own = ROUTES.filter(({ action }) => controllerOf(action) === controller);
  return Object.fromEntries(
    own.map((definition) => [definition.action.slice(controller.length + 1), endpoint(strapi, definition)]),
  );
}
