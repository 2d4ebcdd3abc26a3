import type { Core } from '@strapi/types';
import { DECISION } from '../uids';
import { projectFields, type Project } from './project';
import { teamValues } from './team-fields';
import { timestamp } from './timestamps';

/** A decision as it is stored. */
export interface Decision {
  id: number;
  documentId: string;
  slug: string;
  title: string;
  bodyMarkdown: string | null;
  /** Without `status` and `resolution`: those are the attributes below. */
  frontmatter: Record<string, unknown> | null;
  state: string;
  verdict: string | null;
  optionId: string | null;
  note: string | null;
  resolvedAt: string | null;
  version: number;
  createdAt: string;
  updatedAt: string;
}

/** The decision of v1.md 2.2, with what gaps.md adds and what a content team has added in the builder. */
export function decisionRecord(strapi: Core.Strapi, decision: Decision, project: Project) {
  return {
    id: decision.documentId,
    ...projectFields(project),
    slug: decision.slug,
    doc_type: 'decision',
    title: decision.title,
    body_markdown: decision.bodyMarkdown ?? '',
    frontmatter: { ...decision.frontmatter, status: decision.state, ...resolution(decision) },
    version: decision.version,
    created_at: timestamp(decision.createdAt),
    updated_at: timestamp(decision.updatedAt),
    ...teamValues(strapi, DECISION, decision),
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
