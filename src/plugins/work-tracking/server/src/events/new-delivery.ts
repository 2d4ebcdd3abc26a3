import { v7 as uuidv7 } from 'uuid';
import type { EventBody, SentEventType } from '../../../domain/events';
import type { Project } from '../records/project';
import type { Subscription } from '../records/subscription';
import { timestamp } from '../records/times';

/** An event, before it becomes one delivery for each subscription. */
export interface Event {
  id: string;
  type: SentEventType;
  /** Serialised once: every delivery has the same bytes. */
  body: string;
  /** Public id of the record that it is about. */
  targetId: string | null;
}

export function newEvent(
  project: Project,
  type: SentEventType,
  data: Record<string, unknown>,
  targetId: string,
  at: Date,
): Event {
  const id = uuidv7();
  const body: EventBody = { event: type, id, ts: timestamp(at), tenant_id: project.documentId, data };
  return { id, type, body: JSON.stringify(body), targetId };
}

/** The row of a new delivery: due at once, or held while its subscription is inactive (specification 7). */
export const deliveryRow = (
  projectId: number,
  { documentId, active }: Pick<Subscription, 'documentId' | 'active'>,
  event: Event,
  at: Date,
  resentFrom: string | null = null,
) => ({
  document_id: uuidv7(),
  project_id: projectId,
  subscription_id: documentId,
  event_id: event.id,
  event_type: event.type,
  target_id: event.targetId,
  body: event.body,
  state: active ? 'pending' : 'held',
  attempts: 0,
  due_at: active ? at : null,
  resent_from: resentFrom,
});
