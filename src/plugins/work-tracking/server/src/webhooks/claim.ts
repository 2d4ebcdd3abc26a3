import type { Core } from '@strapi/types';
import type { DeliveryState } from '../../../domain/delivery';
import type { SentEventType } from '../../../domain/events';
import { databaseNow, epochMsSql, observeDatabaseTime } from '../database/clock';
import { tableOf, type Transaction } from '../database/tables';
import { DELIVERY } from '../uids';

/** A delivery that only this process may send until the lease ends. */
export interface ClaimedDelivery {
  id: number;
  subscription_id: string;
  event_id: string;
  event_type: SentEventType;
  /** The bytes that are signed and sent. */
  body: string;
  /** Attempts so far whose outcome was recorded. */
  attempts: number;
  created_at: Date | number | string;
  /** The outcome is written only while the row still has this token. */
  lease_token: string;
}

export interface ClaimLimits {
  /** How many deliveries to claim at most. */
  total: number;
  /** How many of them may go to one subscription, in view of what is already in flight to it. */
  forSubscription: (subscriptionId: string) => number;
  /** Subscriptions with all their slots in use. */
  saturated: readonly string[];
  leaseMs: number;
  /** Unique for this claim. */
  leaseToken: string;
}

export interface Claim {
  deliveries: ClaimedDelivery[];
  /** How many of these another process had claimed before its lease ran out. */
  takenOver: number;
  /** Whether more may be due than was claimed. */
  isPartial: boolean;
}

/**
 * How many due deliveries are looked at for each free slot, so that one subscription's backlog does not hide the
 * others.
 */
const CANDIDATES_PER_SLOT = 4;

interface Candidate {
  id: number;
  subscription_id: string;
  state: DeliveryState;
}

/**
 * Claims what is due, oldest first: new deliveries, retries, and those whose lease has run out. `due_at` is when a
 * delivery may be claimed: while it is being sent, the end of its lease; null when nobody may claim it. One index on
 * it is in the order of claiming.
 */
export async function claimDue(strapi: Core.Strapi, limits: ClaimLimits): Promise<Claim> {
  const limit = limits.total * CANDIDATES_PER_SLOT;
  const candidates = await candidatesFor(strapi, limits.saturated, limit);
  const now = databaseNow();
  const chosen = choose(candidates, limits);
  if (chosen.length === 0) return { deliveries: [], takenOver: 0, isPartial: candidates.length === limit };
  const deliveries = await lease(strapi, chosen, now, limits);
  const stale = new Set(candidates.filter(({ state }) => state === 'sending').map(({ id }) => id));
  return {
    deliveries,
    takenOver: deliveries.filter(({ id }) => stale.has(id)).length,
    isPartial: candidates.length > chosen.length,
  };
}

/** Reads what is due and the database's time, in one query. */
async function candidatesFor(
  strapi: Core.Strapi,
  saturated: readonly string[],
  limit: number,
): Promise<Candidate[]> {
  const knex = strapi.db.connection;
  const askedAtMs = Date.now();
  const candidates = dueAt(strapi, databaseNow())
    .select('id', 'subscription_id', 'state')
    .whereNotIn('subscription_id', [...saturated])
    .orderBy('due_at')
    .limit(limit);
  // Without candidates there is still one row, with nothing but the time.
  const rows: (Partial<Candidate> & { epoch_ms: number | string })[] = await knex
    .select('clock.epoch_ms', 'due.id', 'due.subscription_id', 'due.state')
    .from(knex.raw(`(select ${epochMsSql(strapi)} as epoch_ms) as clock`))
    .joinRaw('left join ? as due on 1 = 1', [candidates]);
  if (rows[0]) observeDatabaseTime(rows[0].epoch_ms, askedAtMs);
  return rows.filter((row): row is Candidate & { epoch_ms: number } => typeof row.id === 'number');
}

/** A query for the deliveries that may be claimed at `now`. */
export const dueAt = (strapi: Core.Strapi, now: Date) => tableOf(strapi, DELIVERY).where('due_at', '<=', now);

function choose(candidates: readonly Candidate[], { total, forSubscription }: ClaimLimits): number[] {
  const taken = new Map<string, number>();
  const chosen: number[] = [];
  for (const { id, subscription_id: subscriptionId } of candidates) {
    const count = taken.get(subscriptionId) ?? 0;
    if (chosen.length === total) break;
    if (count >= forSubscription(subscriptionId)) continue;
    taken.set(subscriptionId, count + 1);
    chosen.push(id);
  }
  return chosen;
}

/** Leases the chosen deliveries, but for those that another process has claimed first. */
async function lease(
  strapi: Core.Strapi,
  chosen: number[],
  now: Date,
  { leaseMs, leaseToken }: ClaimLimits,
): Promise<ClaimedDelivery[]> {
  return strapi.db.transaction(async ({ trx }) => {
    const free = await unlocked(strapi, chosen, now, trx);
    await dueAt(strapi, now)
      .whereIn('id', free)
      .update({
        state: 'sending',
        lease_token: leaseToken,
        due_at: new Date(now.getTime() + leaseMs),
        updated_at: now,
      })
      .transacting(trx);
    return tableOf(strapi, DELIVERY)
      .select(
        'id',
        'subscription_id',
        'event_id',
        'event_type',
        'body',
        'attempts',
        'created_at',
        'lease_token',
      )
      .whereIn('id', free)
      .where({ lease_token: leaseToken })
      .orderBy('id')
      .transacting(trx);
  });
}

/**
 * Skips rows that another instance is claiming at this moment. SQLite has one writer at a time and needs no lock.
 */
async function unlocked(
  strapi: Core.Strapi,
  chosen: number[],
  now: Date,
  trx: Transaction,
): Promise<number[]> {
  if (strapi.db.dialect.client === 'sqlite') return chosen;
  const rows = (await dueAt(strapi, now)
    .select('id')
    .whereIn('id', chosen)
    .forUpdate()
    .skipLocked()
    .transacting(trx)) as { id: number }[];
  return rows.map(({ id }) => id);
}
