import type { Core } from '@strapi/types';
import { PROJECT_BINDING_COLUMN } from '../../access/bindings';
import { countsByProject, type ProjectCount } from '../../database/count-by-project';
import { keptCounts, type KeptCount } from '../../database/kept-counts';
import { tableOf } from '../../database/tables';
import { knexQueryOf } from '../../host/queries';
import { API_TOKEN, DECISION, SUBSCRIPTION, TICKET } from '../../uids';
import { contentAccess, matchesAll } from '../content-access';
import type { Administrator } from '../route';

/** How many records a project has. Types that the person may not read are left out. */
export interface ProjectCounts {
  /** By status. */
  tickets?: Record<string, number>;
  openDecisions?: number;
  subscriptions?: number;
  tokens: number;
}

/** The counts of every project, and since when the oldest of them are kept; null when all were made just now. */
export interface AllProjectCounts {
  /** @param projectId row id */
  of: (projectId: number) => ProjectCounts;
  keptSince: Date | null;
}

export async function projectCounts(strapi: Core.Strapi, admin: Administrator): Promise<AllProjectCounts> {
  const [ticketCount, decisionCount, subscriptions, tokens] = await Promise.all([
    readableGroups(strapi, admin, TICKET, 'state'),
    readableGroups(strapi, admin, DECISION, 'state'),
    readableGroups(strapi, admin, SUBSCRIPTION),
    tokenGroups(strapi),
  ]);
  const times = [ticketCount, decisionCount].flatMap((count) => count?.keptSince?.getTime() ?? []);
  const [tickets, decisions] = [ticketCount?.value, decisionCount?.value];
  const of = (projectId: number): ProjectCounts => {
    const own = (groups: ProjectCount[]) => groups.filter(({ project }) => project === projectId);
    const total = (groups: ProjectCount[]) => own(groups).reduce((sum, { count }) => sum + count, 0);
    return {
      ...(tickets && {
        tickets: Object.fromEntries(own(tickets).map(({ value, count }) => [value ?? '', count])),
      }),
      ...(decisions && { openDecisions: total(decisions.filter(({ value }) => value === 'open')) }),
      ...(subscriptions && { subscriptions: total(subscriptions.value) }),
      tokens: total(tokens),
    };
  };
  return { of, keptSince: times.length > 0 ? new Date(Math.min(...times)) : null };
}

/** @returns null when the type, or the field that it is grouped by, may not be read */
async function readableGroups(
  strapi: Core.Strapi,
  admin: Administrator,
  uid: string,
  column?: string,
): Promise<KeptCount<ProjectCount[]> | null> {
  const access = contentAccess(strapi, admin, uid);
  if (!access.canRead(column) || !access.canRead('project')) return null;
  const { where } = await access.query();
  const table = tableOf(strapi, uid);
  const isNarrowed = !matchesAll(where);
  // Strapi's query builder can't group, and knex does not know the roles' conditions.
  if (isNarrowed) {
    void table.whereIn('id', knexQueryOf(strapi.db.queryBuilder(uid).select('id').where(where)));
  }
  const groups = () => countsByProject(table, 'project_id', column);
  if (isNarrowed) return { value: await groups(), keptSince: null };
  // Those of all that there is of a type, not those of what one role may read.
  return keptCounts(strapi).read(`projects/${uid}`, async () => {
    const value = await groups();
    return { value, rows: value.reduce((sum, { count }) => sum + count, 0) };
  });
}

const tokenGroups = (strapi: Core.Strapi): Promise<ProjectCount[]> =>
  countsByProject(tableOf(strapi, API_TOKEN).whereNotNull(PROJECT_BINDING_COLUMN), PROJECT_BINDING_COLUMN);
