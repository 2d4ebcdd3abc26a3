import type { Core } from '@strapi/types';
import { v7 as uuidv7 } from 'uuid';
import type { AuditAction, EventType, Target } from '../../../domain/events';
import { databaseNow } from '../database/clock';
import { insertRows } from '../database/tables';
import { projectFields, type Project } from '../records/project';
import { timestamp } from '../records/times';
import { AUDIT_ENTRY } from '../uids';
import { currentActor } from './actor';
import { listeningSubscriptions } from './listening-subscriptions';
import { newEvent, storeEvents } from './new-delivery';

/** An effective change of a record or of a project's tokens. */
export interface Change {
  project: Project;
  action: AuditAction;
  target: Target;
  /** Its events besides `audit.event`. */
  events?: { type: EventType; data: Record<string, unknown> }[];
  /**
   * Public id of the subscription that the change creates, which does not get the event of its own creation.
   */
  createdSubscriptionId?: string;
}

/**
 * Writes the audit entry of a change, its events that somebody listens to, and for each of those one delivery per
 * subscription that lists the type: due at once, or held while the subscription is inactive. Must be called in the transaction of the change, so that
 * both commit or neither does.
 */
export async function recordChange(strapi: Core.Strapi, change: Change): Promise<void> {
  await strapi.db.transaction(async () => {
    const at = databaseNow();
    const auditEvent = await insertAuditEntry(strapi, change, at);
    const events = [...(change.events ?? []), auditEvent];
    const subscriptions = await listeningSubscriptions(
      strapi,
      change.project,
      events.map(({ type }) => type),
      change.createdSubscriptionId,
    );
    const listened = events.flatMap(({ type, data }) => {
      const recipients = subscriptions.filter(({ eventTypes }) => eventTypes.includes(type));
      if (recipients.length === 0) return [];
      return [{ event: newEvent(change.project, type, data, change.target.id, at), recipients }];
    });
    await storeEvents(strapi, change.project.id, listened, at);
  });
}

async function insertAuditEntry(strapi: Core.Strapi, change: Change, at: Date) {
  const { project, action, target } = change;
  const actor = await currentActor(strapi);
  const id = uuidv7();
  const row = {
    document_id: id,
    project_id: project.id,
    ...projectFields(project),
    action,
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    target_type: target.type,
    target_id: target.id,
    at,
  };
  await insertRows(strapi, AUDIT_ENTRY, [row], at);
  return {
    type: 'audit.event' as const,
    data: { id, ...projectFields(project), action, actor, target, at: timestamp(at) },
  };
}
