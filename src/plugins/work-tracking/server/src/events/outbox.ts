import type { Core } from '@strapi/types';
import { v7 as uuidv7 } from 'uuid';
import type { AuditAction, EventBody, EventType, Target } from '../../../domain/events';
import { databaseNow } from '../database-clock';
import { projectFields, type Project } from '../records/project';
import { timestamp } from '../records/timestamps';
import { tableOf, type Transaction } from '../table';
import { AUDIT_ENTRY, DELIVERY, SUBSCRIPTION } from '../uids';
import { currentActor } from './actor';

/** Emitted on Strapi's event hub when a transaction has committed that left something to deliver. */
export const OUTBOX_FILLED = 'work-tracking.outbox-filled';

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
      const eventId = uuidv7();
      const body: EventBody = {
        event: type,
        id: eventId,
        ts: timestamp(at),
        tenant_id: change.project.documentId,
        data,
      };
      const serialised = JSON.stringify(body);
      return listeners
        .filter(({ eventTypes }) => eventTypes.includes(type))
        .map(({ documentId }) => deliveryRow(change.project, documentId, eventId, type, serialised, at));
    });
    if (rows.length === 0) return;
    await insert(strapi, trx, DELIVERY, rows);
    await wakeAfterCommit(strapi);
  });
}

/** Lets whoever delivers know, as soon as the running transaction has committed. */
export async function wakeAfterCommit(strapi: Core.Strapi): Promise<void> {
  const wake = () => void strapi.eventHub.emit(OUTBOX_FILLED);
  await strapi.db.transaction(({ onCommit }: { onCommit: (callback: () => void) => void }) => {
    onCommit(wake);
  });
}

/** Straight to the table: the content types of the outbox refuse every write that comes through Strapi. */
async function insert(strapi: Core.Strapi, trx: Transaction, uid: string, rows: object[]): Promise<void> {
  await tableOf(strapi, uid).insert(rows).transacting(trx);
}

async function insertAuditEntry(strapi: Core.Strapi, trx: Transaction, change: Change, at: Date) {
  const { project, action, target } = change;
  const actor = currentActor(strapi);
  const id = uuidv7();
  await insert(strapi, trx, AUDIT_ENTRY, [
    {
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
      ...systemColumns(at),
    },
  ]);
  return {
    type: 'audit.event' as const,
    data: { id, ...projectFields(project), action, actor, target, at: timestamp(at) },
  };
}

async function activeListeners(strapi: Core.Strapi, change: Change): Promise<Listener[]> {
  const listeners: Listener[] = await strapi.db.query(SUBSCRIPTION).findMany({
    select: ['documentId', 'eventTypes'],
    where: { project_id: change.project.id, active: true },
  });
  return listeners.filter(({ documentId }) => documentId !== change.createdSubscriptionId);
}

const deliveryRow = (
  project: Project,
  subscriptionId: string,
  eventId: string,
  eventType: EventType,
  body: string,
  at: Date,
) => ({
  document_id: uuidv7(),
  project_id: project.id,
  subscription_id: subscriptionId,
  event_id: eventId,
  event_type: eventType,
  body,
  state: 'pending',
  attempts: 0,
  due_at: at,
  ...systemColumns(at),
});

/** What Strapi sets on every row of a type without drafts. */
const systemColumns = (at: Date) => ({ created_at: at, updated_at: at, published_at: at });
