import type { Core } from '@strapi/types';
import { WorkTrackingError } from '../../../domain/errors';
import { transact } from '../database/transaction';
import { lockRecord } from '../lifecycles/rows';
import { populateCustomFields } from '../records/custom-fields';
import type { Project } from '../records/project';

/** The form of Strapi's document ids. */
const DOCUMENT_ID = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * Finds a record of this project. Another project's record is reported just like one that does not exist.
 * @throws WorkTrackingError `not_found`
 */
export async function findInProject<Row>(
  strapi: Core.Strapi,
  uid: string,
  project: Project,
  id: string,
): Promise<Row> {
  const query = strapi.db.queryBuilder(uid);
  const projectId = strapi.db.connection.raw('?? as project', [`${query.alias}.project_id`]);
  const row = await query
    .select(['*', projectId as never])
    .where(withId(id))
    .populate(populateCustomFields(strapi, uid))
    .first()
    .execute<(Row & { project: number | null }) | null>();
  return ofProject(row, row?.project, project);
}

/**
 * Finds a record of this project and locks it until the running transaction ends.
 * @throws WorkTrackingError `not_found`
 */
export async function lockInProject<Row>(
  strapi: Core.Strapi,
  uid: string,
  project: Project,
  id: string,
): Promise<Row> {
  const row = await lockRecord<Row>(strapi, uid, withId(id));
  return ofProject(row, row?.project?.id, project);
}

/**
 * Deletes a record of this project.
 * @returns the deleted row
 * @throws WorkTrackingError `not_found`
 */
export const deleteInProject = <Row extends { id: number }>(
  strapi: Core.Strapi,
  uid: string,
  project: Project,
  id: string,
): Promise<Row> =>
  transact(strapi, async () => {
    const row = await complete(strapi, uid, await lockInProject<Row>(strapi, uid, project, id));
    await documents(strapi, uid).delete({ documentId: id });
    return row;
  });

/**
 * Adds relations, media and components of the custom fields to a row that the document service has returned.
 */
export async function complete<Row extends { id: number }>(
  strapi: Core.Strapi,
  uid: string,
  row: Row,
): Promise<Row> {
  const populate = populateCustomFields(strapi, uid);
  if (!populate) return row;
  return strapi.db.query(uid).findOne({ where: { id: row.id }, populate }) as Promise<Row>;
}

/**
 * By the id alone, for which each type has an index: without statistics SQLite would as well go through all records of
 * the project. Some databases refuse strange ids with an error; the empty id finds nothing on all of them.
 */
const withId = (id: string) => ({ documentId: DOCUMENT_ID.test(id) ? id : '' });

function ofProject<Row>(row: Row | null, owner: number | null | undefined, project: Project): Row {
  if (row === null || owner !== project.id)
    throw new WorkTrackingError('not_found', { message: 'There is no such record in this project.' });
  return row;
}

/** `documents()` for the plugin's own types, which are unknown to TypeScript outside of an application. */
export interface Documents {
  create(params: { data: Record<string, unknown> }): Promise<never>;
  update(params: { documentId: string; data: Record<string, unknown> }): Promise<never>;
  delete(params: { documentId: string }): Promise<unknown>;
}

export const documents = (strapi: Core.Strapi, uid: string): Documents =>
  strapi.documents(uid as never) as never;
