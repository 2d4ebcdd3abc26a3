import type { Core } from '@strapi/types';
import { invalidField, WorkTrackingError } from '../../../domain/errors';
import { populateOwnRelations, populateRecord } from '../records/populate';
import type { Project } from '../records/project';
import { projectColumn, projectIdColumn, projectIn } from '../records/project-column';

/**
 * The first row that `where` finds, with its project and the service's other relations, locked until the transaction
 * ends.
 * @returns null when there is no such row
 */
export const lockRecord = <Row>(
  strapi: Core.Strapi,
  uid: string,
  where: Record<string, unknown> = {},
): Promise<InProject<Row> | null> =>
  readInProject<Row>(strapi, uid, (query) =>
    query.where(where).populate(populateOwnRelations(uid)).forUpdate(),
  );

/**
 * The row as it is now in the running transaction, with its project and its custom fields.
 * @throws WorkTrackingError `not_found`
 */
export async function readRecord<Row>(strapi: Core.Strapi, uid: string, id: number): Promise<InProject<Row>> {
  const row = await readInProject<Row>(strapi, uid, (query) =>
    query.where({ id }).populate(populateRecord(strapi, uid)),
  );
  if (row === null) throw new WorkTrackingError('not_found', { message: 'This was deleted meanwhile.' });
  return row;
}

type Query = ReturnType<Core.Strapi['db']['queryBuilder']>;

async function readInProject<Row>(
  strapi: Core.Strapi,
  uid: string,
  ask: (query: Query) => Query,
): Promise<InProject<Row> | null> {
  const query = strapi.db.queryBuilder(uid);
  const row = await ask(query.select(['*', projectColumn(strapi, `${query.alias}.project_id`) as never]))
    .first()
    .execute<(Row & { project: Project | string | null }) | null>();
  return row && { ...row, project: projectIn(row) };
}

/**
 * The same after a write of the row. Its project is the one from before: it never changes after creation
 * (specification 5). That is compared after the write, which is then rolled back: a relation can be given in many forms.
 * @throws WorkTrackingError `validation_failed`
 */
export async function readWritten<Row>(
  strapi: Core.Strapi,
  uid: string,
  { id, project }: InProject<{ id: number }>,
): Promise<InProject<Row>> {
  const query = strapi.db.queryBuilder(uid);
  const written = await query
    .select(['*', projectIdColumn(strapi, query.alias) as never])
    .where({ id })
    .populate(populateRecord(strapi, uid))
    .first()
    .execute<Row & { project: number | null }>();
  const own = ownProject({ project });
  if (written.project !== own.id)
    throw invalidField('project', `This belongs to project ${own.key} and stays there.`);
  return { ...written, project: own };
}

/** The event that Strapi's database layer passes to a lifecycle, as far as it is used here. */
export interface LifecycleEvent<Row, State = unknown> {
  params: {
    where?: Record<string, unknown>;
    /** Attribute values by name. A lifecycle may change them before they are written. */
    data: Record<string, unknown>;
  };
  /** The new row, after a create. Updates and deletes may have none: use `state` there. */
  result: Row & { id: number };
  /** Values that the before-lifecycle leaves for the after-lifecycle. */
  state: State;
}

/** The part of a row that every type has. */
export interface StoredRow {
  id: number;
  documentId: string;
  createdAt: string | Date;
  locale?: string | null;
  /** Of a type that counts versions. */
  version?: number;
}

/** A row with the project that it belongs to; null when none was chosen. */
export type InProject<Row> = Row & { project: Project | null };

/** The sentence for a new record without a project. */
export const NO_PROJECT = 'Choose the project that this belongs to.';

/** @throws WorkTrackingError `validation_failed` for a new record without a project */
export function ownProject(row: { project: Project | null }): Project {
  if (row.project === null) throw invalidField('project', NO_PROJECT);
  return row.project;
}
