import type { Core } from '@strapi/types';
import groupBy from 'lodash/groupBy';
import sortBy from 'lodash/sortBy';
import { v7 as uuidv7 } from 'uuid';
import type { Actor, AuditAction, Changes, EventType, SkippedSignOff, Target } from '../../../domain/events';
import { databaseNow } from '../database/clock';
import { nextNumbers } from '../database/counters';
import { insertAndRead } from '../database/tables';
import { beforeCommit, listPerTransaction } from '../host/transactions';
import { projectFields, type Project } from '../records/project';
import { timestamp } from '../records/times';
import { AUDIT_ENTRY } from '../uids';
import { currentActor } from './actor';
import { announceAfterCommit } from './change-feed';
import {
  listenersAfterNumbers,
  listenersBeforeNumbers,
  subscriptionsAfterNumbers,
  type ListeningSubscription,
  type SubscriptionRow,
} from './listening-subscriptions';
import { newEvent, storeEvents } from './new-delivery';

interface ChangeEvent {
  type: EventType;
  data: Record<string, unknown>;
}

/** An effective change of a record or of a project's tokens. */
export interface Change {
  project: Project;
  action: AuditAction;
  target: Target;
  /** The changed fields of the public record; the audit entry keeps them. */
  changes?: Changes;
  /** Further details for the audit entry and its event. */
  details?: SkippedSignOff;
  /** Its events besides `audit.event`. */
  events?: ChangeEvent[];
  /**
   * Public id of the subscription that the change creates, which does not get the event of its own creation.
   */
  createdSubscriptionId?: string;
  /**
   * Changes the state of deliveries that are there already. It is run once the change has its number, so that those of
   * every lower number are there, and nobody has locked deliveries who waits for a number.
   */
  moveDeliveries?: () => Promise<void> | undefined;
}

/** A change with what is known only while it is made. */
interface RecordedChange extends Change {
  /** Public id of its audit entry. */
  id: string;
  actor: Actor;
  at: Date;
  events: ChangeEvent[];
}

/** The changes of the running transaction that are not stored yet. */
const recorded = listPerTransaction<RecordedChange>();

/**
 * Has the audit entry of a change stored before its transaction commits, with its events that somebody listens to, and
 * for each of those one delivery per subscription that lists the type: due at once, or held while the subscription is
 * inactive. Must be called in the transaction of the change, so that both commit or neither does.
 *
 * A project's changes are numbered in the order of their commits (specification 4.10), so that a transaction that has
 * its numbers keeps others of the project from theirs until it ends. They are the last that it takes.
 */
export async function recordChange(strapi: Core.Strapi, change: Change): Promise<void> {
  const audited = { ...change, id: uuidv7(), actor: await currentActor(strapi), at: databaseNow() };
  const own: RecordedChange = { ...audited, events: [...(change.events ?? []), auditEvent(audited)] };
  recorded().push(own);
  if (recorded().length === 1) await beforeCommit(strapi, () => storeRecordedChanges(strapi));
}

/** Stores what the running transaction has recorded so far. */
export async function storeRecordedChanges(strapi: Core.Strapi): Promise<void> {
  const changes = recorded().splice(0);
  // Always in the same order, so that two transactions with changes in the same projects can't wait for each other.
  const projects = sortBy(Object.values(groupBy(changes, 'project.id')), '0.project.id');
  const before = [];
  for (const own of projects) before.push(await readBefore(strapi, own));
  for (const [index, own] of projects.entries()) await storeChanges(strapi, own, before[index] ?? []);
}

/** Reads the subscriptions before the changes are numbered, where the database needs that. */
const readBefore = (
  strapi: Core.Strapi,
  changes: readonly RecordedChange[],
): Promise<ListeningSubscription[]> => {
  const types = new Set(changes.flatMap(({ events }) => events.map(({ type }) => type)));
  const [{ project }] = changes as [RecordedChange];
  return listenersBeforeNumbers(strapi, project, [...types]);
};

/** Stores the changes of one project, in the order in which they were made. */
async function storeChanges(
  strapi: Core.Strapi,
  changes: readonly RecordedChange[],
  before: readonly ListeningSubscription[],
): Promise<void> {
  const [{ project }] = changes as [RecordedChange];
  const first = await nextNumbers(strapi, project.id, 'changes', changes.length);
  const at = databaseNow();
  const entries = { uid: AUDIT_ENTRY, rows: changes.map((change, index) => auditRow(change, first + index)) };
  const reading = subscriptionsAfterNumbers(strapi, project);
  const subscriptions = await insertAndRead<SubscriptionRow>(strapi, [entries], at, reading);
  const listeners = listenersAfterNumbers(before, subscriptions);
  for (const { moveDeliveries } of changes) await moveDeliveries?.();
  const listened = changes.flatMap((change, index) => {
    const newer = new Set(changes.slice(index).map(({ createdSubscriptionId }) => createdSubscriptionId));
    return change.events.flatMap(({ type, data }) => {
      const recipients = listeners.filter(
        ({ documentId, eventTypes }) => eventTypes.includes(type) && !newer.has(documentId),
      );
      if (recipients.length === 0) return [];
      const event = newEvent(change.project, { type, data, targetId: change.target.id, at: change.at });
      return [{ event: { ...event, seq: first + index }, recipients }];
    });
  });
  await storeEvents(strapi, project.id, listened, at);
  await announceAfterCommit(strapi, project.id, first + changes.length - 1);
}

function auditRow({ id, project, action, actor, target, changes, details, at }: RecordedChange, seq: number) {
  return {
    document_id: id,
    project_id: project.id,
    ...projectFields(project),
    seq,
    action,
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    target_type: target.type,
    target_id: target.id,
    changes: changes === undefined ? null : JSON.stringify(changes),
    details: details === undefined ? null : JSON.stringify(details),
    at,
  };
}

const auditEvent = ({ id, project, action, actor, target, details, at }: Omit<RecordedChange, 'events'>) => ({
  type: 'audit.event' as const,
  data: { id, ...projectFields(project), action, actor, target, ...details, at: timestamp(at) },
});
