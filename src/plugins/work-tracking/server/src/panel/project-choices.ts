import type { Core } from '@strapi/types';
import type { Project } from '../records/project';
import { PROJECT } from '../uids';
import { contentAccess, type ContentAccess } from './content-access';
import type { Administrator } from './route';

/** What a record's page shows of its project. */
export const PROJECT_FIELDS = ['documentId', 'key', 'name'];

/**
 * The projects to filter records by, by key.
 * @param records access to their type; none when their project, or projects themselves, may not be read
 */
export async function projectChoices(strapi: Core.Strapi, admin: Administrator, records: ContentAccess) {
  const projects = contentAccess(strapi, admin, PROJECT);
  if (!projects.canRead('key') || !records.canRead('project')) return [];
  const rows: Project[] = await strapi.db
    .query(PROJECT)
    .findMany({ ...(await projects.query()), orderBy: { key: 'asc' } });
  return Promise.all(rows.map((project) => projects.visible(project, PROJECT_FIELDS)));
}
