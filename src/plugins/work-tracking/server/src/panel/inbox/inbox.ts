import type { Core } from '@strapi/types';
import pick from 'lodash/pick';
import type { DecisionStatus } from '../../../../domain/decision';
import { countBounded } from '../../database/bounded-count';
import type { Decision } from '../../records/decision';
import { DECISION } from '../../uids';
import { contentAccess, type ContentAccess } from '../content-access';
import { latestAuditEntries } from '../latest-audit-entries';
import { PROJECT_FIELDS, projectIdOf } from '../project-choices';
import { notFound } from '../readable';
import type { Administrator } from '../route';

/** The filters of the inbox. */
export interface InboxRequest {
  status: DecisionStatus;
  /** A project's public id. */
  project?: string | undefined;
  limit: number;
}

/** The fields of a decision in the list. */
const LINE_FIELDS = [
  'documentId',
  'slug',
  'title',
  'state',
  'verdict',
  'optionId',
  'resolvedAt',
  'createdAt',
  'project',
];
/** The fields of a decision that is open on the page. */
const ALL_FIELDS = [...LINE_FIELDS, 'bodyMarkdown', 'frontmatter', 'note'];

/** Open decisions: the oldest first. Resolved ones: the latest resolution first. */
const ORDER = {
  open: [{ createdAt: 'asc' }, { id: 'asc' }],
  resolved: [{ resolvedAt: 'desc' }, { id: 'desc' }],
} satisfies Record<DecisionStatus, object[]>;

/** The decisions of all projects that the person may read, and their number as far as it is counted. */
export async function inboxDecisions(
  strapi: Core.Strapi,
  admin: Administrator,
  { status, project, limit }: InboxRequest,
) {
  const access = inboxAccess(strapi, admin);
  const { where: permitted, populate } = await access.query();
  const own = project === undefined ? {} : { project_id: await projectIdOf(strapi, access, project) };
  const where = { $and: [permitted, { ...own, state: status }] };
  const [rows, count] = await Promise.all([
    strapi.db.query(DECISION).findMany({
      where,
      populate: { project: true, ...populate },
      orderBy: ORDER[status],
      limit,
    }) as Promise<Decision[]>,
    countBounded(strapi, DECISION, where),
  ]);
  return { decisions: await visibleDecisions(strapi, access, rows, LINE_FIELDS), count };
}

/**
 * One decision with all its fields, open or resolved.
 * @throws WorkTrackingError `not_found` for one that does not exist or that the person may not read
 */
export async function inboxDecision(strapi: Core.Strapi, admin: Administrator, documentId: string) {
  const access = inboxAccess(strapi, admin);
  const { where, populate } = await access.query({ documentId });
  const row: Decision | null = await strapi.db
    .query(DECISION)
    .findOne({ where, populate: { project: true, ...populate } });
  if (row === null) throw notFound('decision');
  const [decision] = await visibleDecisions(strapi, access, [row], ALL_FIELDS);
  return decision;
}

/** The list shows the status of decisions, so it is only for those who may read it. */
function inboxAccess(strapi: Core.Strapi, admin: Administrator): ContentAccess {
  const access = contentAccess(strapi, admin, DECISION);
  access.assertCanRead('state');
  return access;
}

/** Who resolved a decision is shown only to those who may read when. */
async function visibleDecisions(
  strapi: Core.Strapi,
  access: ContentAccess,
  rows: readonly Decision[],
  fields: readonly string[],
) {
  const ids = rows.map(({ documentId }) => documentId);
  const resolutions = await latestAuditEntries(strapi, 'decision', 'decision.resolved', ids);
  return Promise.all(
    rows.map(async (row) => {
      const { project, ...decision } = await access.visible(row, fields);
      return {
        ...decision,
        ...(project ? { project: pick(project, PROJECT_FIELDS) } : {}),
        resolvedBy: 'resolvedAt' in decision ? (resolutions.get(row.documentId)?.by ?? null) : null,
      };
    }),
  );
}
