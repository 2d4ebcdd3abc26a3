import type { Core } from '@strapi/types';
import { lockedRow } from '../content-types/locked-row';
import { ApiError } from '../errors';
import type { Project } from '../records/project';

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
  const row = DOCUMENT_ID.test(id)
    ? await strapi.db.query(uid).findOne({ where: { documentId: id, project_id: project.id } })
    : null;
  if (!row) throw notFound();
  return row;
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
  const row = DOCUMENT_ID.test(id)
    ? await lockedRow<Row>(strapi, uid, { documentId: id, project_id: project.id })
    : null;
  if (!row) throw notFound();
  return row;
}

const notFound = () => new ApiError('not_found', { message: 'There is no such record in this project.' });

/** `documents()` for the plugin's own types, which Strapi's generated types know only in an application. */
export interface Documents {
  create(params: { data: Record<string, unknown> }): Promise<never>;
  update(params: { documentId: string; data: Record<string, unknown> }): Promise<never>;
  delete(params: { documentId: string }): Promise<unknown>;
}

export const documents = (strapi: Core.Strapi, uid: string): Documents =>
  strapi.documents(uid as never) as never;
