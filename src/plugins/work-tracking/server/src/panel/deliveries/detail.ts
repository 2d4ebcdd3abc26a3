import type { Core } from '@strapi/types';
import type { EventBody } from '../../../../domain/events';
import { eventHeaders, SIGNATURE_HEADERS } from '../../../../domain/signature';
import type { Delivery, StoredAttempt, StoredEvent } from '../../records/delivery';
import { ATTEMPT, DECISION, DELIVERY, EVENT, SUBSCRIPTION, TICKET } from '../../uids';
import { contentAccess } from '../content-access';
import { notFound } from '../readable';
import type { Administrator } from '../route';
import { deliveryAccess } from './filters';
import { shown } from './list';
import { subscriptionsOf } from './subscriptions';

type DeliveryInProject = Delivery & { project: { id: number } | null };

/**
 * Reads a delivery that the person may read.
 * @throws WorkTrackingError `not_found`
 */
export async function readableDelivery(
  strapi: Core.Strapi,
  admin: Administrator,
  documentId: string,
): Promise<DeliveryInProject> {
  const access = deliveryAccess(strapi, admin);
  const { where, populate } = await access.query({ documentId });
  const row: DeliveryInProject | null = await strapi.db.query(DELIVERY).findOne({
    where,
    populate: { project: true, ...populate },
  });
  if (row === null) throw notFound('delivery');
  return row;
}

/** A delivery with its body, headers, attempts and related deliveries. */
export async function deliveryDetail(strapi: Core.Strapi, admin: Administrator, documentId: string) {
  const access = deliveryAccess(strapi, admin);
  const row = await readableDelivery(strapi, admin, documentId);
  const subscriptionOf = await subscriptionsOf(strapi, admin, [row.subscriptionId]);
  const body = await bodyOf(strapi, admin, row);
  return {
    ...(await shown(access, row, subscriptionOf)),
    // The record is shown with the body only, since it is part of it.
    ...(body === undefined ? {} : { body, record: await recordOf(strapi, admin, body) }),
    ...(access.canRead('eventType') && access.canRead('eventId')
      ? { headers: await headersOf(strapi, row) }
      : {}),
    attemptLog: await attemptsOf(strapi, admin, row.id),
    ...(access.canRead('resentFrom') ? await relatedDeliveries(strapi, admin, row) : {}),
  };
}

/** The body that is sent; undefined when the person may not read it. */
async function bodyOf(
  strapi: Core.Strapi,
  admin: Administrator,
  { eventId }: Delivery,
): Promise<string | undefined> {
  const access = contentAccess(strapi, admin, EVENT);
  if (!access.canRead('body')) return undefined;
  const { where, populate } = await access.query({ documentId: eventId });
  const event: StoredEvent | null = await strapi.db.query(EVENT).findOne({ where, populate });
  return event?.body;
}

/** All headers by name, with the values of those that need no secret and are the same in each attempt. */
async function headersOf(
  strapi: Core.Strapi,
  { eventId, eventType }: Delivery,
): Promise<{ name: string; value: string | null }[]> {
  const event: Pick<StoredEvent, 'seq'> | null = await strapi.db
    .query(EVENT)
    .findOne({ select: ['seq'], where: { documentId: eventId } });
  const known = eventHeaders({ id: eventId, type: eventType, seq: event?.seq ?? null });
  return [
    ...Object.entries(known).map(([name, value]) => ({ name, value })),
    ...SIGNATURE_HEADERS.map((name) => ({ name, value: null })),
  ];
}

const ATTEMPT_FIELDS = [
  'documentId',
  'number',
  'startedAt',
  'durationMs',
  'result',
  'statusCode',
  'message',
  'responseBody',
  'nextAttemptAt',
];

/** First to last; null when the person may not read attempts. */
async function attemptsOf(strapi: Core.Strapi, admin: Administrator, deliveryId: number) {
  const access = contentAccess(strapi, admin, ATTEMPT);
  if (!access.canRead()) return null;
  const { where, populate } = await access.query();
  const attempts: StoredAttempt[] = await strapi.db.query(ATTEMPT).findMany({
    where: { $and: [{ delivery: { id: deliveryId } }, where] },
    populate,
    orderBy: { number: 'asc' },
  });
  return Promise.all(attempts.map((attempt) => access.visible(attempt, ATTEMPT_FIELDS)));
}

/** The delivery that this one repeats (null when it is deleted), and those that repeat this one. */
async function relatedDeliveries(
  strapi: Core.Strapi,
  admin: Administrator,
  { documentId, eventId, resentFrom }: Delivery,
) {
  const access = deliveryAccess(strapi, admin);
  const { where } = await access.query();
  const find = async (filters: Record<string, unknown>): Promise<object[]> => {
    const rows: Delivery[] = await strapi.db.query(DELIVERY).findMany({
      select: ['documentId', 'state', 'resentAt', 'createdAt'],
      // An event has few deliveries, and an index.
      where: { $and: [where, { eventId, ...filters }] },
      orderBy: { id: 'asc' },
    });
    return rows.map(({ documentId: id, state, resentAt, createdAt }) => ({
      documentId: id,
      state,
      isResent: resentAt !== null,
      createdAt,
    }));
  };
  const [from] = resentFrom === null ? [] : await find({ documentId: resentFrom });
  return { resentFrom: from ?? null, resentAs: await find({ resentFrom: documentId }) };
}

const RECORD_TYPES: Record<string, string> = {
  ticket: TICKET,
  decision: DECISION,
  subscription: SUBSCRIPTION,
};

/** The record that the event is about, if it still exists and the person may open it in the content manager. */
async function recordOf(strapi: Core.Strapi, admin: Administrator, body: string) {
  const { type, documentId } = targetOf(JSON.parse(body) as EventBody);
  const uid = RECORD_TYPES[type];
  if (uid === undefined) return null;
  const access = contentAccess(strapi, admin, uid);
  if (!access.canRead()) return null;
  const { where } = await access.query({ documentId });
  const count = await strapi.db.query(uid).count({ where });
  return count === 0 ? null : { type, uid, documentId };
}

function targetOf({ event, data }: EventBody): { type: string; documentId: string } {
  if (event === 'audit.event') {
    const { type, id } = data.target as { type: string; id: string };
    return { type, documentId: id };
  }
  const type = event === 'ping' ? 'subscription' : (event.split('.')[0] ?? '');
  return { type, documentId: String(data.id) };
}
