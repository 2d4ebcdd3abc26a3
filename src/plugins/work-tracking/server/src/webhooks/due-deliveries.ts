import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import union from 'lodash/union';
import unionBy from 'lodash/unionBy';
import type { DeliveryState } from '../../../domain/delivery';
import { databaseNow, epochMsSql, observeDatabaseTime } from '../database/clock';
import { tableName, tableOf } from '../database/tables';
import { DELIVERY, SUBSCRIPTION } from '../uids';
import type { Destination } from './endpoint-speeds';
import type { ClaimedSubscription } from './failing-subscriptions';
import type { Saturated, Slots } from './slots';
import { SubscriptionRounds } from './subscription-rounds';

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
  /** Whether subscriptions that have something due may still wait for their turn. */
  hasOthers: boolean;
}

/** How many of the oldest are looked at for each free slot. */
const OLDEST_PER_SLOT = 2;

/** How many subscriptions have their turn at a time, at most. */
const MAX_SUBSCRIPTIONS = 32;

/** How many deliveries of each are looked at in its turn: of a few subscriptions, more. */
const FIRST_OF_EACH = 2;
const FIRST_OF_FEW = 8;
const FEW = 4;

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
  const rounds = new SubscriptionRounds();

  /** The next subscriptions that have something due; after the last one it begins again. */
  async function nextSubscriptions(limit: number): Promise<string[]> {
    const saturated = slots.saturated();
    const { after } = rounds;
    const next = await subscriptionsWithDue(strapi, saturated, { after, limit });
    if (next.length === limit || after === '') return next;
    const first = await subscriptionsWithDue(strapi, saturated, { after: '', limit });
    return union(next, first).slice(0, limit);
  }

  return async () => {
    const limit = slots.free() * OLDEST_PER_SLOT;
    const { startsWithOldest } = rounds;
    const oldest = startsWithOldest ? await oldestDue(strapi, limit) : [];
    if (startsWithOldest && oldest.length < limit) return { due: oldest, isCut: false, hasOthers: false };
    const atATime = Math.min(slots.free(), MAX_SUBSCRIPTIONS);
    const subscriptions = await nextSubscriptions(atATime);
    const hasOthers = rounds.take(subscriptions, atATime);
    return {
      due: unionBy(oldest, await firstOfEach(strapi, subscriptions), 'id'),
      isCut: true,
      hasOthers,
    };
  };
}

/** A query for the deliveries that may be claimed at `now`. */
export const dueAt = (strapi: Core.Strapi, now: Date) => tableOf(strapi, DELIVERY).where('due_at', '<=', now);

