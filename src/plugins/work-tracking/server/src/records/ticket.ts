import type { Core } from '@strapi/types';
import { type ContentReference, contentRecords } from '../../../domain/content';
import { ticketRef } from '../../../domain/ticket-ref';
import { TICKET } from '../uids';
import { customFieldValues } from './custom-fields';
import { personRecord, type PersonRow } from './person';
import { projectFields, type Project } from './project';
import { timestamp, timestampOrNull } from './times';

/** A ticket as it is stored. */
export interface Ticket {
  id: number;
  documentId: string;
  /** 1, 2, 3, … in its project. */
  number: number;
  title: string;
  state: string;
  priority: string;
  type: string | null;
  effort: string | null;
  /** Undefined where it was not read with the row. */
  assignee?: (PersonRow & { updatedAt: string }) | null;
  labels: string[] | null;
  dueAt: string | null;
  content: ContentReference[] | null;
  body: string | null;
  frontmatter: Record<string, unknown> | null;
  version: number;
  syncedAt: string;
  createdAt: string;
  updatedAt: string;
}

/** A ticket as v1 and its events show it (specification 2.1), custom fields included. */
export function ticketRecord(strapi: Core.Strapi, ticket: Ticket, project: Project) {
  return {
    id: ticket.documentId,
    ...projectFields(project),
    number: ticket.number,
    ref: ticketRef(project.key, ticket.number),
    title: ticket.title,
    // Strapi's panel uses `status` for draft and publish, so the attribute has another name.
    status: ticket.state,
    priority: ticket.priority,
    type: ticket.type ?? null,
    effort: ticket.effort ?? null,
    assignee: ticket.assignee ? personRecord(ticket.assignee) : null,
    labels: ticket.labels ?? [],
    due_at: timestampOrNull(ticket.dueAt ?? null),
    content: contentRecords(ticket.content),
    body: ticket.body ?? null,
    frontmatter: ticket.frontmatter ?? {},
    version: ticket.version,
    synced_at: timestamp(ticket.syncedAt),
    created_at: timestamp(ticket.createdAt),
    updated_at: timestamp(ticket.updatedAt),
    ...customFieldValues(strapi, TICKET, ticket),
  };
}
