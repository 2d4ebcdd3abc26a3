import type { Core } from '@strapi/types';
import type { CommentedType } from '../../../domain/comment';
import { commentsOn } from '../content-types/comment/comments';
import { tableOf } from '../database/tables';
import { pageOf } from '../paging/page';
import { commentRecord, type Comment } from '../records/comment';
import { decisionRecord, type Decision } from '../records/decision';
import { populateRecord } from '../records/populate';
import type { Project } from '../records/project';
import { ticketRecord, type Ticket } from '../records/ticket';
import { COMMENT, TARGET_UIDS } from '../uids';
import { findProject } from './projects';

/** A v1 record and its type. */
export type ExportLine =
  | { type: 'ticket'; record: ReturnType<typeof ticketRecord> }
  | { type: 'decision'; record: ReturnType<typeof decisionRecord> }
  | { type: 'comment'; record: ReturnType<typeof commentRecord> };

/** How many records are in memory at once, at most: a page of large ones ends early. */
const PAGE_SIZE = 100;

/**
 * A project's tickets and then its decisions, newest first, one page at a time; the comments on those of a page follow
 * it, oldest first. Records that are created meanwhile are left out; records that are deleted meanwhile may be included.
 * @throws WorkTrackingError `not_found` for an unknown project
 */
export async function* exportRecords(strapi: Core.Strapi, key: string): AsyncGenerator<ExportLine[]> {
  const project = await findProject(strapi, key);
  yield* withComments(strapi, project, 'ticket', (ticket: Ticket) => ({
    type: 'ticket',
    record: ticketRecord(strapi, ticket, project),
  }));
  yield* withComments(strapi, project, 'decision', (decision: Decision) => ({
    type: 'decision',
    record: decisionRecord(strapi, decision, project),
  }));
}

async function* withComments(
  strapi: Core.Strapi,
  project: Project,
  type: CommentedType,
  recordOf: (row: never) => ExportLine,
): AsyncGenerator<ExportLine[]> {
  const uid = TARGET_UIDS[type];
  const list = { where: { project_id: project.id }, populate: populateRecord(strapi, uid) };
  for await (const lines of pages(strapi, uid, list, recordOf)) {
    yield lines;
    const ids = lines.map(({ record }) => record.id);
    for (const id of await commentedOf(strapi, project, type, ids)) {
      yield* pages(
        strapi,
        COMMENT,
        { where: commentsOn(project, { type, id }), oldestFirst: true },
        commentLine,
      );
    }
  }
}

/** Those of these records that have comments. */
async function commentedOf(
  strapi: Core.Strapi,
  project: Project,
  type: CommentedType,
  ids: readonly string[],
): Promise<string[]> {
  const commented: string[] = await tableOf(strapi, COMMENT)
    .distinct('target_id')
    .where({ project_id: project.id, target_type: type })
    .whereIn('target_id', ids)
    .pluck('target_id');
  return ids.filter((id) => commented.includes(id));
}

const commentLine = (comment: Comment): ExportLine => ({ type: 'comment', record: commentRecord(comment) });

async function* pages(
  strapi: Core.Strapi,
  uid: string,
  list: Pick<Parameters<typeof pageOf>[2], 'where' | 'populate' | 'oldestFirst'>,
  lineOf: (row: never) => ExportLine,
): AsyncGenerator<ExportLine[]> {
  let cursor: string | undefined;
  do {
    const { items, next } = await pageOf(strapi, uid, { ...list, cursor, limit: PAGE_SIZE }, lineOf);
    yield items;
    cursor = next.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
