import type { Core } from '@strapi/types';
import isEqual from 'lodash/isEqual';
import { invalidField } from '../../../domain/errors';
import { isStorable } from '../../../domain/storable';
import type { Project } from '../records/project';
import { PROJECT } from '../uids';
import { toStrapiError } from './strapi-errors';

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
    const id = await projectRowId(strapi, relation);
    params.data = id === undefined ? data : { ...data, [name]: id };
    return next();
  });
}

/** The largest row id that every database can look for. */
export const MAX_ROW_ID = 2 ** 31 - 1;

/**
 * The project that a relation leads to, in any form in which the panel and Strapi's APIs take it: `null`, a row id, a
 * document id, `{id}`, `{documentId}`, `{set}`, `{connect, disconnect}`, or a list, of which the last counts.
 * @returns the row's id, null for no project, undefined for no change
 * @throws ValidationError for anything else, and for an id that is not there
 */
export async function projectRowId(
  strapi: Core.Strapi,
  relation: unknown,
): Promise<number | null | undefined> {
  if (relation === null) return null;
  if (typeof relation === 'number') return existing(relation);
  if (typeof relation === 'string') return idOf(strapi, relation);
  if (Array.isArray(relation)) return projectRowId(strapi, relation.at(-1) ?? null);
  if (typeof relation !== 'object') throw notAProject(relation);
  const { documentId, id, set, connect, disconnect } = relation as Record<string, unknown>;
  if (documentId !== undefined) return projectRowId(strapi, documentId);
  if (id !== undefined) return existing(Number(id));
  if (set !== undefined) return projectRowId(strapi, set);
  if (isFilled(connect)) return projectRowId(strapi, connect);
  return isFilled(disconnect) ? null : undefined;
}

const isFilled = (list: unknown) => list !== undefined && list !== null && !isEqual(list, []);

const notAProject = (given: unknown) =>
  toStrapiError(invalidField('project', `There is no project with the id "${String(given)}".`));

/** Whether there is such a row is for the foreign key to say. */
function existing(id: number): number {
  if (!Number.isInteger(id) || id < 1 || id > MAX_ROW_ID) throw notAProject(id);
  return id;
}

async function idOf(strapi: Core.Strapi, documentId: string): Promise<number> {
  const project: Project | null = isStorable(documentId)
    ? await strapi.db.query(PROJECT).findOne({ where: { documentId } })
    : null;
  if (!project) throw notAProject(documentId);
  return project.id;
}
