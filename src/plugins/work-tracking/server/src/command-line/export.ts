import type { Core } from '@strapi/types';
import { pageOf } from '../page';
import { decisionRecord, type Decision } from '../records/decision';
import type { Project } from '../records/project';
import { teamPopulate } from '../records/team-fields';
import { ticketRecord, type Ticket } from '../records/ticket';
import { DECISION, TICKET } from '../uids';
import { findProject } from './projects';

/** A record of v1, and which one it is. */
export type ExportLine =
  | { type: 'ticket'; record: ReturnType<typeof ticketRecord> }
  | { type: 'decision'; record: ReturnType<typeof decisionRecord> };

/** Records that are in memory at once: a body may be as large as a request. */
const PAGE_SIZE = 100;

/**
 * A project's tickets, newest first, then its decisions, newest first: a page is read when it is asked for. What is
 * created meanwhile is not among them, what is deleted meanwhile may be.
 * @throws ApiError `not_found` for an unknown project
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
  const populate = teamPopulate(strapi, uid);
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
