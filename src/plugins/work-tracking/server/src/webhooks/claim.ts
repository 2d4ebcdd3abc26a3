import type { Core } from '@strapi/types';
import { databaseNow, epochMsSql, observeDatabaseTime } from '../database-clock';
import { tableOf, type Transaction } from '../table';
import { DELIVERY } from '../uids';
import type { DeliveryState } from '../../../domain/delivery';
import type { SentEventType } from '../../../domain/events';

/** A delivery that this process alone may send, until its lease ends. */
export interface ClaimedDelivery {
  id: number;
  subscription_id: string;
  event_id: string;
  event_type: SentEventType;
  /** The bytes that are signed and sent. */
  body: string;
  /** Attempts whose outcome was recorded. */
  attempts: number;
  created_at: Date | number | string;
  /** Whoever writes the outcome must still hold it. */
  lease_token: string;
}

export interface ClaimLimits {
  /** Deliveries in all. */
  total: number;
  /** Most that may be taken for one subscription, given what is in flight to it already. */
  forSubscription: (subscriptionId: string) => number;
  /** Subscriptions that take no more for now. */
  saturated: readonly string[];
  leaseMs: number;
  /** Unlike any that was ever given: this claim's own. */
  leaseToken: string;
}

export interface Claim {
  deliveries: ClaimedDelivery[];
  /** Of these, how many another process had claimed and let its lease run out. */
  takenOver: number;
  /** More may be due than was taken. */
  isPartial: boolean;
}

/** Looked at for each one that is taken, so that one subscription's backlog does not hide the others. */
const CANDIDATES_PER_SLOT = 4;

interface Candidate {
  id: number;
  subscription_id: string;
  state: DeliveryState;
}

/**
 * Takes what is due, oldest first: new deliveries, retries, and those whose process has let its lease run out.
 * `due_at` is when a delivery may be taken: while it is being sent, the end of its lease; null when nobody may take it.
 * So one index holds what is open and nothing else, in the order in which it is taken.
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

/** One query: what is due, and what time it is. */
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
  // Without candidates there is one row all the same, with the time alone.
  const rows: (Partial<Candidate> & { epoch_ms: number | string })[] = await knex
    .select('clock.epoch_ms', 'due.id', 'due.subscription_id', 'due.state')
    .from(knex.raw(`(select ${epochMsSql(strapi)} as epoch_ms) as clock`))
    .joinRaw('left join ? as due on 1 = 1', [candidates]);
  if (rows[0]) observeDatabaseTime(rows[0].epoch_ms, askedAtMs);
  return rows.filter((row): row is Candidate & { epoch_ms: number } => typeof row.id === 'number');
}

/** The deliveries that may be taken at `now`. */
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

/** Of the chosen ones, those that no other process was quicker to take. */
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

/** SQLite has one writer at a time; the others skip what another instance is just taking. */
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
