import type { Core } from '@strapi/types';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { findToken, type ProjectToken } from './find-token';

const { ForbiddenError, UnauthorizedError } = errors;

/** The name that `ctx.state.auth.strategy` carries. */
export const TOKEN_STRATEGY = 'work-tracking-token';

export interface TokenAuth {
  credentials: ProjectToken;
}

/** gaps.md, Tokens and projects: a read-only token may do what Strapi calls `find` and `findOne`. */
export const isRead = (action: string) => action.endsWith('.find') || action.endsWith('.findOne');

/** May it? Undefined for a custom token: that depends on the actions that it holds. */
export function isAllowedByType({ type }: ProjectToken, action: string): boolean | undefined {
  if (type === 'custom') return undefined;
  return type === 'full-access' || isRead(action);
}

/** What a route of v1 says of who may call it. */
export interface RouteAuth {
  scope?: string[];
  isForAnyToken?: boolean;
}

/**
 * Takes Strapi's API tokens for the routes of v1, with one look-up where Strapi's own strategy makes three. What looks
 * like a JWT is left to users-permissions, the strategy behind this one.
 */
export const tokenStrategy = (strapi: Core.Strapi) => ({
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

function bearerToken(ctx: Context): string | null {
  const [scheme, token, ...rest] = (ctx.get('authorization') || '').trim().split(/\s+/);
  return scheme?.toLowerCase() === 'bearer' && token && rest.length === 0 ? token : null;
}

/** An API token is hexadecimal; a JWT has two dots. */
const isJwt = (token: string) => token.split('.').length === 3;

/** The one action that a route of v1 stands for. */
const actionOf = (ctx: Context): string =>
  (ctx.state as { route: { config: { auth: { scope: [string] } } } }).route.config.auth.scope[0];
