import type { Core } from '@strapi/types';
import { DOCUMENT_ID_PATTERN } from '../../../domain/document-id';
import { WorkTrackingError } from '../../../domain/errors';
import { numberInRef } from '../../../domain/ticket-ref';
import { readByDocumentId } from '../database/read-by-document-id';
import { transact } from '../database/transact';
import { populateRecord } from '../records/populate';
import type { Project } from '../records/project';
import { projectIdColumn } from '../records/project-column';
import { TICKET } from '../uids';
import { entityTag, isKnown, type EntityTags, type TaggedRow } from './conditions';

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
  return rowInProject(strapi, uid, project, { id, columns: ['*'], populate: populateRecord(strapi, uid) });
}

/**
 * The tag of a record of this project, when the caller has the record already: nothing else is read then.
 * @returns undefined when the caller hasn't, or did not ask
 * @throws WorkTrackingError `not_found`
 */
export async function knownTag(
  strapi: Core.Strapi,
  uid: string,
  project: Project,
  { id, ifNoneMatch }: { id: string; ifNoneMatch: EntityTags | undefined },
): Promise<string | undefined> {
  if (ifNoneMatch === undefined) return undefined;
  const columns = ['version', 'updatedAt'];
  const populate = uid === TICKET ? { assignee: { select: ['updatedAt'] } } : undefined;
  const row = await rowInProject<TaggedRow>(strapi, uid, project, { id, columns, populate });
  const tag = entityTag(row, project);
  return isKnown(ifNoneMatch, tag) ? tag : undefined;
}

/** A row with its project's row id. */
type InProject<Row> = (Row & { project: number | null }) | null;

/** Some columns of a record of this project. @throws WorkTrackingError `not_found` */
async function rowInProject<Row>(
  strapi: Core.Strapi,
  uid: string,
  project: Project,
  { id, columns, populate }: { id: string; columns: string[]; populate?: ReturnType<typeof populateRecord> },
): Promise<Row> {
  const further = (alias: string) => projectIdColumn(strapi, alias);
  const { documentId, ...others } = named(uid, project, id);
  if (documentId !== undefined && !strapi.db.inTransaction()) {
    const asked = { documentId, columns, further, populate };
    const row = await readByDocumentId<InProject<Row>>(strapi, uid, asked);
    return ofProject(row, row?.project, project);
  }
  const query = strapi.db.queryBuilder(uid);
  const row = await query
    .select([...columns, further(query.alias) as never])
    .where(documentId === undefined ? others : { documentId })
    .populate(populate)
    .first()
    .execute<InProject<Row>>();
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
  populate?: ReturnType<typeof populateRecord>,
): Promise<Row> {
  const query = strapi.db.queryBuilder(uid);
  const row = await query
    .select(['*', projectIdColumn(strapi, query.alias) as never])
    .where(named(uid, project, id))
    .populate(populate)
    .forUpdate()
    .first()
    .execute<InProject<Row>>();
  return ofProject(row, row?.project, project);
}

/**
 * Deletes a record of this project.
 * @param judge is given the locked row, and throws when it must not be deleted
 * @returns the deleted row
 * @throws WorkTrackingError `not_found`
 */
export const deleteInProject = <Row extends { documentId: string }>(
  strapi: Core.Strapi,
  uid: string,
  project: Project,
  id: string,
  judge?: (row: Row) => void,
): Promise<Row> =>
  transact(strapi, async () => {
    const row = await lockInProject<Row>(strapi, uid, project, id, populateRecord(strapi, uid));
    judge?.(row);
    await documents(strapi, uid).delete({ documentId: row.documentId });
    return row;
  });

/**
 * The id of a record as it is stored, by its id or ref.
 * @returns the id as it was given when there is no such record
 */
export async function storedId(
  strapi: Core.Strapi,
  uid: string,
  project: Project,
  id: string,
): Promise<string> {
  const where = named(uid, project, id);
  // Only MySQL and MariaDB find a record by an id that differs from its own.
  if (where.documentId !== undefined && strapi.db.dialect.client !== 'mysql') return id;
  const row: { documentId: string } | null = await strapi.db
    .query(uid)
    .findOne({ select: ['documentId'], where });
  return row?.documentId ?? id;
}

type Named = { documentId?: string } & Record<string, unknown>;

/**
 * A ticket by its ref, or any record by its id. By the id alone, for which each type has an index: without statistics
 * SQLite would as well go through all records of the project.
 */
function named(uid: string, project: Project, id: string): Named {
  const number = uid === TICKET ? numberInRef(project.key, id) : undefined;
  if (number !== undefined) return { project_id: project.id, number };
  return { documentId: storableId(id) };
}

/** Some databases refuse strange ids with an error; the empty id finds nothing on all of them. */
export const storableId = (id: string): string => (DOCUMENT_ID_PATTERN.test(id) ? id : '');

function ofProject<Row>(row: Row | null, owner: number | null | undefined, project: Project): Row {
  if (row === null || owner !== project.id)
    throw new WorkTrackingError('not_found', { message: 'There is no such record in this project.' });
  return row;
}

/** `documents()` for the plugin's own types, which are unknown to TypeScript outside of an application. */
interface Documents {
  create(params: Written): Promise<never>;
  update(params: Written & { documentId: string }): Promise<never>;
  delete(params: { documentId: string }): Promise<unknown>;
}

interface Written {
  data: Record<string, unknown>;
  /** The relations that the answer shows: `populateInDocument`. */
  populate?: Record<string, unknown> | undefined;
}

export const documents = (strapi: Core.Strapi, uid: string): Documents =>
  strapi.documents(uid as never) as never;
