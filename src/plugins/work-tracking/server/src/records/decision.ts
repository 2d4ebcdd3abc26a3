import type { Core } from '@strapi/types';
import { type ContentReference, contentRecords } from '../../../domain/content';
import { DECISION } from '../uids';
import { customFieldValues } from './custom-fields';
import { projectFields, type Project } from './project';
import { timestamp } from './times';

/** A decision as it is stored. */
export interface Decision {
  id: number;
  documentId: string;
  slug: string;
  title: string;
  bodyMarkdown: string | null;
  /** Without `status` and `resolution`: they are stored in the attributes below. */
  frontmatter: Record<string, unknown> | null;
  content: ContentReference[] | null;
  state: string;
  verdict: string | null;
  optionId: string | null;
  note: string | null;
  resolvedAt: string | null;
  version: number;
  createdAt: string;
  updatedAt: string;
}

/** A decision as v1 and its events show it (specification 2.2), custom fields included. */
export function decisionRecord(strapi: Core.Strapi, decision: Decision, project: Project) {
  return {
    id: decision.documentId,
    ...projectFields(project),
    slug: decision.slug,
    doc_type: 'decision',
    title: decision.title,
    body_markdown: decision.bodyMarkdown ?? '',
    frontmatter: { ...decision.frontmatter, status: decision.state, ...resolution(decision) },
    content: contentRecords(decision.content),
    version: decision.version,
    created_at: timestamp(decision.createdAt),
    updated_at: timestamp(decision.updatedAt),
    ...customFieldValues(strapi, DECISION, decision),
  };
}

function resolution({ state, verdict, note, resolvedAt, optionId }: Decision) {
  if (state !== 'resolved' || resolvedAt === null) return {};
  return {
    resolution: {
      verdict,
      note: note ?? '',
      resolved_at: timestamp(resolvedAt),
      ...(optionId === null ? {} : { option_id: optionId }),
    },
  };
}
