import type { Core } from '@strapi/types';
import type { DeliveryState } from '../../../domain/delivery';
import { databaseNow, epochMsSql, observeDatabaseTime } from '../database/clock';
import { tableName, tableOf } from '../database/tables';
import { DELIVERY, SUBSCRIPTION } from '../uids';
import type { ClaimedSubscription } from './failing-subscriptions';
import type { Destination, Saturated, Slots } from './slots';

/** A delivery that is due, and where it goes. */
export interface DueDelivery extends Destination {
  id: number;
  /** Whether a process had claimed it before its lease ran out. */
  isStale: boolean;
  /** Undefined when it is deleted. */
  subscription: ClaimedSubscription | undefined;
}

export interface Look {
  due: DueDelivery[];
  /** Whether more may be due than was looked at. */
  isCut: boolean;
}

/** How many of the oldest are looked at for each free slot. */
const OLDEST_PER_SLOT = 2;

/** How many subscriptions have a turn at a time, at most. */
const MAX_TURNS = 32;

/** How many deliveries of each are looked at in its turn: where few have one, more. */
const FIRST_OF_EACH = 2;
const FIRST_OF_FEW = 8;
const FEW_TURNS = 4;

/**
 * Looks for what is due: new deliveries, retries, and those whose lease has run out. `due_at` is when a delivery may be
 * claimed: while it is being sent, the end of its lease; null when nobody may claim it.
 *
 * The oldest come first. Where they are more than there is room for, they may all be for those who have no slot left,
 * so the subscriptions that may have one take turns besides. A look costs the same whatever is due: it never goes
 * through the deliveries of one subscription to find those of another.
 * @returns the next look
 */
export function createLooks(strapi: Core.Strapi, slots: Slots): () => Promise<Look> {
  /** Row id of the subscription that had the last turn. */
  let last = 0;
  /** By how many had a turn at last. */
  let firstOfEach = FIRST_OF_EACH;
  /** Whether more was due than the oldest when they were looked at last. */
  let isBacklogged = false;

  /** Gives the next subscriptions their turn, and begins again after the last one. */
  async function nextTurns(limit: number): Promise<Turn[]> {
    const saturated = slots.saturated();
    const turns = await subscriptionsWithDue(strapi, { saturated, firstOfEach, after: last, limit });
    if (turns.length < limit) {
      const again = await subscriptionsWithDue(strapi, {
        saturated,
        firstOfEach,
        upTo: last,
        limit: limit - turns.length,
      });
      turns.push(...again);
    }
    last = turns.at(-1)?.id ?? 0;
    firstOfEach = turns.length > FEW_TURNS ? FIRST_OF_EACH : FIRST_OF_FEW;
    return turns;
  }

  return async () => {
    const limit = slots.free() * OLDEST_PER_SLOT;
    const oldest = isBacklogged ? [] : await oldestDue(strapi, limit);
    if (!isBacklogged && oldest.length < limit) return { due: oldest, isCut: false };
    const maxTurns = Math.min(slots.free(), MAX_TURNS);
    const turns = await nextTurns(maxTurns);
    // When all had their turn, the next look is at the oldest again.
    isBacklogged = turns.length === maxTurns;
    const known = new Set(oldest.map(({ id }) => id));
    const others = (await deliveriesOf(strapi, turns)).filter(({ id }) => !known.has(id));
    return { due: [...oldest, ...others], isCut: true };
  };
}

/** A query for the deliveries that may be claimed at `now`. */
export const dueAt = (strapi: Core.Strapi, now: Date) => tableOf(strapi, DELIVERY).where('due_at', '<=', now);

