import type { Core } from '@strapi/types';
import { DECISION_STATUSES } from '../../../../domain/decision';
import { storedPriorities, storedStatuses } from '../../content-types/ticket/moves';
import { z } from '../../host/strapi-utils';
import { DECISION, TICKET } from '../../uids';
import { contentReference } from './content';
import { customFieldResponses } from './custom-fields';
import { id, jsonObject, projectFields, timestamp, timestampOrNull } from './fields';

/** Somebody whom a ticket can belong to. */
export const person = z
  .object({ id: z.string(), name: z.string() })
  .meta({ id: 'Person', description: 'Somebody whom a ticket can belong to.' });

/** A ticket, with the custom fields of this application. */
export const ticketSchema = (strapi: Core.Strapi) =>
  z.object({
    ...customFieldResponses(strapi, TICKET),
    id,
    ...projectFields,
    number: z.int().min(1).meta({ description: 'Counts 1, 2, 3, … in its project.' }),
    ref: z.string().meta({ description: 'Project key and number, `WEB-12`; the path takes it for the id.' }),
    title: z.string(),
    status: z.enum(storedStatuses(strapi)),
    priority: z.enum(storedPriorities(strapi)),
    type: z.string().nullable(),
    effort: z.string().nullable(),
    assignee: person.nullable(),
    labels: z.array(z.string()),
    due_at: timestampOrNull,
    content: z.array(contentReference),
    body: z.string().nullable(),
    frontmatter: jsonObject,
    version: z.int().min(1),
    synced_at: timestamp,
    created_at: timestamp,
    updated_at: timestamp,
  });

const option = z.looseObject({ id: z.string(), title: z.string() });

const resolution = z.object({
  verdict: z.string(),
  note: z.string(),
  resolved_at: timestamp,
  option_id: z.string().optional(),
});

/** A decision, with the custom fields of this application. */
export const decisionSchema = (strapi: Core.Strapi) =>
  z.object({
    ...customFieldResponses(strapi, DECISION),
    id,
    ...projectFields,
    slug: z.string(),
    doc_type: z.literal('decision'),
    title: z.string(),
    body_markdown: z.string(),
    frontmatter: z.looseObject({
      status: z.enum(DECISION_STATUSES),
      resolution: resolution.optional(),
      options: z.array(option).optional(),
    }),
    content: z.array(contentReference),
    version: z.int().min(1),
    created_at: timestamp,
    updated_at: timestamp,
  });

export type TicketSchema = ReturnType<typeof ticketSchema>;
export type DecisionSchema = ReturnType<typeof decisionSchema>;