interface DueRow {
  id: number;
  subscription_id: string;
  project_id: number | null;
  state: DeliveryState;
  /** The subscription's, like the columns below; null when it is deleted. */
  url: string | null;
  secret: string;
  previous_secret: string | null;
  previous_secret_until: Date | number | string | null;
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
  'subscription.previous_secret',
  'subscription.previous_secret_until',
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

const SUBSCRIPTION_DUE_INDEX = 'wt_deliveries_subscription_due_index';

/**
 * A query for the deliveries that may be claimed now of one subscription, those that are due for longest first. It goes
 * by the index that begins with the subscription: left to choose, a planner may go through what is due to all others,
 * since it does not expect one to have most of it.
 */
function dueTo(strapi: Core.Strapi, subscriptionId: string | ReturnType<typeof strapi.db.connection.ref>) {
  const knex = strapi.db.connection;
  const now = databaseNow();
  if (strapi.db.dialect.client === 'postgres') {
    // No other index has these two columns in this order.
    return tableOf(strapi, DELIVERY)
      .select('id')
      .whereRaw('(subscription_id, due_at) >= (?, ?)', [subscriptionId, new Date(0)])
      .whereRaw('(subscription_id, due_at) <= (?, ?)', [subscriptionId, now])
      .orderBy(['subscription_id', 'due_at', 'id']);
  }
  const table = tableName(strapi, DELIVERY);
  const isMysql = strapi.db.dialect.client === 'mysql';
  return knex
    .select('id')
    .from(isMysql ? knex.raw('?? force index (??)', [table, SUBSCRIPTION_DUE_INDEX]) : table)
    .where('subscription_id', subscriptionId)
    .where('due_at', '<=', now)
    .orderBy(['due_at', 'id']);
}

/**
 * Finds subscriptions that have something due, by public id; those that are saturated may be left out. Each costs a look
 * into the index, also one that has nothing due.
 */
async function subscriptionsWithDue(
  strapi: Core.Strapi,
  { subscriptions, projects }: Saturated,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const knex = strapi.db.connection;
  if (strapi.db.dialect.client === 'mysql') {
    // Beside a value of another table, it uses no range of an index; but it skips from group to group.
    const groups = (await dueAt(strapi, databaseNow())
      .select('subscription_id')
      .min('due_at')
      .where('subscription_id', '>', after)
      .groupBy('subscription_id')
      .orderBy('subscription_id')
      .limit(limit + subscriptions.length)) as { subscription_id: string }[];
    return groups
      .map((row) => row.subscription_id)
      .filter((id) => !subscriptions.includes(id))
      .slice(0, limit);
  }
  // The limit keeps the others from reading all that is due to answer for all subscriptions together.
  const first = dueToEach(strapi).limit(1);
  const rows = (await knex
    .select('subscription.document_id')
    .from(knex.raw('?? as subscription', [tableName(strapi, SUBSCRIPTION)]))
    .where('subscription.document_id', '>', after)
    .whereNotIn('subscription.document_id', subscriptions)
    .whereNotIn('subscription.project_id', projects)
    .whereRaw('? is not null', [first])
    .orderBy('subscription.document_id')
    .limit(limit)) as { document_id: string }[];
  return rows.map((row) => row.document_id);
}

/** Reads the deliveries of each of these subscriptions that are due for longest. */
async function firstOfEach(strapi: Core.Strapi, subscriptionIds: readonly string[]): Promise<DueDelivery[]> {
  if (subscriptionIds.length === 0) return [];
  const count = subscriptionIds.length > FEW ? FIRST_OF_EACH : FIRST_OF_FEW;
  const rows: DueRow[] = await firstsOf(strapi, subscriptionIds, count).select(DUE_COLUMNS);
  return rows.map(fromRow);
}

/**
 * A query for the first deliveries of each of some subscriptions. With a part for each of them it takes longer to
 * understand than to carry out; SQLite and PostgreSQL have another way, each its own.
 */
function firstsOf(strapi: Core.Strapi, subscriptionIds: readonly string[], count: number): Knex.QueryBuilder {
  const knex = strapi.db.connection;
  const deliveries = tableName(strapi, DELIVERY);
  const subscriptions = tableName(strapi, SUBSCRIPTION);
  if (strapi.db.dialect.client === 'mysql') {
    const firsts = subscriptionIds.map((id) =>
      knex.select('id').from(dueTo(strapi, id).limit(count).as('of_one')),
    );
    return knex
      .from(knex.unionAll(firsts).as('due'))
      .joinRaw('inner join ?? as delivery on delivery.id = due.id', [deliveries])
      .joinRaw(JOIN_SUBSCRIPTION, [subscriptions]);
  }
  const first = dueToEach(strapi).limit(count);
  const each = knex
    .from({ subscription: subscriptions })
    .whereIn('subscription.document_id', [...subscriptionIds]);
  return strapi.db.dialect.client === 'sqlite'
    ? each.joinRaw('inner join ?? as delivery on delivery.id in ?', [deliveries, first])
    : each
        .joinRaw('cross join lateral ? as due', [first])
        .joinRaw('inner join ?? as delivery on delivery.id = due.id', [deliveries]);
}

/** What is due to the subscription of each row. */
const dueToEach = (strapi: Core.Strapi) =>
  dueTo(strapi, strapi.db.connection.ref('subscription.document_id'));

function fromRow(row: DueRow): DueDelivery {
  const { subscription_id: subscriptionId, url } = row;
  return {
    id: row.id,
    subscriptionId,
    // A project that is deleted has no subscriptions any more.
    projectId: row.project_id ?? 0,
    host: url === null ? '' : hostOf(url),
    isStale: row.state === 'sending',
    subscription:
      url === null
        ? undefined
        : {
            documentId: subscriptionId,
            url,
            secret: row.secret,
            previousSecret: row.previous_secret,
            previousSecretUntil: dateOf(row.previous_secret_until),
            active: Boolean(row.active),
            failingSince: dateOf(row.failing_since),
          },
  };
}

const dateOf = (stored: Date | number | string | null): Date | null =>
  stored === null ? null : new Date(stored);

const MAX_HOSTS = 10_000;
const hosts = new Map<string, string>();

/** The host and port of a URL, empty when it has none. Each is read once: a look has many rows of few subscriptions. */
function hostOf(url: string): string {
  const known = hosts.get(url);
  if (known !== undefined) return known;
  const host = URL.canParse(url) ? new URL(url).host : '';
  if (hosts.size >= MAX_HOSTS) hosts.clear();
  hosts.set(url, host);
  return host;
}
