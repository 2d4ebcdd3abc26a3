import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { errors } from '../host/strapi-utils';
import { findToken, type ProjectToken } from './find-token';

const { ForbiddenError, UnauthorizedError } = errors;

/** The name of the strategy, as in `ctx.state.auth.strategy`. */
export const TOKEN_STRATEGY = 'work-tracking-token';

export interface TokenAuth {
  credentials: ProjectToken;
}

/** specification 5: a read-only token may do what Strapi calls `find` and `findOne`. */
export const isRead = (action: string) => action.endsWith('.find') || action.endsWith('.findOne');

/** Whether the type of the token allows the action; undefined for a custom token, which lists its actions. */
export function isAllowedByType({ type }: Pick<ProjectToken, 'type'>, action: string): boolean | undefined {
  if (type === 'custom') return undefined;
  return type === 'full-access' || isRead(action);
}

/** The `config.auth` of a v1 route. */
export interface RouteAuth {
  scope?: string[];
  isForAnyToken?: boolean;
}

/**
 * Authenticates Strapi's API tokens on the routes of v1, with one query where Strapi's own strategy makes three. JWTs
 * are left to users-permissions, the next strategy.
 */
const tokenStrategy = (strapi: Core.Strapi) => ({
  name: TOKEN_STRATEGY,

  async authenticate(ctx: Context) {
    const bearer = bearerToken(ctx);
    if (bearer !== null && isJwt(bearer)) return { authenticated: false };
    const token = bearer === null ? null : await findToken(strapi, bearer, actionOf(ctx));
    if (token === null) return { authenticated: false, error: new UnauthorizedError() };
    return { authenticated: true, credentials: token };
  },

  verify({ credentials: token }: TokenAuth, { scope: [action = ''] = [], isForAnyToken }: RouteAuth) {
    const isAllowed = isForAnyToken || (isAllowedByType(token, action) ?? token.isGranted);
    if (!isAllowed) throw new ForbiddenError();
  },
});

/** How the requests of v1 are authenticated, as Strapi's routes name it. */
export const v1Strategies = (strapi: Core.Strapi): (object | string)[] => [
  tokenStrategy(strapi),
  'users-permissions',
];

function bearerToken(ctx: Context): string | null {
  const [scheme, token, ...rest] = (ctx.get('authorization') || '').trim().split(/\s+/);
  return scheme?.toLowerCase() === 'bearer' && token && rest.length === 0 ? token : null;
}

/** An API token is hexadecimal; a JWT has two dots. */
const isJwt = (token: string) => token.split('.').length === 3;

/** The action of the v1 route that is called; empty for one that has none. */
const actionOf = (ctx: Context): string =>
  (ctx.state as { route: { config: { auth: RouteAuth } } }).route.config.auth.scope?.[0] ?? '';
