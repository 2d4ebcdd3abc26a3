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
import { PROJECT } from '../uids';
import { askedDecisions } from './decisions';
import { draftsOf } from './entries';

/** The project whose decisions sign entries off; null while it is not there. */
export const signOffProject = (strapi: Core.Strapi): Promise<Project | null> =>
  strapi.db.query(PROJECT).findOne({ where: { key: configOf(strapi).signOff.project } });

/** What the sign-off says of a draft as it is saved. */
export interface SignOffState {
  rule: SignOffRule;
  /** May it be published as it is? */
  isPublishable: boolean;
  state: SignOffStanding;
  /** The decision that this hangs on. */
  decision: AskedDecision | null;
}

/**
 * What the sign-off says of an entry in one locale.
 * @returns null for a type that is not under sign-off
 */
export async function signOffState(strapi: Core.Strapi, entry: ContentFilter): Promise<SignOffState | null> {
  const { types, approvals } = configOf(strapi).signOff;
  const rule = types[entry.type];
  if (rule === undefined) return null;
  const project = await signOffProject(strapi);
  if (project === null) return { rule, isPublishable: false, state: 'not_asked', decision: null };
  const decisions = await askedDecisions(strapi, project.id, entry);
  const [draft] = await draftsOf(strapi, entry);
  const given = { approvals, digest: draft?.digest ?? '' };
  const refusal = refusalOf('always', decisions, given);
  return {
    rule,
    isPublishable: refusalOf(rule, decisions, given) === null,
    state: standingOf(refusal),
    decision: refusal === null ? decisions.resolved : refusal.decision,
  };
}
