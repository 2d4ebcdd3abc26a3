import type { Core } from '@strapi/types';
import { actionId, type PanelAction } from '../../../domain/panel-actions';
import type { Ability } from '../access/admin-rights';
import type { ZodType } from '../host/strapi-utils';

/** The person who asks, as Strapi's admin authentication leaves it in `ctx.state`. */
export interface Administrator {
  user: {
    id: number;
    /** The language of the panel that the person has chosen. */
    preferedLanguage?: string | null;
  };
  auth?: { strategy?: { name?: string } };
  /** Strapi's ability object with what the roles allow; its permission checkers take it. */
  userAbility: Ability;
}

/** Has the administrator logged in, rather than a program with an administrator's token? */
export const isPerson = ({ auth }: Administrator): boolean => auth?.strategy?.name === 'admin';

/** Does one of the administrator's roles allow an action? */
export const isAllowed = ({ userAbility }: Administrator, action: PanelAction): boolean =>
  userAbility.can(actionId(action));

/** A request of an administrator who has the route's permission. */
export interface PanelRequest<Query, Body> {
  strapi: Core.Strapi;
  admin: Administrator;
  /** The id in the path; empty on routes without one. */
  id: string;
  query: Query;
  body: Body;
}

/** The body of an answer, in the form of Strapi's own admin routes. */
export interface PanelAnswer {
  data: unknown;
  meta?: object;
}

/** One route of the plugin's pages: its permission, its input and what it does. */
export interface PanelRoute<Query = unknown, Body = unknown> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/work-tracking`. */
  path: string;
  /** Roles without it get 403; so does whom the function does not permit. */
  action: PanelAction | ((strapi: Core.Strapi, admin: Administrator) => boolean);
  /** The schema of the query; by default it must be empty. */
  query?: (strapi: Core.Strapi) => ZodType<Query>;
  /** The schema of the body; by default it must be empty. */
  body?: (strapi: Core.Strapi) => ZodType<Body>;
  handle(request: PanelRequest<Query, Body>): Promise<PanelAnswer>;
}

/** Infers the types of query and body from the schemas. */
export const panelRoute = <Query, Body>(definition: PanelRoute<Query, Body>): PanelRoute => definition;
