import type { Core } from '@strapi/types';
import { v7 as uuidv7 } from 'uuid';
import type { AuditAction, EventType, Target } from '../../../domain/events';
import { databaseNow } from '../database-clock';
import { projectFields, type Project } from '../records/project';
import { timestamp } from '../records/timestamps';
import type { Transaction } from '../table';
import { AUDIT_ENTRY, DELIVERY, SUBSCRIPTION } from '../uids';
import { currentActor } from './actor';
import { insertRows } from './insert-rows';
import { deliveryRow, newEvent } from './new-delivery';
import { wakeAfterCommit } from './wake-ups';

/** An effective change of a record, or of who may reach a project. */
export interface Change {
  project: Project;
  action: AuditAction;
  target: Target;
  /** The events it causes besides its `audit.event`. */
  events?: { type: EventType; data: Record<string, unknown> }[];
  /** Public id of the subscription that the change creates: it hears only of what comes after. */
  createdSubscriptionId?: string;
}

interface Listener {
  documentId: string;
  active: boolean;
  eventTypes: EventType[];
}

/**
 * Writes what follows from a change into the transaction of the change: an audit entry, and for each event one
 * delivery per active subscription that lists its type, with the body as it will be signed and sent.
 * Rolled back with the change, committed with it. Must be called in a transaction.
 */
export async function recordChange(strapi: Core.Strapi, change: Change): Promise<void> {
  await strapi.db.transaction(async ({ trx }) => {
    const at = databaseNow();
    const auditEvent = await insertAuditEntry(strapi, trx, change, at);
    const listeners = await activeListeners(strapi, change);
    const rows = [...(change.events ?? []), auditEvent].flatMap(({ type, data }) => {
      const event = newEvent(change.project, type, data, change.target.id, at);
      return listeners
        .filter(({ eventTypes }) => eventTypes.includes(type))
        .map((listener) => deliveryRow(change.project.id, listener, event, at));
    });
    if (rows.length === 0) return;
    await insertRows(strapi, trx, DELIVERY, rows, at);
    await wakeAfterCommit(strapi);
  });
}

async function insertAuditEntry(strapi: Core.Strapi, trx: Transaction, change: Change, at: Date) {
  const { project, action, target } = change;
  const actor = currentActor(strapi);
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
  await insertRows(strapi, trx, AUDIT_ENTRY, [row], at);
  return {
    type: 'audit.event' as const,
    data: { id, ...projectFields(project), action, actor, target, at: timestamp(at) },
  };
}

async function activeListeners(strapi: Core.Strapi, change: Change): Promise<Listener[]> {
  const listeners: Listener[] = await strapi.db.query(SUBSCRIPTION).findMany({
    select: ['documentId', 'active', 'eventTypes'],
    where: { project_id: change.project.id, active: true },
  });
  return listeners.filter(({ documentId }) => documentId !== change.createdSubscriptionId);
}
