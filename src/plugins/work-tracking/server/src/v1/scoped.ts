import type { Core } from '@strapi/types';
import { lockedRow } from '../content-types/locked-row';
import { ApiError } from '../errors';
import type { Project } from '../records/project';
import { teamPopulate } from '../records/team-fields';
import { transact } from '../transaction';

/** What Strapi makes its document ids of; anything else names no record. */
const DOCUMENT_ID = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * The record of this project with this id. Another project's record and one that never was are told apart by nothing.
 * @throws ApiError `not_found`
 */
export async function findInProject<Row>(
  strapi: Core.Strapi,
  uid: string,
  project: Project,
  id: string,
): Promise<Row> {
  const populate = teamPopulate(strapi, uid);
  return found(
    await strapi.db.query(uid).findOne({ where: inProject(project, id), ...(populate ? { populate } : {}) }),
  );
}

/**
 * The same, locked until the running transaction ends.
 * @throws ApiError `not_found`
 */
export async function lockInProject<Row>(
  strapi: Core.Strapi,
  uid: string,
  project: Project,
  id: string,
): Promise<Row> {
  return found(await lockedRow<Row>(strapi, uid, inProject(project, id)));
}

/**
 * Deletes a record of this project.
 * @returns what it was
 * @throws ApiError `not_found`
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

/** A row as the document service gives it back, with what its record shows of a team's relations, media and components. */
export async function complete<Row extends { id: number }>(
  strapi: Core.Strapi,
  uid: string,
  row: Row,
): Promise<Row> {
  const populate = teamPopulate(strapi, uid);
  if (!populate) return row;
  return strapi.db.query(uid).findOne({ where: { id: row.id }, populate }) as Promise<Row>;
}

/** An id that no record can have would be refused by some databases; it is looked for as the empty one. */
const inProject = (project: Project, id: string) => ({
  documentId: DOCUMENT_ID.test(id) ? id : '',
  project_id: project.id,
});

function found<Row>(row: Row | null): Row {
  if (row === null) throw new ApiError('not_found', { message: 'There is no such record in this project.' });
  return row;
}

/** `documents()` for the plugin's own types, which Strapi's generated types know only in an application. */
export interface Documents {
  create(params: { data: Record<string, unknown> }): Promise<never>;
  update(params: { documentId: string; data: Record<string, unknown> }): Promise<never>;
  delete(params: { documentId: string }): Promise<unknown>;
}

export const documents = (strapi: Core.Strapi, uid: string): Documents =>
  strapi.documents(uid as never) as never;
