import type { Core } from '@strapi/types';
import { z } from '@strapi/utils';
import { assertKeyIsFree } from '../content-types/project/free-key';
import { countsByProject, type ProjectCount } from '../counts-by-project';
import { ApiError } from '../errors';
import { projectRecord, type Project } from '../records/project';
import { tableOf } from '../table';
import { transact } from '../transaction';
import { DECISION, PROJECT, SUBSCRIPTION, TICKET } from '../uids';
import { parseRequest } from './request';

/**
 * The project with this key.
 * @throws ApiError `not_found`
 */
export async function findProject(strapi: Core.Strapi, key: string): Promise<Project> {
  const project: Project | null = await strapi.db.query(PROJECT).findOne({ where: { key } });
  if (project === null) throw new ApiError('not_found', { message: `There is no project ${key}.` });
  return project;
}

/** All projects by key, each with how many tickets and decisions are open and how many subscriptions it has. */
export async function listProjects(strapi: Core.Strapi) {
  const [projects, tickets, decisions, subscriptions] = await Promise.all([
    strapi.db.query(PROJECT).findMany({ orderBy: { key: 'asc' } }) as Promise<Project[]>,
    countsByProject(tableOf(strapi, TICKET).where({ state: 'open' }), 'project_id'),
    countsByProject(tableOf(strapi, DECISION).where({ state: 'open' }), 'project_id'),
    countsByProject(tableOf(strapi, SUBSCRIPTION), 'project_id'),
  ]);
  return {
    projects: projects.map((project) => ({
      ...projectRecord(project),
      open_tickets: total(tickets, project),
      open_decisions: total(decisions, project),
      subscriptions: total(subscriptions, project),
    })),
  };
}

/**
 * One project with how much it has: tickets and decisions by status, and subscriptions.
 * @throws ApiError `not_found`
 */
export async function showProject(strapi: Core.Strapi, key: string) {
  const project = await findProject(strapi, key);
  const own = (uid: string) => tableOf(strapi, uid).where({ project_id: project.id });
  const [tickets, decisions, subscriptions, active] = await Promise.all([
    countsByProject(own(TICKET), 'project_id', 'state'),
    countsByProject(own(DECISION), 'project_id', 'state'),
    countsByProject(own(SUBSCRIPTION), 'project_id'),
    countsByProject(own(SUBSCRIPTION).where({ active: true }), 'project_id'),
  ]);
  return {
    project: {
      ...projectRecord(project),
      tickets: byStatus(tickets),
      decisions: byStatus(decisions),
      subscriptions: total(subscriptions, project),
      active_subscriptions: total(active, project),
    },
  };
}

const newProject = z.strictObject({
  key: z.string(),
  /** The key when not given, as for a project that a token is issued for. */
  venture: z.string().optional(),
  name: z.string().trim().min(1, 'is empty').max(255, 'has at most 255 characters').optional(),
});

/**
 * Makes a project.
 * @throws WrongUsage; what the rules of projects refuse
 */
export async function createProject(strapi: Core.Strapi, input: unknown) {
  const { key, venture = key, name = key } = parseRequest(newProject, input);
  const project = await transact(strapi, async () => {
    await assertKeyIsFree(strapi, key);
    const data = { key, name, ventureKey: venture };
    return strapi.documents(PROJECT as never).create({ data: data as never }) as unknown as Promise<Project>;
  });
  return { project: projectRecord(project) };
}

const total = (counts: readonly ProjectCount[], { id }: Project): number =>
  counts.filter(({ project }) => project === id).reduce((sum, { count }) => sum + count, 0);

const byStatus = (counts: readonly ProjectCount[]): Record<string, number> =>
  Object.fromEntries(counts.map(({ value, count }) => [value ?? '', count]));
