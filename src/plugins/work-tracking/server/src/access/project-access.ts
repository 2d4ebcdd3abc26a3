import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { WorkTrackingError } from '../../../domain/errors';
import type { Project } from '../records/project';
import { API_TOKEN_PERMISSION, USER } from '../uids';
import { PROJECT_BINDING } from './bindings';
import type { ProjectToken } from './find-token';
import { isAllowedByType, TOKEN_STRATEGY } from './token-strategy';

/** The caller and its project. Every read and write is limited to that project (specification 5). */
export interface ProjectAccess {
  project: Project;
  caller: Caller;
  /** Identifies the token or user for rate limits. */
  callerKey: string;
}

/** A token, or a user of users-permissions. */
export interface Caller {
  type: 'api_token' | 'user';
  name: string;
  /** Null when it does not expire. */
  expiresAt: Date | null;
  /** @returns those of the actions that the caller may do */
  allowed(actions: readonly string[]): Promise<string[]>;
}

/** Strapi's authentication of a request to one of its APIs. */
export interface Auth {
  strategy: Strategy;
  credentials: ProjectToken | User | null;
  /** The permissions of a user. */
  ability: { can(action: string): boolean } | null;
}

/** Our own, or that of users-permissions. */
interface Strategy {
  name: string;
  authenticate(ctx: Context): Promise<{ authenticated: boolean } & Partial<Omit<Auth, 'strategy'>>>;
  verify(auth: Auth, config: unknown): unknown;
}

interface User {
  id: number;
  username: string;
}

/**
 * @param ctx an authenticated request whose scope has been checked
 * @throws WorkTrackingError `unauthorized`, `project_not_assigned`
 */
export async function projectAccess(strapi: Core.Strapi, ctx: Context): Promise<ProjectAccess> {
  const auth = ctx.state.auth as Auth;
  const { strategy, credentials } = auth;
  if (!credentials) throw new WorkTrackingError('unauthorized');
  const project = await projectOf(strapi, auth);
  if (!project) throw new WorkTrackingError('project_not_assigned');
  return { project, caller: callerOf(strapi, auth), callerKey: keyOf(strategy, credentials) };
}

/** Those whose credentials are an API token: ours in v1, and Strapi's in all else. */
const OF_TOKENS: readonly string[] = [TOKEN_STRATEGY, 'content-api-token'];

/** The project that the token or user of a request belongs to; null without one. */
export async function projectOf(
  strapi: Core.Strapi,
  { strategy, credentials }: Auth,
): Promise<Project | null> {
  if (!credentials) return null;
  if (OF_TOKENS.includes(strategy.name)) return (credentials as ProjectToken).project ?? null;
  return projectOfUser(strapi, credentials.id);
}

/** @param auth with credentials */
export const callerOf = (strapi: Core.Strapi, { strategy, credentials, ability }: Auth): Caller =>
  OF_TOKENS.includes(strategy.name)
    ? tokenCaller(strapi, credentials as ProjectToken)
    : userCaller(credentials as User, ability);

/**
 * Asks once more what was asked when the request came: while it waited, its token may have been revoked, have expired or
 * been bound to another project.
 * @returns the caller as it is now
 * @throws UnauthorizedError, ForbiddenError, WorkTrackingError `unauthorized`, `project_not_assigned`
 */
export async function assertStillAllowed(
  strapi: Core.Strapi,
  ctx: Context,
  project: Project,
): Promise<Caller> {
  const {
    auth: { strategy },
    route,
  } = ctx.state as { auth: Auth; route: { config: { auth: unknown } } };
  const { authenticated, credentials = null, ability = null } = await strategy.authenticate(ctx);
  if (!authenticated) throw new WorkTrackingError('unauthorized');
  const auth = { strategy, credentials, ability };
  await strategy.verify(auth, route.config.auth);
  ctx.state.auth = auth;
  const now = await projectAccess(strapi, ctx);
  if (now.project.id !== project.id) throw new WorkTrackingError('unauthorized');
  return now.caller;
}

/** Identifies the token or user of a request for rate limits; undefined for one that nobody has authenticated. */
export function callerKeyOf(ctx: Context): string | undefined {
  const auth = ctx.state.auth as Auth | undefined;
  return auth?.credentials ? keyOf(auth.strategy, auth.credentials) : undefined;
}

const keyOf = (strategy: Auth['strategy'], { id }: { id: number }): string =>
  `${strategy.name === TOKEN_STRATEGY ? 'token' : 'user'}:${id}`;

const tokenCaller = (strapi: Core.Strapi, token: ProjectToken): Caller => ({
  type: 'api_token',
  name: token.name,
  expiresAt: token.expiresAt,
  async allowed(actions) {
    if (token.type !== 'custom') return actions.filter((action) => isAllowedByType(token, action));
    const held: { action: string }[] = await strapi.db
      .query(API_TOKEN_PERMISSION)
      .findMany({ select: ['action'], where: { token: { id: token.id } } });
    return actions.filter((action) => held.some((permission) => permission.action === action));
  },
});

const userCaller = ({ username }: User, ability: Auth['ability']): Caller => ({
  type: 'user',
  name: username,
  expiresAt: null,
  allowed: (actions) => Promise.resolve(actions.filter((action) => ability?.can(action) ?? false)),
});

async function projectOfUser(strapi: Core.Strapi, id: number): Promise<Project | null> {
  const user: Record<string, Project | null> | null = await strapi.db
    .query(USER)
    .findOne({ select: ['id'], where: { id }, populate: { [PROJECT_BINDING]: true } });
  return user?.[PROJECT_BINDING] ?? null;
}
