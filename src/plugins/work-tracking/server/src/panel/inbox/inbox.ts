import type { Core } from '@strapi/types';
import pick from 'lodash/pick';
import type { DecisionStatus } from '../../../../domain/decision';
import { RESOLVING_ATTRIBUTES } from '../../../../domain/panel-actions';
import type { Decision } from '../../records/decision';
import { DECISION } from '../../uids';
import { contentAccess, type ContentAccess } from '../content-access';
import { latestDeeds } from '../latest-deeds';
import { PROJECT_FIELDS } from '../project-choices';
import { gone } from '../readable';
import type { Administrator } from '../route';

/** What is asked of the inbox. */
export interface InboxRequest {
  status: DecisionStatus;
  /** A project's public id. */
  project?: string | undefined;
  limit: number;
}

/** What a line of the list shows. */
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
/** What the decision itself shows besides. */
const ALL_FIELDS = [...LINE_FIELDS, 'bodyMarkdown', 'frontmatter', 'note'];

/** What waits longest comes first; of what is resolved, the latest. */
const ORDER = {
  open: [{ createdAt: 'asc' }, { id: 'asc' }],
  resolved: [{ resolvedAt: 'desc' }, { id: 'desc' }],
} satisfies Record<DecisionStatus, object[]>;

/** The decisions across all projects that may be read, and how many there are. */
export async function inboxDecisions(
  strapi: Core.Strapi,
  admin: Administrator,
  { status, project, limit }: InboxRequest,
) {
  const access = inboxAccess(strapi, admin);
  const { where: permitted, populate } = await access.query(
    project === undefined ? {} : { project: { documentId: project } },
  );
  const where = { $and: [permitted, { state: status }] };
  const [rows, count] = await Promise.all([
    strapi.db.query(DECISION).findMany({
      where,
      populate: { project: true, ...populate },
      orderBy: ORDER[status],
      limit,
    }) as Promise<Decision[]>,
    strapi.db.query(DECISION).count({ where }),
  ]);
  return { decisions: await visibleDecisions(strapi, access, rows, LINE_FIELDS), count };
}

/**
 * One decision whole, whatever its status.
 * @throws ApiError `not_found` for one that is not there, or that the person may not read
 */
export async function inboxDecision(strapi: Core.Strapi, admin: Administrator, documentId: string) {
  const access = inboxAccess(strapi, admin);
  const { where, populate } = await access.query({ documentId });
  const row: Decision | null = await strapi.db
    .query(DECISION)
    .findOne({ where, populate: { project: true, ...populate } });
  if (row === null) throw gone('decision');
  const [decision] = await visibleDecisions(strapi, access, [row], ALL_FIELDS);
  return { ...decision, canResolve: RESOLVING_ATTRIBUTES.every((field) => access.canUpdate(field)) };
}

/** The list is one of statuses: whoever may not read them sees none. */
function inboxAccess(strapi: Core.Strapi, admin: Administrator): ContentAccess {
  const access = contentAccess(strapi, admin, DECISION);
  access.assertCanRead('state');
  return access;
}

/** Who resolved them goes with when: whoever may not read the one is not told the other. */
async function visibleDecisions(
  strapi: Core.Strapi,
  access: ContentAccess,
  rows: readonly Decision[],
  fields: readonly string[],
) {
  const ids = rows.map(({ documentId }) => documentId);
  const resolutions = await latestDeeds(strapi, 'decision', 'decision.resolved', ids);
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
