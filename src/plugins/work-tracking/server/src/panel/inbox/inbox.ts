import type { Core } from '@strapi/types';
import pick from 'lodash/pick';
import { DECISION_STATUSES, type DecisionStatus } from '../../../../domain/decision';
import { configOf } from '../../config';
import { countBounded } from '../../database/bounded-count';
import type { Decision } from '../../records/decision';
import { digestToSign, entriesToSign, type DecisionToSign } from '../../sign-off/signing';
import { DECISION } from '../../uids';
import type { PermittedQuery } from '../content-access';
import { latestAuditEntries } from '../latest-audit-entries';
import { PROJECT_FIELDS, projectIdOf } from '../project-choices';
import { notFound } from '../readable';
import { isAllowed, type Administrator } from '../route';
import { textFilter } from '../text-search';
import { inboxAccess, isFiledBy, type DecisionAccess } from './access';

/** The filters of the inbox. */
export interface InboxFilters {
  /** A project's public id. */
  project?: string | undefined;
  /** Text in a decision or in its resolution, in any case. */
  text?: string | undefined;
}

export interface InboxRequest extends InboxFilters {
  status: DecisionStatus;
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
const ALL_FIELDS = [...LINE_FIELDS, 'bodyMarkdown', 'frontmatter', 'content', 'note'];

/** The fields that are searched for a text. */
const TEXT_FIELDS = ['title', 'slug', 'bodyMarkdown', 'verdict', 'note'];

/** Open decisions: the oldest first. Resolved ones: the latest resolution first. */
const ORDER = {
  open: [{ createdAt: 'asc' }, { id: 'asc' }],
  resolved: [{ resolvedAt: 'desc' }, { id: 'desc' }],
} satisfies Record<DecisionStatus, object[]>;

/** The decisions of all projects that the person may read or has asked, and their number as far as it is counted. */
export async function inboxDecisions(
  strapi: Core.Strapi,
  admin: Administrator,
  { status, limit, ...filters }: InboxRequest,
) {
  const access = inboxAccess(strapi, admin);
  const { where: matching, populate } = await queryFor(strapi, access, filters);
  const where = { $and: [matching, { state: status }] };
  const [rows, count] = await Promise.all([
    strapi.db.query(DECISION).findMany({
      where,
      populate: { project: true, ...populate },
      orderBy: ORDER[status],
      limit,
    }) as Promise<Decision[]>,
    countBounded(strapi, DECISION, where),
  ]);
  return { decisions: await visibleDecisions(strapi, admin, access, rows, LINE_FIELDS), count };
}

/** How many decisions of each status match, as far as they are counted. */
export async function inboxCounts(
  strapi: Core.Strapi,
  admin: Administrator,
  filters: InboxFilters,
): Promise<Record<DecisionStatus, number>> {
  const { where } = await queryFor(strapi, inboxAccess(strapi, admin), filters);
  const counts = await Promise.all(
    DECISION_STATUSES.map(async (state) => [
      state,
      await countBounded(strapi, DECISION, { $and: [where, { state }] }),
    ]),
  );
  return Object.fromEntries(counts) as Record<DecisionStatus, number>;
}

async function queryFor(
  strapi: Core.Strapi,
  access: DecisionAccess,
  { project, text }: InboxFilters,
): Promise<PermittedQuery> {
  const { where, populate } = await access.query(textFilter(access, TEXT_FIELDS, text));
  if (project === undefined) return { where, populate };
  return {
    where: { $and: [where, { project_id: await projectIdOf(strapi, access, project) }] },
    populate,
  };
}

/**
 * One decision with all its fields, open or resolved, whether the person may change what it is about, and for whoever
 * resolves it the digest of what of that is under sign-off, and what approves it: nothing where none is.
 * @throws WorkTrackingError `not_found` for one that does not exist or that the person may not read
 */
export async function inboxDecision(strapi: Core.Strapi, admin: Administrator, documentId: string) {
  // The content manager's form, too, shows whoever may resolve it what they sign.
  const isReader = isAllowed(admin, 'decision.read') || isAllowed(admin, 'decision.resolve');
  const access = inboxAccess(strapi, admin, isReader);
  const row = await readableDecision(strapi, access, documentId);
  const [decision] = await visibleDecisions(strapi, admin, access, [row], ALL_FIELDS);
  const isContentEditable =
    decision !== undefined && 'content' in decision && access.canChange(row, 'content');
  const contentDigest = digestToSign(await entriesToSign(strapi, row));
  const approvals = contentDigest === null ? [] : configOf(strapi).signOff.approvals;
  return { ...decision, version: row.version, isContentEditable, contentDigest, approvals };
}

/**
 * A decision as it is stored, with its project.
 * @throws WorkTrackingError `not_found` for one that does not exist or that the person may not read
 */
export async function readableDecision(
  strapi: Core.Strapi,
  access: DecisionAccess,
  documentId: string,
): Promise<Decision & DecisionToSign> {
  const { where, populate } = await access.query({ documentId });
  const row: (Decision & DecisionToSign) | null = await strapi.db
    .query(DECISION)
    .findOne({ where, populate: { project: true, ...populate } });
  if (row === null) throw notFound('decision');
  return row;
}

/** The visible part of decisions that `access` found, and who asked; who resolved one only for those who may read when. */
export async function visibleDecisions(
  strapi: Core.Strapi,
  admin: Administrator,
  access: DecisionAccess,
  rows: readonly Decision[],
  fields: readonly string[],
) {
  const ids = rows.map(({ documentId }) => documentId);
  const [creations, resolutions] = await Promise.all(
    (['decision.created', 'decision.resolved'] as const).map((action) =>
      latestAuditEntries(strapi, 'decision', action, ids),
    ),
  );
  return Promise.all(
    rows.map(async (row) => {
      const { project, ...decision } = await access.visible(row, fields);
      return {
        ...decision,
        ...(project ? { project: pick(project, PROJECT_FIELDS) } : {}),
        askedBy: creations?.get(row.documentId)?.by ?? null,
        isOwn: isFiledBy(admin, row),
        resolvedBy: 'resolvedAt' in decision ? (resolutions?.get(row.documentId)?.by ?? null) : null,
      };
    }),
  );
}
