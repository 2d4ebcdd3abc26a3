import type { Core } from '@strapi/types';
import { PROJECT_BINDING_COLUMN } from '../../access/bindings';
import { countsByProject, type ProjectCount } from '../../counts-by-project';
import { tableOf } from '../../table';
import { API_TOKEN, DECISION, SUBSCRIPTION, TICKET } from '../../uids';
import { contentAccess } from '../content-access';
import type { Administrator } from '../route';

/** How much a project has; what the person may not read in the content manager is left out. */
export interface ProjectCounts {
  /** By status. */
  tickets?: Record<string, number>;
  openDecisions?: number;
  subscriptions?: number;
  tokens: number;
}

/** @returns the counts of a project by its row's id; every project has some, be they zero */
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
  // Strapi's query builder knows the roles' conditions, knex how to group.
  if (isNarrowed) {
    void table.whereIn('id', strapi.db.queryBuilder(uid).select('id').where(where).getKnexQuery());
  }
  return countsByProject(table, 'project_id', column);
}

const tokenGroups = (strapi: Core.Strapi): Promise<ProjectCount[]> =>
  countsByProject(tableOf(strapi, API_TOKEN).whereNotNull(PROJECT_BINDING_COLUMN), PROJECT_BINDING_COLUMN);
