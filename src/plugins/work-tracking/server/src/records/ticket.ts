import type { Core } from '@strapi/types';
import { TICKET } from '../uids';
import { projectFields, type Project } from './project';
import { teamValues } from './team-fields';
import { timestamp } from './timestamps';

/** A ticket as it is stored. */
export interface Ticket {
  id: number;
  documentId: string;
  title: string;
  state: string;
  priority: string;
  type: string | null;
  effort: string | null;
  body: string | null;
  frontmatter: Record<string, unknown> | null;
  version: number;
  syncedAt: string;
  createdAt: string;
  updatedAt: string;
}

/** The ticket of v1.md 2.1, with what gaps.md adds and what a content team has added in the builder. */
export function ticketRecord(strapi: Core.Strapi, ticket: Ticket, project: Project) {
  return {
    id: ticket.documentId,
    ...projectFields(project),
    title: ticket.title,
    // The attribute is not called status: Strapi's panel takes that name for draft and publish.
    status: ticket.state,
    priority: ticket.priority,
    type: ticket.type ?? null,
    effort: ticket.effort ?? null,
    body: ticket.body ?? null,
    frontmatter: ticket.frontmatter ?? {},
    version: ticket.version,
    synced_at: timestamp(ticket.syncedAt),
    created_at: timestamp(ticket.createdAt),
    updated_at: timestamp(ticket.updatedAt),
    ...teamValues(strapi, TICKET, ticket),
  };
}
