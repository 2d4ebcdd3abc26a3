import type { Core } from '@strapi/types';
import type { z } from '@strapi/utils';
import type { PanelAction } from '../../../domain/panel-actions';

/** Who asks, as Strapi's authentication of administrators left it. */
export interface Administrator {
  user: { id: number };
  /** What the roles allow: Strapi's own ability, which its permission checkers take. */
  userAbility: unknown;
}

/** A request of an administrator who may do this. */
export interface PanelRequest<Query, Body> {
  strapi: Core.Strapi;
  admin: Administrator;
  /** The id in the path; empty on routes without one. */
  id: string;
  query: Query;
  body: Body;
}

/** What an answer carries, as Strapi's own admin routes do. */
export interface PanelAnswer {
  data: unknown;
  meta?: object;
}

/** One route that only the panel needs: what it asks for, what it takes, what it does. */
export interface PanelRoute<Query = unknown, Body = unknown> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/work-tracking`. */
  path: string;
  /** A role without it is answered 403. */
  action: PanelAction;
  /** What the query may hold; nothing unless given. */
  query?: (strapi: Core.Strapi) => z.ZodType<Query>;
  /** What the body may hold; nothing unless given. */
  body?: (strapi: Core.Strapi) => z.ZodType<Body>;
  handle(request: PanelRequest<Query, Body>): Promise<PanelAnswer>;
}

/** Lets the types of query and body follow from the formats; the table itself need not know them. */
export const panelRoute = <Query, Body>(definition: PanelRoute<Query, Body>): PanelRoute => definition;
