import type { Core } from '@strapi/types';
import type { DeliveryState } from '../../../domain/delivery';
import type { SentEventType } from '../../../domain/events';
import { databaseNow, epochMsSql, observeDatabaseTime } from '../database/clock';
import { tableName, tableOf } from '../database/tables';
import { DELIVERY, EVENT, SUBSCRIPTION } from '../uids';
import type { ClaimedSubscription } from './failing-subscriptions';
import type { Destination, Slots } from './slots';

/** A delivery that only this process may send until the lease ends. */
export interface ClaimedDelivery extends Destination {
  id: number;
  eventId: string;
  eventType: SentEventType;
  /** The bytes that are signed and sent. */
  body: string;
  /** Attempts so far whose outcome was recorded. */
  attempts: number;
  createdAt: Date;
  /** The outcome is written only while the row still has this token. */
  leaseToken: string;
  leasedUntil: Date;
  /** As it was before the lease; undefined when it is deleted. */
  subscription: ClaimedSubscription | undefined;
}

export interface ClaimRequest {
  slots: Slots;
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
  /** Whether more may be due than was looked at. */
  isCut: boolean;
}

/**
 * How many due deliveries are looked at for each free slot, so that one subscription's backlog does not hide the
 * others.
 */
const CANDIDATES_PER_SLOT = 4;

interface CandidateRow {
  id: number;
  subscription_id: string;
  project_id: number | null;
  state: DeliveryState;
  /** Of the subscription, null when it is deleted. */
  url: string | null;
  secret: string;
  active: boolean | number;
  failing_since: Date | number | string | null;
}

interface Candidate extends Destination {
  id: number;
  isStale: boolean;
  subscription: ClaimedSubscription | undefined;
}

/**
 * Claims what is due and has a slot, oldest first: new deliveries, retries, and those whose lease has run out.
 * `due_at` is when a delivery may be claimed: while it is being sent, the end of its lease; null when nobody may claim
 * it. One index that begins with it is in the order of claiming.
 */
export async function claimDue(
  strapi: Core.Strapi,
  { slots, leaseMs, leaseToken }: ClaimRequest,
): Promise<Claim> {
  const limit = slots.free() * CANDIDATES_PER_SLOT;
  const candidates = await candidatesFor(strapi, slots, limit);
  const now = databaseNow();
  const chosen = new Map(slots.choose(candidates).map((candidate) => [candidate.id, candidate]));
  const isCut = candidates.length === limit;
  if (chosen.size === 0) return { deliveries: [], takenOver: 0, isPartial: candidates.length > 0, isCut };
  const leasedUntil = new Date(now.getTime() + leaseMs);
  const rows = await lease(strapi, [...chosen.keys()], now, { leasedUntil, leaseToken });
  const bodies = await bodiesOf(
    strapi,
    rows.map((row) => row.event_id),
  );
  const deliveries = rows.flatMap((row): ClaimedDelivery[] => {
    const destination = chosen.get(row.id);
    const body = bodies.get(row.event_id);
    if (!destination || body === undefined) {
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
        body,
        attempts: row.attempts,
        createdAt: new Date(row.created_at),
        leaseToken,
        leasedUntil,
      },
    ];
  });
  return {
    deliveries,
    takenOver: rows.filter(({ id }) => chosen.get(id)?.isStale).length,
    isPartial: isCut || candidates.length > chosen.size,
    isCut,
  };
}

/** Reads what is due, its subscriptions and the database's time, in one query. */
async function candidatesFor(strapi: Core.Strapi, slots: Slots, limit: number): Promise<Candidate[]> {
  const knex = strapi.db.connection;
  const saturated = slots.saturated();
  const askedAtMs = Date.now();
  const due = dueAt(strapi, databaseNow())
    .select('id', 'due_at')
    .whereNotIn('subscription_id', saturated.subscriptions)
    .whereNotIn('project_id', saturated.projects)
    .orderBy('due_at')
    .limit(limit);
  // Without candidates there is still one row, with nothing but the time.
  const rows: (Partial<CandidateRow> & { epoch_ms: number | string })[] = await knex
    .select(
      'clock.epoch_ms',
      'due.id',
      'delivery.subscription_id',
      'delivery.project_id',
      'delivery.state',
      'subscription.url',
      'subscription.secret',
      'subscription.active',
      'subscription.failing_since',
    )
    .from(knex.raw(`(select ${epochMsSql(strapi)} as epoch_ms) as clock`))
    .joinRaw('left join ? as due on 1 = 1', [due])
    .joinRaw('left join ?? as delivery on delivery.id = due.id', [tableName(strapi, DELIVERY)])
    .joinRaw('left join ?? as subscription on subscription.document_id = delivery.subscription_id', [
      tableName(strapi, SUBSCRIPTION),
    ])
    .orderBy('due.due_at');
  if (rows[0]) observeDatabaseTime(rows[0].epoch_ms, askedAtMs);
  return rows
    .filter((row): row is CandidateRow & { epoch_ms: number } => typeof row.id === 'number')
    .map(candidate);
}

function candidate(row: CandidateRow): Candidate {
  const { subscription_id: subscriptionId, url } = row;
  return {
    id: row.id,
    subscriptionId,
    // Of a project that is deleted there are no subscriptions either.
    projectId: row.project_id ?? 0,
    host: url !== null && URL.canParse(url) ? new URL(url).host : '',
    isStale: row.state === 'sending',
    subscription:
      url === null
        ? undefined
        : {
            documentId: subscriptionId,
            url,
            secret: row.secret,
            active: Boolean(row.active),
            failingSince: row.failing_since === null ? null : new Date(row.failing_since),
          },
  };
}

/** A query for the deliveries that may be claimed at `now`. */
export const dueAt = (strapi: Core.Strapi, now: Date) => tableOf(strapi, DELIVERY).where('due_at', '<=', now);

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
  { leasedUntil, leaseToken }: Pick<ClaimedDelivery, 'leasedUntil' | 'leaseToken'>,
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

/** The bodies of events, by public id. */
async function bodiesOf(strapi: Core.Strapi, eventIds: readonly string[]): Promise<Map<string, string>> {
  const rows: { document_id: string; body: string }[] = await tableOf(strapi, EVENT)
    .select('document_id', 'body')
    .whereIn('document_id', [...new Set(eventIds)]);
  return new Map(rows.map((row) => [row.document_id, row.body]));
}
