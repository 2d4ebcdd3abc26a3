import type { Core } from '@strapi/types';
import type { SentEventType } from '../../../domain/events';
import { databaseNow } from '../database/clock';
import { tableOf } from '../database/tables';
import { DELIVERY, EVENT } from '../uids';
import { createLooks, dueAt, type DueDelivery } from './due-deliveries';
import type { Destination } from './endpoint-speeds';
import type { ClaimedSubscription } from './failing-subscriptions';
import type { Slots } from './slots';

/** A delivery that only this process may send until the lease ends. */
export interface ClaimedDelivery extends Destination {
  id: number;
  eventId: string;
  eventType: SentEventType;
  /** The bytes that are signed and sent. */
  body: string;
  /** The number of the change in its project; null for a test event. */
  seq: number | null;
  /** Attempts so far whose outcome was recorded. */
  attempts: number;
  createdAt: Date;
  /** The outcome is written only while the row still has this token. */
  leaseToken: string;
  leasedUntil: Date;
  /** As it was before the lease; undefined when it is deleted. */
  subscription: ClaimedSubscription | undefined;
}

export interface Claim {
  deliveries: ClaimedDelivery[];
  /** How many of these another process had claimed before its lease ran out. */
  takenOver: number;
  /** Whether more may be due than was claimed. */
  isPartial: boolean;
  /** Whether all that was looked at was claimed, and more may be due that would have a slot. */
  hasMore: boolean;
  /** Whether subscriptions that have something due may still wait for their turn. */
  hasOthers: boolean;
}

/**
 * Claims what is due and has a slot.
 * @param owner the lease tokens begin with it; unique for this process
 * @returns the next claim
 */
export function createClaims(
  strapi: Core.Strapi,
  { slots, leaseMs, owner }: { slots: Slots; leaseMs: number; owner: string },
): () => Promise<Claim> {
  const look = createLooks(strapi, slots);
  let count = 0;
  return async () => {
    count += 1;
    const { due, isCut, hasOthers } = await look();
    const now = databaseNow();
    const chosen = new Map(slots.choose(due).map((delivery) => [delivery.id, delivery]));
    const left = { isPartial: isCut || due.length > chosen.size, hasMore: false, hasOthers };
    if (chosen.size === 0) return { deliveries: [], takenOver: 0, ...left };
    const until = { leasedUntil: new Date(now.getTime() + leaseMs), leaseToken: `${owner}/${count}` };
    const rows = await lease(strapi, [...chosen.keys()], now, until);
    return {
      ...left,
      deliveries: await withEvents(strapi, rows, chosen, until),
      takenOver: rows.filter(({ id }) => chosen.get(id)?.isStale).length,
      hasMore: isCut && rows.length === due.length,
    };
  };
}

type Lease = Pick<ClaimedDelivery, 'leasedUntil' | 'leaseToken'>;

async function withEvents(
  strapi: Core.Strapi,
  rows: readonly LeasedRow[],
  chosen: ReadonlyMap<number, DueDelivery>,
  held: Lease,
): Promise<ClaimedDelivery[]> {
  const events = await eventsOf(
    strapi,
    rows.map((row) => row.event_id),
  );
  return rows.flatMap((row): ClaimedDelivery[] => {
    const destination = chosen.get(row.id);
    const event = events.get(row.event_id);
    if (!destination || !event) {
      strapi.log.error(`Delivery ${row.id} can't be sent: its event ${row.event_id} is not stored.`);
      return [];
    }
    const { subscriptionId, projectId, host, subscription } = destination;
    return [
      {
        id: row.id,
        subscriptionId,
        projectId,
        host,
        subscription,
        eventId: row.event_id,
        eventType: row.event_type,
        body: event.body,
        seq: event.seq,
        attempts: row.attempts,
        createdAt: new Date(row.created_at),
        ...held,
      },
    ];
  });
}

interface LeasedRow {
  id: number;
  event_id: string;
  event_type: SentEventType;
  attempts: number;
  created_at: Date | number | string;
}

const LEASED_COLUMNS = ['id', 'event_id', 'event_type', 'attempts', 'created_at'];

/**
 * Leases the chosen deliveries, but for those that another process has claimed first, or is claiming at this moment.
 */
async function lease(
  strapi: Core.Strapi,
  chosen: readonly number[],
  now: Date,
  { leasedUntil, leaseToken }: Lease,
): Promise<LeasedRow[]> {
  const columns = { state: 'sending', lease_token: leaseToken, due_at: leasedUntil, updated_at: now };
  const free = () => dueAt(strapi, now).whereIn('id', [...chosen]);
  const { client } = strapi.db.dialect;
  if (client === 'sqlite') return inOrder(await free().update(columns).returning(LEASED_COLUMNS));
  if (client === 'postgres') {
    const unlocked = free().select('id').forUpdate().skipLocked();
    const query = tableOf(strapi, DELIVERY).whereIn('id', unlocked).update(columns);
    return inOrder(await query.returning(LEASED_COLUMNS));
  }
  return strapi.db.transaction(async ({ trx }) => {
    const rows: LeasedRow[] = await free()
      .select(LEASED_COLUMNS)
      .forUpdate()
      .skipLocked()
      .orderBy('id')
      .transacting(trx);
    await tableOf(strapi, DELIVERY)
      .whereIn(
        'id',
        rows.map(({ id }) => id),
      )
      .update(columns)
      .transacting(trx);
    return rows;
  });
}

const inOrder = (rows: LeasedRow[]): LeasedRow[] => rows.sort((a, b) => a.id - b.id);

/** The part of an event that is sent. */
type SentEvent = Pick<ClaimedDelivery, 'body' | 'seq'>;

/** Events by public id. */
async function eventsOf(strapi: Core.Strapi, eventIds: readonly string[]): Promise<Map<string, SentEvent>> {
  const rows: (SentEvent & { document_id: string })[] = await tableOf(strapi, EVENT)
    .select('document_id', 'body', 'seq')
    .whereIn('document_id', [...new Set(eventIds)]);
  return new Map(rows.map((row) => [row.document_id, row]));
}
