import type { Core } from '@strapi/types';
import type { Project } from '../records/project';
import { PROJECT } from '../uids';
import { contentAccess, type ContentAccess } from './content-access';
import type { Administrator } from './route';

/** The fields of a project that pages show with its records. */
export const PROJECT_FIELDS = ['documentId', 'key', 'name'];

/**
 * The projects by which records can be filtered, sorted by key.
 * @param records the access to the records' type; without the right to read their project, or projects at all, there
 * are none
 */
export async function projectChoices(
  strapi: Core.Strapi,
  admin: Administrator,
  records: Pick<ContentAccess, 'canRead'>,
) {
  const projects = contentAccess(strapi, admin, PROJECT);
  if (!projects.canRead('key') || !records.canRead('project')) return [];
  const rows: Project[] = await strapi.db
    .query(PROJECT)
    .findMany({ ...(await projects.query()), orderBy: { key: 'asc' } });
  return Promise.all(rows.map((project) => projects.visible(project, PROJECT_FIELDS)));
}

/**
 * The row id of a project, for a filter by the column instead of the relation, so that one index has a project's
 * records in order; 0, which no project has, for one that is not there.
 * @param records the access to the records' type
 * @throws WorkTrackingError `not_permitted` unless the records' project may be read
 */
export async function projectIdOf(
  strapi: Core.Strapi,
  records: Pick<ContentAccess, 'assertCanRead'>,
  documentId: string,
): Promise<number> {
  records.assertCanRead('project');
  return rowId(strapi, { select: ['id'], where: { documentId } });
}

/**
 * The same for a project that the person may read; 0 for another.
 * @throws WorkTrackingError `not_permitted` unless projects and the records' project may be read
 */
export async function readableProjectId(
  strapi: Core.Strapi,
  admin: Administrator,
  records: ContentAccess,
  documentId: string,
): Promise<number> {
  const projects = contentAccess(strapi, admin, PROJECT);
  records.assertCanRead('project');
  projects.assertCanRead();
  return rowId(strapi, await projects.query({ documentId }));
}

async function rowId(strapi: Core.Strapi, query: object): Promise<number> {
  const project: { id: number } | null = await strapi.db.query(PROJECT).findOne(query);
  return project?.id ?? 0;
}
