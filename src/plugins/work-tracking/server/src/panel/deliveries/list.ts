import type { Core } from '@strapi/types';
import pick from 'lodash/pick';
import { pageOf } from '../../paging/page';
import { DELIVERY_SUMMARY, type Delivery, type DeliverySummary } from '../../records/delivery';
import { DELIVERY } from '../../uids';
import type { ContentAccess } from '../content-access';
import { PROJECT_FIELDS } from '../project-choices';
import type { Administrator } from '../route';
import { deliveryAccess, deliveryQuery, type DeliveryFilters } from './filters';
import { lastFailures } from './last-failures';
import { subscriptionsOf, type DeliverySubscription } from './subscriptions';

/** Deliveries in a page. */
const PAGE_SIZE = 50;

/** The stored fields of a delivery that the page shows, besides its project and subscription. */
const SHOWN_FIELDS = [
  'documentId',
  'eventId',
  'eventType',
  'state',
  'attempts',
  'dueAt',
  'endedAt',
  'createdAt',
  'project',
];

/** One page of the deliveries that match, newest first. */
export async function listDeliveries(
  strapi: Core.Strapi,
  admin: Administrator,
  { cursor, ...filters }: DeliveryFilters & { cursor?: string | undefined },
) {
  const access = deliveryAccess(strapi, admin);
  const { where, populate } = await deliveryQuery(strapi, admin, filters);
  const { items: rows, next } = await pageOf(
    strapi,
    DELIVERY,
    { where, select: DELIVERY_SUMMARY, populate: { project: true, ...populate }, cursor, limit: PAGE_SIZE },
    (delivery: DeliverySummary) => delivery,
  );
  const subscriptionOf = await subscriptionsOf(
    strapi,
    admin,
    rows.map(({ subscriptionId }) => subscriptionId),
  );
  const failureOf = await lastFailures(strapi, admin, rows);
  const deliveries = await Promise.all(
    rows.map(async (row) => ({ ...(await shown(access, row, subscriptionOf)), ...failureOf(row) })),
  );
  return { deliveries, nextCursor: next.next_cursor };
}

/** The fields of a delivery that the person may read, with its subscription. */
export async function shown(
  access: ContentAccess,
  row: DeliverySummary | Delivery,
  subscriptionOf: (id: string) => DeliverySubscription,
) {
  const { dueAt, project, ...visible } = await access.visible(row, SHOWN_FIELDS);
  return {
    ...visible,
    // A part of the state, which whoever sees a delivery may read.
    isResent: row.resentAt !== null,
    ...(project ? { project: pick(project, PROJECT_FIELDS) } : {}),
    // While it is being sent, `dueAt` is the end of the lease, which is no next attempt.
    nextAttemptAt: row.state === 'pending' ? (dueAt ?? null) : null,
    ...(access.canRead('subscriptionId') ? { subscription: subscriptionOf(row.subscriptionId) } : {}),
  };
}