interface DueRow {
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

const DUE_COLUMNS = [
  'delivery.id',
  'delivery.subscription_id',
  'delivery.project_id',
  'delivery.state',
  'subscription.url',
  'subscription.secret',
  'subscription.active',
  'subscription.failing_since',
];

const JOIN_SUBSCRIPTION =
  'left join ?? as subscription on subscription.document_id = delivery.subscription_id';

/** Reads what is due for longest, its subscriptions and the database's time, in one query. */
async function oldestDue(strapi: Core.Strapi, limit: number): Promise<DueDelivery[]> {
  const knex = strapi.db.connection;
  const askedAtMs = Date.now();
  const due = dueAt(strapi, databaseNow()).select('id', 'due_at').orderBy('due_at').limit(limit);
  // When nothing is due there is still one row, with nothing but the time.
  const rows: (Partial<DueRow> & { epoch_ms: number | string })[] = await knex
    .select('clock.epoch_ms', ...DUE_COLUMNS)
    .from(knex.raw(`(select ${epochMsSql(strapi)} as epoch_ms) as clock`))
    .joinRaw('left join ? as due on 1 = 1', [due])
    .joinRaw('left join ?? as delivery on delivery.id = due.id', [tableName(strapi, DELIVERY)])
    .joinRaw(JOIN_SUBSCRIPTION, [tableName(strapi, SUBSCRIPTION)])
    .orderBy('due.due_at');
  if (rows[0]) observeDatabaseTime(rows[0].epoch_ms, askedAtMs);
  return rows.filter((row): row is DueRow & { epoch_ms: number } => typeof row.id === 'number').map(fromRow);
}

/** A subscription that has something due, with the ids of the first deliveries of it. */
type Turn = { id: number } & Record<`first_${number}`, number | null>;

interface TurnsRequest {
  saturated: Saturated;
  /** How many deliveries of each are named. */
  firstOfEach: number;
  /** Row ids between which the subscriptions are. */
  after?: number;
  upTo?: number;
  limit: number;
}

/**
 * Finds subscriptions that have something due and may have a slot, by row id. Each costs a look into the index, also
 * one that has nothing due.
 */
async function subscriptionsWithDue(
  strapi: Core.Strapi,
  { saturated, firstOfEach, after = 0, upTo, limit }: TurnsRequest,
): Promise<Turn[]> {
  const knex = strapi.db.connection;
  const now = databaseNow();
  // A limit keeps the databases from reading all that is due to answer for all subscriptions together.
  const nth = (offset: number) =>
    dueAt(strapi, now)
      .select('id')
      .where('subscription_id', knex.ref('subscription.document_id'))
      .orderBy(['due_at', 'id'])
      .limit(1)
      .offset(offset);
  const firsts = Array.from({ length: firstOfEach }, (_, offset) => nth(offset).as(`first_${offset}`));
  const query = knex
    .select('subscription.id', ...firsts)
    .from(knex.raw('?? as subscription', [tableName(strapi, SUBSCRIPTION)]))
    .where('subscription.id', '>', after)
    .whereNotIn('subscription.document_id', saturated.subscriptions)
    .whereNotIn('subscription.project_id', saturated.projects)
    .whereRaw('? is not null', [nth(0)])
    .orderBy('subscription.id')
    .limit(limit);
  if (upTo !== undefined) query.where('subscription.id', '<=', upTo);
  return (await query) as Turn[];
}

/** The deliveries of subscriptions whose turn it is, those that are due for longest first. */
async function deliveriesOf(strapi: Core.Strapi, turns: readonly Turn[]): Promise<DueDelivery[]> {
  const ids = turns.flatMap(({ id: _, ...firsts }) => Object.values(firsts).filter((id) => id !== null));
  if (ids.length === 0) return [];
  const knex = strapi.db.connection;
  const rows = (await knex
    .select(DUE_COLUMNS)
    .from(knex.raw('?? as delivery', [tableName(strapi, DELIVERY)]))
    .joinRaw(JOIN_SUBSCRIPTION, [tableName(strapi, SUBSCRIPTION)])
    .whereIn('delivery.id', ids)
    .orderBy(['delivery.due_at', 'delivery.id'])) as DueRow[];
  return rows.map(fromRow);
}

function fromRow(row: DueRow): DueDelivery {
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
