import type { Core } from '@strapi/types';
import { PROJECT_BINDING_COLUMN } from '../../access/bindings';
import { countsByProject, type ProjectCount } from '../../database/count-by-project';
import { tableOf } from '../../database/tables';
import { API_TOKEN, DECISION, SUBSCRIPTION, TICKET } from '../../uids';
import { contentAccess } from '../content-access';
import type { Administrator } from '../route';

/** How many records a project has. Types that the person may not read are left out. */
export interface ProjectCounts {
  /** By status. */
  tickets?: Record<string, number>;
  openDecisions?: number;
  subscriptions?: number;
  tokens: number;
}

/** @returns a function from a project's row id to its counts */
export async function projectCounts(
  strapi: Core.Strapi,
  admin: Administrator,
): Promise<(projectId: number) => ProjectCounts> {
  const [tickets, decisions, subscriptions, tokens] = await Promise.all([
    readableGroups(strapi, admin, TICKET, 'state'),
    readableGroups(strapi, admin, DECISION, 'state'),
    readableGroups(strapi, admin, SUBSCRIPTION),
    tokenGroups(strapi),
  ]);
  return (projectId) => {
    const own = (groups: ProjectCount[]) => groups.filter(({ project }) => project === projectId);
    const total = (groups: ProjectCount[]) => own(groups).reduce((sum, { count }) => sum + count, 0);
    return {
      ...(tickets && {
        tickets: Object.fromEntries(own(tickets).map(({ value, count }) => [value ?? '', count])),
      }),
      ...(decisions && { openDecisions: total(decisions.filter(({ value }) => value === 'open')) }),
      ...(subscriptions && { subscriptions: total(subscriptions) }),
      tokens: total(tokens),
    };
  };
}

/** @returns null when the type, or the field that it is grouped by, may not be read */
async function readableGroups(
  strapi: Core.Strapi,
  admin: Administrator,
  uid: string,
  column?: string,
): Promise<ProjectCount[] | null> {
  const access = contentAccess(strapi, admin, uid);
  if (!access.canRead(column) || !access.canRead('project')) return null;
  const { where } = await access.query();
  const table = tableOf(strapi, uid);
  const isNarrowed = Object.keys(where).length > 0;
  // Strapi's query builder can't group, and knex does not know the roles' conditions.
  if (isNarrowed) {
    void table.whereIn('id', strapi.db.queryBuilder(uid).select('id').where(where).getKnexQuery());
  }
  return countsByProject(table, 'project_id', column);
}

const tokenGroups = (strapi: Core.Strapi): Promise<ProjectCount[]> =>
  countsByProject(tableOf(strapi, API_TOKEN).whereNotNull(PROJECT_BINDING_COLUMN), PROJECT_BINDING_COLUMN);
