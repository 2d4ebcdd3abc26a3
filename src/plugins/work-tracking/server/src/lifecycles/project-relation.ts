import type { Core } from '@strapi/types';
import { invalidField } from '../../../domain/errors';
import type { Project } from '../records/project';
import { PROJECT } from '../uids';
import { toStrapiError } from './strapi-errors';

/** A relation as the panel and Strapi's APIs take it. */
export type RelationInput = null | number | string | RelationObject | RelationInput[];

interface RelationObject {
  id?: number;
  documentId?: string;
  set?: RelationInput[] | null;
  connect?: RelationInput[];
  disconnect?: RelationInput[];
}

/**
 * Strapi's document service translates `{connect, disconnect}`, `{set}` and document ids only for relations with a
 * join table. A project is a column, for which the database layer takes nothing but the row id.
 * @param attributes for each type, the name of its relation to a project
 */
export function translateProjectRelations(
  strapi: Core.Strapi,
  attributes: Readonly<Record<string, string>>,
): void {
  strapi.documents.use(async (context, next) => {
    const name = attributes[context.uid];
    const params = context.params as { data?: Record<string, unknown> };
    if (name === undefined || params.data?.[name] === undefined) return next();
    const { [name]: relation, ...data } = params.data;
    const id = await projectRowId(strapi, relation as RelationInput);
    params.data = id === undefined ? data : { ...data, [name]: id };
    return next();
  });
}

/**
 * The project that a relation leads to.
 * @returns the row's id, null for no project, undefined for no change
 */
export async function projectRowId(
  strapi: Core.Strapi,
  relation: RelationInput,
): Promise<number | null | undefined> {
  if (relation === null || typeof relation === 'number') return relation;
  if (typeof relation === 'string') return idOf(strapi, relation);
  if (Array.isArray(relation)) return projectRowId(strapi, relation.at(-1) ?? null);
  if ('documentId' in relation && relation.documentId !== undefined) return idOf(strapi, relation.documentId);
  if ('id' in relation && relation.id !== undefined) return relation.id;
  const { set, connect = [], disconnect = [] } = relation as Record<string, RelationInput[] | null>;
  if (set !== undefined) return projectRowId(strapi, set);
  if (connect !== null && connect.length > 0) return projectRowId(strapi, connect);
  return disconnect !== null && disconnect.length > 0 ? null : undefined;
}

async function idOf(strapi: Core.Strapi, documentId: string): Promise<number> {
  const project: Project | null = await strapi.db.query(PROJECT).findOne({ where: { documentId } });
  if (!project)
    throw toStrapiError(invalidField('project', `There is no project with the id "${documentId}".`));
  return project.id;
}
