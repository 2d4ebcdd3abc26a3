import type { Core } from '@strapi/types';
import { pageOf } from '../paging/page';
import { populateCustomFields } from '../records/custom-fields';
import { decisionRecord, type Decision } from '../records/decision';
import type { Project } from '../records/project';
import { ticketRecord, type Ticket } from '../records/ticket';
import { DECISION, TICKET } from '../uids';
import { findProject } from './projects';

/** A v1 record and its type. */
export type ExportLine =
  | { type: 'ticket'; record: ReturnType<typeof ticketRecord> }
  | { type: 'decision'; record: ReturnType<typeof decisionRecord> };

/** How many records are in memory at once: each may be as large as a request's body. */
const PAGE_SIZE = 100;

/**
 * A project's tickets and then its decisions, newest first, one page at a time. Records that are created meanwhile
 * are left out; records that are deleted meanwhile may be included.
 * @throws WorkTrackingError `not_found` for an unknown project
 */
export async function* exportRecords(strapi: Core.Strapi, key: string): AsyncGenerator<ExportLine[]> {
  const project = await findProject(strapi, key);
  for await (const page of pages<Ticket>(strapi, TICKET, project)) {
    yield page.map((ticket) => ({ type: 'ticket', record: ticketRecord(strapi, ticket, project) }));
  }
  for await (const page of pages<Decision>(strapi, DECISION, project)) {
    yield page.map((decision) => ({ type: 'decision', record: decisionRecord(strapi, decision, project) }));
  }
}

async function* pages<Row extends { id: number; createdAt: string }>(
  strapi: Core.Strapi,
  uid: string,
  project: Project,
): AsyncGenerator<Row[]> {
  const populate = populateCustomFields(strapi, uid);
  let cursor: string | undefined;
  do {
    const { rows, next } = await pageOf<Row>(strapi, uid, {
      where: { project_id: project.id },
      populate,
      cursor,
      limit: PAGE_SIZE,
    });
    yield rows;
    cursor = next.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
