import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { assertMethods } from './known';

/** The result of Strapi's authentication of a request, as far as it is used here. */
export interface Auth {
  strategy: { name: string };
  credentials?: { id: number } | null;
}

type Verify = (auth: Auth | undefined, config?: { scope?: string | string[] } | false) => Promise<void>;

/** Strapi's service of authentication, as far as it is used here. */
interface Service {
  authenticate(ctx: Context, next: () => Promise<void>): Promise<unknown>;
  verify: Verify;
}

/**
 * Authenticates a request to a route that anybody may call, as Strapi does on its others.
 * @param strategies as in the `config.auth` of a route
 * @returns true with `ctx.state.auth`; false when it is answered 401
 */
export async function authenticate(
  strapi: Core.Strapi,
  ctx: Context,
  strategies: (object | string)[],
): Promise<boolean> {
  const state = ctx.state as { route: object };
  state.route = { ...state.route, config: { auth: { strategies } } };
  let isAuthenticated = false;
  await strapi.get<Service>('auth').authenticate(ctx, () => {
    isAuthenticated = true;
    return Promise.resolve();
  });
  return isAuthenticated;
}

/**
 * Makes sure that who makes a request to the content API may do what a scope names, as Strapi does before its own routes.
 * @throws ForbiddenError, UnauthorizedError
 */
export const assertInScope = (strapi: Core.Strapi, ctx: Context, scope: string): Promise<void> =>
  strapi.get<Service>('auth').verify(ctx.state.auth as Auth, { scope: [scope] });

/**
 * Runs `check` before Strapi lets a caller do something. Strapi asks whether a caller may read a type wherever its
 * own routes or GraphQL come to it through another one, and has no extension point there.
 * @param check is given the scopes that are asked for, and throws to refuse them
 */
export function beforeVerifying(
  strapi: Core.Strapi,
  check: (auth: Auth | undefined, scopes: readonly string[]) => Promise<void>,
): void {
  const service = strapi.get<Service>('auth');
  assertMethods(strapi, "strapi.get('auth')", service, ['verify', 'authenticate']);
  const verify = service.verify.bind(service);
  service.verify = async (auth, config) => {
    await check(auth, config ? [config.scope ?? []].flat() : []);
    return verify(auth, config);
  };
}
