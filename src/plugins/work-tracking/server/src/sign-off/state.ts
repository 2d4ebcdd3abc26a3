import type { Core } from '@strapi/types';
import type { ContentFilter } from '../../../domain/content';
import {
  refusalOf,
  standingOf,
  type AskedDecision,
  type SignOffRule,
  type SignOffStanding,
} from '../../../domain/sign-off';
import { configOf } from '../config';
import type { Project } from '../records/project';
import { askedDecisions } from './decisions';
import { draftsOf, isPublishedAsItIs, publishedOf } from './entries';
import { signOffProject } from './project';

/** What the sign-off says of a draft as it is saved. */
export interface SignOffState {
  rule: SignOffRule;
  /** The project whose decisions sign entries off; null while it is not there. */
  project: Project | null;
  /** May it be published as it is? */
  isPublishable: boolean;
  state: SignOffStanding;
  /** The decision that this hangs on. */
  decision: AskedDecision | null;
  /** Is the draft what is published, as Strapi publishes it? */
  isPublished: boolean;
  /** Of the draft's content, and when it was saved last; null where there is none. */
  contentDigest: string | null;
  updatedAt: string | null;
  /** The row id of the administrator who has changed the draft last; null for a program. */
  changedBy: number | null;
}

/** Whether entries of a type are published by a rule. */
export const isUnderSignOff = (strapi: Core.Strapi, type: string): boolean =>
  Object.hasOwn(configOf(strapi).signOff.types, type);

/**
 * What the sign-off says of an entry in one locale.
 * @param entry of a type that is under sign-off
 */
export async function signOffState(strapi: Core.Strapi, entry: ContentFilter): Promise<SignOffState> {
  const { types, approvals } = configOf(strapi).signOff;
  const rule = types[entry.type];
  if (rule === undefined) throw new Error(`${entry.type} is not under sign-off.`);
  const [draft] = await draftsOf(strapi, entry);
  const [published] = await publishedOf(strapi, entry);
  const isPublished =
    draft !== undefined && published !== undefined && (await isPublishedAsItIs(strapi, draft, published));
  const project = await signOffProject(strapi);
  const contentDigest = draft?.digest ?? null;
  const saved = { contentDigest, updatedAt: draft?.updatedAt ?? null, changedBy: draft?.changedBy ?? null };
  const known = { rule, project, isPublished, ...saved };
  if (project === null) return { ...known, isPublishable: false, state: 'not_asked', decision: null };
  const decisions = await askedDecisions(strapi, project.id, entry);
  const given = { approvals, digest: contentDigest ?? '' };
  const refusal = refusalOf('always', decisions, given);
  return {
    ...known,
    isPublishable: refusalOf(rule, decisions, given) === null,
    state: standingOf(refusal),
    decision: refusal === null ? decisions.resolved : refusal.decision,
  };
}
