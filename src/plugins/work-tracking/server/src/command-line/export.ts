import type { Core } from '@strapi/types';
import { pageOf } from '../paging/page';
import { decisionRecord, type Decision } from '../records/decision';
import { populateRecord } from '../records/populate';
import type { Project } from '../records/project';
import { ticketRecord, type Ticket } from '../records/ticket';
import { DECISION, TICKET } from '../uids';
import { findProject } from './projects';

/** A v1 record and its type. */
export type ExportLine =
  | { type: 'ticket'; record: ReturnType<typeof ticketRecord> }
  | { type: 'decision'; record: ReturnType<typeof decisionRecord> };

/** How many records are in memory at once, at most: a page of large ones ends early. */
const PAGE_SIZE = 100;

/**
 * A project's tickets and then its decisions, newest first, one page at a time. Records that are created meanwhile
 * are left out; records that are deleted meanwhile may be included.
 * @throws WorkTrackingError `not_found` for an unknown project
 */
export async function* exportRecords(strapi: Core.Strapi, key: string): AsyncGenerator<ExportLine[]> {
  const project = await findProject(strapi, key);
  yield* pages(strapi, TICKET, project, (ticket: Ticket) => ({
    type: 'ticket',
    record: ticketRecord(strapi, ticket, project),
  }));
  yield* pages(strapi, DECISION, project, (decision: Decision) => ({
    type: 'decision',
    record: decisionRecord(strapi, decision, project),
  }));
}

async function* pages(
  strapi: Core.Strapi,
  uid: string,
  project: Project,
  recordOf: (row: never) => ExportLine,
): AsyncGenerator<ExportLine[]> {
  const populate = populateRecord(strapi, uid);
  let cursor: string | undefined;
  do {
    const { items, next } = await pageOf(
      strapi,
      uid,
      { where: { project_id: project.id }, populate, cursor, limit: PAGE_SIZE },
      recordOf,
    );
    yield items;
    cursor = next.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
