import type { Core } from '@strapi/types';
import { whereExactly } from '../../database/knex-query';
import { tableName } from '../../database/tables';
import { PROJECT, TICKET, TICKET_LABEL } from '../../uids';

/** Up to so many tickets are named one by one, and sorted. */
const FEW = 1000;

/**
 * A condition for the tickets with a label, in all projects, for `where`. The tickets of a rare label are named by their
 * ids; with a common one each ticket is looked up, in the order of the list, which finds a page of them soon.
 */
export async function hasLabel(strapi: Core.Strapi, label: string): Promise<Record<string, unknown>> {
  const labelled = () =>
    whereExactly(strapi, strapi.db.connection({ l: tableName(strapi, TICKET_LABEL) }).select('l.ticket_id'), {
      'l.label': label,
    });
  const few = (await labelled().limit(FEW + 1)) as { ticket_id: number }[];
  if (few.length <= FEW) return { id: { $in: few.map(({ ticket_id: id }) => id) } };
  const { alias } = strapi.db.queryBuilder(TICKET);
  // Negated twice, so that no planner turns it into a join of its own order.
  return { $not: { id: { $notIn: labelled().whereRaw('l.ticket_id = ??', [`${alias}.id`]) } } };
}

/**
 * The same for the tickets of a type, which are found by an index that begins with the project. The projects are named
 * one by one: a planner without statistics of them expects hundreds, and goes through all tickets instead.
 */
export async function hasType(strapi: Core.Strapi, type: string): Promise<Record<string, unknown>> {
  const projects = () => strapi.db.connection(tableName(strapi, PROJECT)).select('id');
  const named = (await projects().limit(FEW + 1)) as { id: number }[];
  const inProjects = strapi.db
    .connection({ t: tableName(strapi, TICKET) })
    .select('t.id')
    .whereIn('t.project_id', named.length <= FEW ? named.map(({ id }) => id) : projects());
  const typed = whereExactly(strapi, inProjects, { 't.type': type }).limit(FEW + 1);
  const few = (await typed) as { id: number }[];
  if (few.length <= FEW) return { id: { $in: few.map(({ id }) => id) } };
  return { $not: { type: { $ne: type } } };
}
