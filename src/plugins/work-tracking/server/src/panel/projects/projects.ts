import type { Core } from '@strapi/types';
import { assertKeyIsFree } from '../../content-types/project/rules';
import { transact } from '../../database/transact';
import type { Project } from '../../records/project';
import { PROJECT } from '../../uids';
import { contentAccess, type ContentAccess } from '../content-access';
import { notFound } from '../readable';
import { requiredNames } from '../required-fields';
import type { Administrator } from '../route';
import { projectCounts } from './counts';

/** The fields of a project that a person can edit. */
export interface ProjectData {
  key: string;
  name: string;
  ventureKey: string;
}

const GIVEN = ['key', 'name', 'ventureKey'] as const satisfies readonly (keyof ProjectData)[];
const FIELDS = ['documentId', ...GIVEN, 'createdAt'];

/** All projects that the person may read, sorted by key, with their counts, and what the person may do. */
export async function projectList(strapi: Core.Strapi, admin: Administrator) {
  const access = projectAccess(strapi, admin);
  const [projects, counts] = await Promise.all([
    readableProjects(strapi, admin),
    projectCounts(strapi, admin),
  ]);
  return {
    projects: await Promise.all(
      projects.map(async (project) => ({
        ...(await access.visible(project, FIELDS)),
        counts: counts.of(project.id),
      })),
    ),
    /** Since when numbers of tickets or decisions are kept, if they are. */
    countedAt: counts.keptSince,
    canCreate: canCreateProjects(strapi, admin),
    canUpdate: GIVEN.every((field) => access.canUpdate(field)),
  };
}

/** Whether the content manager's permissions let the person create projects. */
export function canCreateProjects(strapi: Core.Strapi, admin: Administrator): boolean {
  const access = contentAccess(strapi, admin, PROJECT);
  return (
    access.canRead('key') &&
    [...GIVEN, ...requiredNames(strapi, PROJECT)].every((field) => access.canCreate(field))
  );
}

/**
 * @param fields the values of the fields that a content team has made required
 * @throws WorkTrackingError `not_permitted` unless the person may create projects in the content manager;
 * ValidationError for a broken rule
 */
export async function createProject(
  strapi: Core.Strapi,
  admin: Administrator,
  { fields, ...data }: ProjectData & { fields?: Record<string, unknown> | undefined },
) {
  const access = projectAccess(strapi, admin);
  return transact(strapi, async () => {
    await assertKeyIsFree(strapi, data.key);
    const permitted = await access.creation({ ...fields, ...data });
    const project = await strapi.documents(PROJECT as never).create({ data: permitted } as never);
    return access.visible(project, FIELDS);
  });
}

/**
 * @throws WorkTrackingError `not_permitted` unless the person may change the fields that differ; ValidationError for
 * a broken rule
 */
export async function updateProject(
  strapi: Core.Strapi,
  admin: Administrator,
  documentId: string,
  data: ProjectData,
) {
  const access = projectAccess(strapi, admin);
  return transact(strapi, async () => {
    const project = await readableProject(strapi, admin, documentId);
    const changed = GIVEN.filter((field) => data[field] !== project[field]);
    if (changed.includes('key')) await assertKeyIsFree(strapi, data.key);
    const change = await access.change(
      project,
      Object.fromEntries(changed.map((field) => [field, data[field]])),
    );
    const updated = await strapi.documents(PROJECT as never).update({ documentId, data: change } as never);
    return access.visible({ ...project, ...updated }, FIELDS);
  });
}

/** The projects that the person may read in the content manager. */
export async function readableProjects(strapi: Core.Strapi, admin: Administrator): Promise<Project[]> {
  const query = await projectAccess(strapi, admin).query();
  return strapi.db.query(PROJECT).findMany({ ...query, orderBy: { key: 'asc' } });
}

/** @throws WorkTrackingError `not_found` for one that does not exist or that the person may not read */
export async function readableProject(
  strapi: Core.Strapi,
  admin: Administrator,
  documentId: string,
): Promise<Project> {
  const query = await projectAccess(strapi, admin).query({ documentId });
  const project: Project | null = await strapi.db.query(PROJECT).findOne(query);
  if (project === null) throw notFound('project');
  return project;
}

function projectAccess(strapi: Core.Strapi, admin: Administrator): ContentAccess {
  const access = contentAccess(strapi, admin, PROJECT);
  access.assertCanRead('key');
  return access;
}
