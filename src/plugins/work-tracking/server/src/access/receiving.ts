import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { WorkTrackingError } from '../../../domain/errors';
import type { EventType } from '../../../domain/events';
import { abilityOfAdminToken } from '../host/api-tokens';
import type { Project } from '../records/project';
import { AUDIT_ENTRY, DECISION, OWN_TYPES, PROJECT, TICKET } from '../uids';
import { readActions, v1Action } from './actions';
import { countPermitted, missingToReadAll, subjectOf, type Ability, type Missing } from './admin-rights';
import { callerOf, projectOf, type Auth } from './project-access';

/** What a subscription sends. */
export interface Sent {
  project: Project;
  eventTypes: readonly EventType[];
}

/** The type whose records an event tells of. */
const RECORDS: Readonly<Record<EventType, string>> = {
  'ticket.created': TICKET,
  'ticket.updated': TICKET,
  'decision.resolved': DECISION,
  'audit.event': AUDIT_ENTRY,
};

/** The part of a request's state that says who asks. */
interface RequestState {
  /** Of an administrator, and of a program with an administrator's token. */
  userAbility?: Ability;
  /** `mcp` in requests to Strapi's MCP server. */
  auditSource?: string;
  auth?: Auth;
}

/**
 * Makes sure that whoever writes a subscription may read what it sends: the project, and every record that its events
 * tell of. Code outside of a request may write any.
 * @throws WorkTrackingError `not_permitted` for an administrator, `insufficient_scope` for a token or user of an API
 */
export async function assertMayReceive(strapi: Core.Strapi, sent: Sent): Promise<void> {
  const ctx = strapi.requestContext.get();
  if (!ctx) return;
  const { userAbility, auditSource, auth } = ctx.state as RequestState;
  const ability = auditSource === 'mcp' ? await abilityOverMcp(strapi, ctx) : userAbility;
  if (ability) {
    const missing = await missingToReceive(strapi, ability, sent);
    if (!missing) return;
    const subject = subjectOf(strapi, missing);
    throw new WorkTrackingError('not_permitted', {
      message: `A subscription sends only what your role lets you read in the content manager; it does not let you read ${subject}.`,
      subject,
    });
  }
  if (auth?.credentials) await assertCallerMayReceive(strapi, auth, sent);
}

async function abilityOverMcp(strapi: Core.Strapi, ctx: Context): Promise<Ability> {
  const ability = await abilityOfAdminToken(strapi, ctx);
  if (!ability) throw new WorkTrackingError('unauthorized');
  return ability as Ability;
}

/** What an administrator may not read of what a subscription sends; undefined when there is nothing. */
export async function missingToReceive(
  strapi: Core.Strapi,
  ability: Ability,
  { project, eventTypes }: Sent,
): Promise<Missing | undefined> {
  const own = { id: project.id };
  if ((await countPermitted(strapi, ability, { uid: PROJECT, verb: 'read' }, own)) === 0)
    return { uid: PROJECT };
  for (const uid of new Set(eventTypes.map((type) => RECORDS[type]))) {
    const missing = missingToReadAll(strapi, ability, uid, project);
    if (missing) return missing;
  }
  return undefined;
}

/** An `audit.event` holds no text of a record, so it asks for no action. */
async function assertCallerMayReceive(
  strapi: Core.Strapi,
  auth: Auth,
  { project, eventTypes }: Sent,
): Promise<void> {
  const caller = callerOf(strapi, auth);
  const assertReads = async (uid: string, what: string) => {
    const names = readActions(uid);
    const [find = '', findOne = ''] = names.map(v1Action);
    const ofContentApi = [find, findOne].map((action) => `${OWN_TYPES}${action}`);
    if ((await caller.allowed([...names, ...ofContentApi])).length > 0) return;
    throw new WorkTrackingError('insufficient_scope', {
      message: `A subscription to ${what} needs a token that allows ${find} or ${findOne}.`,
    });
  };
  const own = await projectOf(strapi, auth);
  if (own?.id !== project.id) await assertReads(PROJECT, 'events of this project');
  for (const type of eventTypes) {
    if (RECORDS[type] !== AUDIT_ENTRY) await assertReads(RECORDS[type], type);
  }
}
