import type { Core } from '@strapi/types';
import { WorkTrackingError } from '../../../domain/errors';
import { assertKeyIsFree } from '../content-types/project/rules';
import { countsByProject, type ProjectCount } from '../database/count-by-project';
import { tableOf } from '../database/tables';
import { transact } from '../database/transact';
import { z } from '../host/strapi-utils';
import { projectRecord, type Project } from '../records/project';
import { DECISION, PROJECT, SUBSCRIPTION, TICKET } from '../uids';
import { parseRequest } from './request';

/**
 * The project with this key.
 * @throws WorkTrackingError `not_found`
 */
export async function findProject(strapi: Core.Strapi, key: string): Promise<Project> {
  const project: Project | null = await strapi.db.query(PROJECT).findOne({ where: { key } });
  if (project === null) throw new WorkTrackingError('not_found', { message: `There is no project ${key}.` });
  return project;
}

/** All projects, sorted by key, with their numbers of open tickets, open decisions and subscriptions. */
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
 * One project with its numbers of tickets and decisions by status, and of subscriptions.
 * @throws WorkTrackingError `not_found`
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
  /** The project's key by default, as when a token is issued. */
  venture: z.string().optional(),
  name: z.string().trim().min(1, 'is empty').max(255, 'has at most 255 characters').optional(),
});

/**
 * Makes a project.
 * @throws WorkTrackingError `wrong_usage`; ValidationError for a broken rule
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
