import type { Core } from '@strapi/types';
import pick from 'lodash/pick';
import { pageOf } from '../../page';
import { DELIVERY_SUMMARY, type Delivery, type DeliverySummary } from '../../records/delivery';
import { DELIVERY } from '../../uids';
import type { ContentAccess } from '../content-access';
import { PROJECT_FIELDS } from '../project-choices';
import type { Administrator } from '../route';
import { endpointsOf, type Endpoint } from './endpoints';
import { deliveryAccess, deliveryQuery, type DeliveryFilters } from './filters';

/** Deliveries that are read at once. */
const PAGE_SIZE = 50;

/** What the console shows of a delivery as it is stored, besides its project and endpoint. */
const SHOWN_FIELDS = [
  'documentId',
  'eventId',
  'eventType',
  'state',
  'attempts',
  'dueAt',
  'endedAt',
  'createdAt',
  'body',
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
  const { rows, next } = await pageOf<DeliverySummary>(strapi, DELIVERY, {
    where,
    select: DELIVERY_SUMMARY,
    populate: { project: true, ...populate },
    cursor,
    limit: PAGE_SIZE,
  });
  const endpointOf = await endpointsOf(
    strapi,
    admin,
    rows.map(({ subscriptionId }) => subscriptionId),
  );
  const deliveries = await Promise.all(rows.map((row) => shown(access, row, endpointOf)));
  return { deliveries, nextCursor: next.next_cursor };
}

/** A delivery as far as the person may read it, with its endpoint. */
export async function shown(
  access: ContentAccess,
  row: DeliverySummary | Delivery,
  endpointOf: (id: string) => Endpoint,
) {
  const { dueAt, project, ...visible } = await access.visible(row, SHOWN_FIELDS);
  return {
    ...visible,
    ...(project ? { project: pick(project, PROJECT_FIELDS) } : {}),
    // While it is being sent, the end of a lease: nothing that a person waits for.
    nextAttemptAt: row.state === 'pending' ? (dueAt ?? null) : null,
    ...(access.canRead('subscriptionId') ? { endpoint: endpointOf(row.subscriptionId) } : {}),
  };
}
