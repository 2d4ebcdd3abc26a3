import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { tableName } from '../database/tables';
import { PROJECT } from '../uids';
import type { Project } from './project';

/** The column of a project that each of its attributes is stored in. */
const COLUMNS: Readonly<Record<keyof Project, string>> = {
  id: 'id',
  documentId: 'document_id',
  key: 'key',
  name: 'name',
  ventureKey: 'venture_key',
  updatedAt: 'updated_at',
};

/**
 * The row id of the project that a row belongs to, as the value of the row's relation: nothing is populated for it.
 * @param alias of the row's table in the query
 */
export const projectIdColumn = (strapi: Core.Strapi, alias: string): Knex.Raw =>
  strapi.db.connection.raw('?? as project', [`${alias}.project_id`]);

/** A project's attributes, as pairs of a name and a column of the table `own`. */
const PAIRS = Object.entries(COLUMNS)
  .map(([attribute, column]) => `'${attribute}', own.${column}`)
  .join();

/**
 * All that is stored of the project that a row belongs to, as one column named project: one statement reads a row and
 * its project, and locks the row alone. `projectIn` reads it.
 * @param column of the row, with the alias of its table, that holds the project's row id
 */
export function projectColumn(strapi: Core.Strapi, column: string): Knex.Raw {
  const json = strapi.db.dialect.client === 'postgres' ? 'jsonb_build_object' : 'json_object';
  return strapi.db.connection.raw(`(select ${json}(${PAIRS}) from ?? as own where own.id = ??) as project`, [
    tableName(strapi, PROJECT),
    column,
  ]);
}

/** The project in a row that was read with `projectColumn`; PostgreSQL's driver reads JSON, the others give its text. */
export const projectIn = ({ project }: { project: Project | string | null }): Project | null =>
  typeof project === 'string' ? (JSON.parse(project) as Project) : project;
