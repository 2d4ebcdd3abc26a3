import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { ApiError } from '../errors';
import type { Project } from '../records/project';
import { USER } from '../uids';
import { PROJECT_BINDING } from './bindings';
import type { ProjectToken } from './find-token';
import { TOKEN_STRATEGY } from './token-strategy';

/** Who is calling, and for which project: every read and write is limited to it (v1.md 5). */
export interface ProjectAccess {
  project: Project;
  /** One for each token and user; what is limited is limited per caller. */
  callerKey: string;
}

interface Auth {
  strategy: { name: string };
  credentials: ProjectToken | { id: number } | null;
}

/**
 * @param ctx an authenticated request whose scope has been judged
 * @throws ApiError `unauthorized`, `project_not_assigned`
 */
export async function projectAccess(strapi: Core.Strapi, ctx: Context): Promise<ProjectAccess> {
  const { strategy, credentials } = ctx.state.auth as Auth;
  if (!credentials) throw new ApiError('unauthorized');
  const isToken = strategy.name === TOKEN_STRATEGY;
  const project = isToken
    ? (credentials as ProjectToken).project
    : await projectOfUser(strapi, credentials.id);
  if (!project) throw new ApiError('project_not_assigned');
  return { project, callerKey: `${isToken ? 'token' : 'user'}:${credentials.id}` };
}

async function projectOfUser(strapi: Core.Strapi, id: number): Promise<Project | null> {
  const user: Record<string, Project | null> | null = await strapi.db
    .query(USER)
    .findOne({ select: ['id'], where: { id }, populate: { [PROJECT_BINDING]: true } });
  return user?.[PROJECT_BINDING] ?? null;
}
