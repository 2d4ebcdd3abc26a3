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
  const populate = populateCustomFields(strapi, uid);
  return found(
    await strapi.db.query(uid).findOne({ where: inProject(project, id), ...(populate ? { populate } : {}) }),
  );
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
  return found(await lockRecord<Row>(strapi, uid, inProject(project, id)));
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

/** Some databases refuse strange ids with an error; the empty id finds nothing on all of them. */
const inProject = (project: Project, id: string) => ({
  documentId: DOCUMENT_ID.test(id) ? id : '',
  project_id: project.id,
});

function found<Row>(row: Row | null): Row {
  if (row === null)
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
