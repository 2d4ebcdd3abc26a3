import type { Core } from '@strapi/types';
import {
  DUE_FILTERS,
  DUE_SOON_DAYS,
  MAX_FILTER_LENGTH,
  ME,
  NOBODY,
  type BoardFilterName,
  type BoardSort,
  type DueFilter,
} from '../../../../domain/board';
import { positiveInteger } from '../../../../domain/integers';
import { DAY_MS } from '../../../../domain/period';
import { storedPriorities } from '../../content-types/ticket/moves';
import { hasLabel, hasType } from '../../content-types/ticket/rare-values';
import { z } from '../../host/strapi-utils';
import { TICKET } from '../../uids';
import { contentAccess, type ContentAccess, type PermittedQuery } from '../content-access';
import { projectIdOf } from '../project-choices';
import type { Administrator } from '../route';
import { textFilter } from '../text-search';

/** The filters of the board; they combine. */
export interface BoardFilters {
  /** A project's public id. */
  project?: string | undefined;
  /** The row id of an administrator, `me` or `none`. */
  assignee?: string | undefined;
  label?: string | undefined;
  priority?: string | undefined;
  type?: string | undefined;
  due?: DueFilter | undefined;
  /** Text in the title or the body, in any case. */
  text?: string | undefined;
}

const shortText = z.string().min(1).max(MAX_FILTER_LENGTH);

/** One of these words. */
export const oneOf = (values: readonly string[]) => z.enum(values as [string, ...string[]]);

/** The filters in a query, each for itself. */
export const filterSchemas = (strapi: Core.Strapi) => ({
  project: shortText.optional(),
  assignee: shortText.optional(),
  label: shortText.optional(),
  priority: oneOf(storedPriorities(strapi)).optional(),
  type: shortText.optional(),
  due: z.enum(DUE_FILTERS).optional(),
  text: z.string().min(1).optional(),
});

/** The filters in the query of a route. */
export const boardQuery = (strapi: Core.Strapi) => z.strictObject(filterSchemas(strapi));

const TEXT_FIELDS = ['title', 'body'];

/** The fields that a filter is about; one of them must be readable. The order is about fields too. */
const FIELDS: Readonly<Record<Exclude<BoardFilterName, 'sort'>, readonly string[]>> = {
  project: ['project'],
  assignee: ['assignee'],
  label: ['labels'],
  priority: ['priority'],
  type: ['type'],
  due: ['dueAt'],
  text: TEXT_FIELDS,
};

/** The filters whose fields the person may read; the others are refused. */
export const permittedFilters = (access: ContentAccess): string[] =>
  Object.entries(FIELDS)
    .filter(([, fields]) => fields.some((field) => access.canRead(field)))
    .map(([name]) => name);

/** The columns show the status of tickets, so the board is only for those who may read it. */
export function boardAccess(strapi: Core.Strapi, admin: Administrator): ContentAccess {
  const access = contentAccess(strapi, admin, TICKET);
  access.assertCanRead('state');
  return access;
}

/** An equality that an index need not begin with, so that SQLite goes by the one that has the list in its order. */
const softly = (column: string, value: unknown) => ({ $not: { [column]: { $ne: value } } });

/**
 * The tickets that match and that the person may read.
 * @throws ValidationError, WorkTrackingError `not_permitted` for a filter by a field that may not be read
 */
export async function queryFor(
  strapi: Core.Strapi,
  admin: Administrator,
  access: ContentAccess,
  { project, assignee, label, priority, type, due, text, sort }: BoardFilters & { sort?: BoardSort },
): Promise<PermittedQuery> {
  // An index that begins with the priority has them in the order of their changes.
  const isHard = assignee === undefined && sort !== 'due';
  const given = [
    ...(priority === undefined ? [] : [isHard ? { priority } : softly('priority', priority)]),
    ...(text === undefined ? [] : [textFilter(access, TEXT_FIELDS, text)]),
  ];
  const { where, populate } = await access.query(given.length > 0 ? { $and: given } : {});
  const conditions = [where];
  // Somebody has fewer tickets than a project, and a project fewer than are nobody's.
  const isOfSomebody = assignee !== undefined && assignee !== NOBODY;
  if (project !== undefined) {
    const id = await projectIdOf(strapi, access, project);
    conditions.push(isOfSomebody ? softly('project_id', id) : { project_id: id });
  }
  if (assignee !== undefined) {
    access.assertCanRead('assignee');
    conditions.push(
      isOfSomebody || project === undefined ? { assignee_id: rowIdOf(admin, assignee) } : OF_NOBODY,
    );
  }
  if (type !== undefined) {
    access.assertCanRead('type');
    conditions.push(await hasType(strapi, type));
  }
  if (label !== undefined) {
    access.assertCanRead('labels');
    conditions.push(await hasLabel(strapi, label));
  }
  if (due !== undefined) {
    access.assertCanRead('dueAt');
    conditions.push(isDue(due));
  }
  return { where: { $and: conditions }, populate };
}

const OF_NOBODY = { $not: { assignee_id: { $notNull: true } } };

/** @returns null for nobody; 0, which no administrator has, for an id that is none */
function rowIdOf({ user }: Administrator, assignee: string): number | null {
  if (assignee === ME) return user.id;
  if (assignee === NOBODY) return null;
  return positiveInteger(assignee) ?? 0;
}

function isDue(due: DueFilter): Record<string, unknown> {
  const now = Date.now();
  switch (due) {
    case 'overdue':
      return { dueAt: { $lt: new Date(now) } };
    case 'soon':
      return { dueAt: { $gte: new Date(now), $lt: new Date(now + DUE_SOON_DAYS * DAY_MS) } };
    case 'none':
      return { $not: { dueAt: { $notNull: true } } };
  }
}
